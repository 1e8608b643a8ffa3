package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the propagation time of tables, one round of each at a time, each by a source of its own
 * that is made when it is first needed. Thread-safe.
 */
public final class PropagationRounds implements AutoCloseable {
  /** Hears how a round begun for such levels ended: one of the two is there. On any thread. */
  public interface Listener {
    void ended(
        TableName table,
        ReadLevels levels,
        @Nullable PropagationReading reading,
        @Nullable Throwable failure);
  }

  private static final Logger LOG = LoggerFactory.getLogger(PropagationRounds.class);

  private final CqlSession session;
  private final PropagationFactory factory;
  private final DoubleSupplier averageWriteBytes;
  private final Listener listener;

  /** A source, and the ladder that it was made for. */
  private record Made(LevelLadder ladder, PropagationSource source) {}

  private final Map<TableName, Made> sources = new ConcurrentHashMap<>();
  private final Map<TableName, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
  private OwnReads ofFormerSources = OwnReads.NONE;
  private boolean closed;

  /**
   * @param averageWriteBytes mean size of a write, in bytes; NaN while nobody knows
   */
  public PropagationRounds(
      CqlSession session,
      PropagationFactory factory,
      DoubleSupplier averageWriteBytes,
      Listener listener) {
    this.session = session;
    this.factory = factory;
    this.averageWriteBytes = averageWriteBytes;
    this.listener = listener;
  }

  /**
   * Begins a round, unless the table's last is still under way.
   *
   * @return the end of the one or the other, once the listener has heard of it
   */
  public CompletionStage<Void> begin(TableName table, ReadLevels levels) {
    return begin(table, levels, Integer.MAX_VALUE);
  }

  /**
   * The same, at a limited cost.
   *
   * @param mostPairs of reads that the round may send, at least 1
   */
  public CompletionStage<Void> begin(TableName table, ReadLevels levels, int mostPairs) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> last = underWay.putIfAbsent(table, end);
    if (last != null) {
      return last;
    }
    try {
      source(table, levels.ladder())
          .measure(mostPairs)
          .whenComplete((reading, failure) -> ended(table, levels, reading, failure));
    } catch (RuntimeException e) {
      ended(table, levels, null, e);
    }
    return end;
  }

  private synchronized PropagationSource source(TableName table, LevelLadder ladder) {
    if (closed) {
      throw new IllegalStateException("Nothing is measured any more.");
    }
    Made known = sources.get(table);
    if (known != null && known.ladder() == ladder) {
      return known.source();
    }
    // Which replicas count follows from the ladder, as which level the application reads at does.
    giveUp(table);
    PropagationSource made = factory.make(session, table, ladder, averageWriteBytes);
    sources.put(table, new Made(ladder, made));
    return made;
  }

  private void ended(
      TableName table,
      ReadLevels levels,
      @Nullable PropagationReading reading,
      @Nullable Throwable failure) {
    try {
      listener.ended(table, levels, reading, failure);
    } finally {
      CompletableFuture<Void> end = underWay.remove(table);
      if (end != null) {
        end.complete(null);
      }
    }
  }

  /** The source of a table's time, once there is one. */
  public Optional<PropagationSource> source(TableName table) {
    return Optional.ofNullable(sources.get(table)).map(Made::source);
  }

  /** Reads that all sources have sent so far, those that are closed by now included. */
  public synchronized OwnReads readsSent() {
    OwnReads sent = ofFormerSources;
    for (Made made : sources.values()) {
      sent = sent.plus(made.source().readsSent());
    }
    return sent;
  }

  /** Closes a table's source; the next round has a new one. */
  public synchronized void giveUp(TableName table) {
    Made former = sources.remove(table);
    if (former != null) {
      close(former);
      ofFormerSources = ofFormerSources.plus(former.source().readsSent());
    }
  }

  /** Undoes what sources have changed on the cluster; may take some seconds. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      // At once, since one may wait for its servers; and one that fails keeps no other open. All
      // stay known, for the reads that they have sent.
      sources.values().parallelStream().forEach(PropagationRounds::close);
    }
  }

  private static void close(Made made) {
    try {
      made.source().close();
    } catch (RuntimeException e) {
      LOG.warn("A source of propagation times could not be closed.", e);
    }
  }
}
