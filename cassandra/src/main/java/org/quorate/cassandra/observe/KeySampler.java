package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.ReadLevels;

/**
 * Reads the timestamps of sampled keys in pairs, at the weakest level and at one that meets every
 * completed write. Keys are drawn by a range query of a few rows from a random token on, of the
 * tables in turn, so that all partitions are about equally likely, however often the application
 * uses them.
 *
 * <p>Costs one range query for every {@value #MOST_ROWS} keys at most and two reads for each key,
 * at an even pace. Thread-safe; never throws.
 */
final class KeySampler implements AutoCloseable {
  static final int MOST_ROWS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private record Key(SampledTable table, BoundStatement read) {}

  private final CqlSession session;
  private final List<SampledTable> tables;
  private final PairedReads.Levels levels;
  private final int rowsAtOnce;
  private final RandomGenerator random;
  private final Consumer<String> problem;
  private final PairedReads pairs;
  private final ArrayDeque<Key> waiting = new ArrayDeque<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampling = new Thread(task, "quorate-key-sampler");
            sampling.setDaemon(true);
            return sampling;
          });
  private int next;
  private boolean asking;

  /**
   * @param perSecond keys, at least 1
   * @param random of tokens; used by one thread at a time
   * @param problem told sentences for people, each perhaps often
   */
  KeySampler(
      CqlSession session,
      List<SampledTable> tables,
      ReadLevels levels,
      int perSecond,
      RandomGenerator random,
      Consumer<String> problem) {
    this.session = session;
    this.tables = List.copyOf(tables);
    this.levels = new PairedReads.Levels(levels.weakest(), levels.safe());
    this.rowsAtOnce = Math.min(MOST_ROWS, perSecond);
    this.random = random;
    this.problem = problem;
    this.pairs =
        PairedReads.alone(
            session,
            new Events(
                List.of(event -> told(event, problem)),
                Duration.ofMinutes(1),
                System::nanoTime,
                InstantSource.system()),
            System::nanoTime,
            InstantSource.system());
    long period = TimeUnit.SECONDS.toNanos(1) / perSecond;
    var unused = thread.scheduleAtFixedRate(this::step, 0, period, TimeUnit.NANOSECONDS);
  }

  /** What pairs have shown is part of the report, and no problem. */
  private static void told(LevelEvent event, Consumer<String> problem) {
    if (event.kind() == LevelEvent.Kind.SAMPLING) {
      problem.accept("Sampled keys: " + event.reason());
    }
  }

  /** The next key, or the question for more. */
  private synchronized void step() {
    try {
      Key key = waiting.poll();
      if (key != null) {
        pairs.begin(key.table().table(), key.table().pair(), key.read(), levels);
      }
      if (waiting.isEmpty() && !asking && !tables.isEmpty()) {
        asking = true;
        SampledTable table = tables.get(next++ % tables.size());
        ask(table, random.nextLong(), true);
      }
    } catch (RuntimeException e) {
      failed(tables.get(0).table(), e);
    }
  }

  private void ask(SampledTable table, long token, boolean again) {
    session
        .prepareAsync(table.pair().text())
        .thenCompose(prepared -> keys(table, token).thenApply(rows -> take(table, prepared, rows)))
        .whenComplete(
            (found, failure) -> {
              if (failure != null) {
                failed(table.table(), failure);
              } else if (found == 0 && again) {
                ask(table, Long.MIN_VALUE, false);
              } else {
                answered(table, found);
              }
            });
  }

  private CompletionStage<AsyncResultSet> keys(SampledTable table, long token) {
    return session.executeAsync(
        SimpleStatement.newInstance(table.keysFrom(token, rowsAtOnce))
            .setConsistencyLevel(DriverLevels.of(levels.weak()))
            .setPageSize(rowsAtOnce)
            .setTimeout(TIMEOUT)
            .setIdempotent(true));
  }

  private synchronized int take(
      SampledTable table, PreparedStatement prepared, AsyncResultSet rows) {
    int found = 0;
    for (Row row : rows.currentPage()) {
      found++;
      BoundStatement read = prepared.bind();
      boolean whole = true;
      for (int i = 0; i < row.size(); i++) {
        whole &= !row.isNull(i);
        read = read.setBytesUnsafe(i, row.getBytesUnsafe(i));
      }
      // A partition that has static columns only has no row that a whole key names.
      if (whole) {
        waiting.add(new Key(table, read));
      }
    }
    return found;
  }

  private synchronized void answered(SampledTable table, int found) {
    asking = false;
    if (found == 0) {
      problem.accept("Table " + table.table() + " has no rows whose keys could be sampled.");
    }
  }

  private synchronized void failed(TableName table, Throwable failure) {
    asking = false;
    problem.accept("Keys of " + table + " could not be sampled: " + Failures.sentence(failure));
  }

  /** The reads of pairs that have ended so far. */
  OwnReads readsSent() {
    return pairs.readsSent();
  }

  Optional<PairResult> result(TableName table) {
    return pairs.result(table);
  }

  /**
   * Begins to sample those tables that can be, or gives nothing where none can, or where the
   * weakest level meets every write; the reasons are told.
   */
  static Optional<KeySampler> begin(
      CqlSession session,
      ObserverSettings settings,
      RandomGenerator random,
      Consumer<String> problem) {
    ReadLevels levels = settings.levels();
    if (levels.weakest() == levels.safe()) {
      problem.accept(
          "No keys are sampled: after writes at "
              + levels.writeLevel()
              + " reads at "
              + levels.weakest()
              + " meet every write.");
      return Optional.empty();
    }
    List<SampledTable> tables =
        settings.tables().stream()
            .flatMap(
                table -> {
                  try {
                    return Stream.of(SampledTable.of(session, table));
                  } catch (SourceException unsuitable) {
                    problem.accept(String.valueOf(unsuitable.getMessage()));
                    return Stream.empty();
                  }
                })
            .toList();
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KeySampler(
                session, tables, levels, settings.sampledKeysPerSecond(), random, problem));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
