package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.NodeAddress;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.table.TableName;

/**
 * What servers have written of a trace. Each node writes its own events, one by one and when the
 * read may be long answered, to whichever nodes keep them; so they are asked for again, each time
 * after a longer pause, until all are there or it was looked six times within 1.3 s and what looks
 * take. Thread-safe.
 */
final class TraceEvents {
  /** The waits before each look. */
  static final List<Duration> PAUSES =
      List.of(20, 40, 80, 160, 320, 640).stream().map(Duration::ofMillis).toList();

  private static final TableName TABLE = new TableName("system_traces", "events");

  /** A read of one row leaves about ten of each node. */
  private static final int MOST_EVENTS = 500;

  private static final String CQL =
      "SELECT event_id, source, source_port, source_elapsed, activity FROM "
          + TABLE.toCql()
          + " WHERE session_id = ? LIMIT "
          + MOST_EVENTS;

  private static final Duration READ = Duration.ofSeconds(2);

  private final Look look;
  private final Pause pause;

  /** Reads those events that are there, by their ids. */
  @FunctionalInterface
  interface Look {
    CompletionStage<Map<UUID, TraceEvent>> at(UUID trace);
  }

  /** Ends some time later. */
  @FunctionalInterface
  interface Pause {
    CompletionStage<Void> of(Duration time);
  }

  TraceEvents(Look look, Pause pause) {
    this.look = look;
    this.pause = pause;
  }

  /**
   * Those of a cluster.
   *
   * @param reads counts what is read for it
   */
  static TraceEvents of(CqlSession session, OwnReads.Counter reads) {
    return new TraceEvents(
        trace -> read(session, reads, trace),
        time ->
            CompletableFuture.runAsync(
                () -> {},
                CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)));
  }

  /**
   * What a trace tells once it is complete, or when nothing more is waited for.
   *
   * @return a {@link SourceException} where nothing can be read of any trace, and a {@link
   *     PropagationException} where it failed this time
   */
  CompletionStage<TraceLegs> legs(UUID trace, Predicate<TraceLegs> isComplete) {
    return legs(trace, isComplete, new HashMap<>(), 0);
  }

  private CompletionStage<TraceLegs> legs(
      UUID trace, Predicate<TraceLegs> isComplete, Map<UUID, TraceEvent> events, int looks) {
    return pause
        .of(PAUSES.get(looks))
        .thenCompose(waited -> look.at(trace))
        .thenCompose(
            found -> {
              // Two looks may be answered by two nodes, neither of which has all of them.
              events.putAll(found);
              TraceLegs legs = TraceLegs.of(events.values());
              return looks + 1 == PAUSES.size() || isComplete.test(legs)
                  ? CompletableFuture.completedFuture(legs)
                  : legs(trace, isComplete, events, looks + 1);
            });
  }

  private static CompletionStage<Map<UUID, TraceEvent>> read(
      CqlSession session, OwnReads.Counter reads, UUID trace) {
    return session
        .executeAsync(
            SimpleStatement.newInstance(CQL, trace)
                .setConsistencyLevel(ConsistencyLevel.ONE)
                .setPageSize(MOST_EVENTS)
                .setIdempotent(true)
                .setTimeout(READ))
        .whenComplete((rows, failure) -> reads.ended(TABLE, ConsistencyLevel.ONE))
        .handle(
            (rows, failure) -> {
              if (failure != null) {
                throw new CompletionException(explained(failure));
              }
              return events(rows);
            });
  }

  private static Map<UUID, TraceEvent> events(AsyncResultSet rows) {
    Map<UUID, TraceEvent> events = new HashMap<>();
    for (Row row : rows.currentPage()) {
      UUID id = row.getUuid("event_id");
      InetAddress source = row.getInetAddress("source");
      String activity = row.getString("activity");
      if (id != null && source != null && activity != null) {
        events.put(
            id,
            new TraceEvent(
                NodeAddress.of(source, row.getInt("source_port")),
                activity,
                row.isNull("source_elapsed")
                    ? OptionalInt.empty()
                    : OptionalInt.of(row.getInt("source_elapsed"))));
      }
    }
    return events;
  }

  private static Exception explained(Throwable failure) {
    if (DriverErrors.isUnauthorized(failure)) {
      return new SourceException(
          "The session's user may not read what servers trace; an administrator can GRANT SELECT"
              + " ON "
              + TABLE.toCql()
              + " TO the user's role.",
          failure);
    }
    if (DriverErrors.isInvalid(failure)) {
      return new SourceException(
          "The servers have no traces as Cassandra 4.0 and later write them: "
              + Failures.sentence(failure)
              + "; choose another source of propagation times.",
          failure);
    }
    return new PropagationException(
        "What servers traced could not be read: " + Failures.sentence(failure));
  }
}
