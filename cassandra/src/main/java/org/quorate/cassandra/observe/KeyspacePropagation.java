package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationRounds;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.cassandra.propagation.TracePropagation;
import org.quorate.cassandra.table.TableName;

/**
 * The propagation time of a keyspace, measured now and then on one of its tables for all of them,
 * since their replicas are the same: the first, by name, on which it can be. Where it can be on
 * none, that is tried again some minutes later: a right may have been granted. Thread-safe.
 */
final class KeyspacePropagation implements AutoCloseable {
  /** After which a source that could not be used is tried again. */
  static final Duration RESPITE = Duration.ofMinutes(10);

  /** Of the rounds that count as of now: so many as are kept take about as long. */
  static final Duration LONGEST_AGE = Duration.ofMinutes(15);

  private final ObserverSettings settings;
  private final LongSupplier clock;
  private final Consumer<String> problem;
  private final PropagationRounds rounds;
  private final PropagationTally tally = new PropagationTally();
  private RoundBudget budget;
  private CompletableFuture<?> round = CompletableFuture.completedFuture(null);
  private int index;
  private boolean isAnew = true;
  private boolean isOver;
  private long overSinceNanos;
  private boolean isClosed;
  private long begunAtNanos;

  /**
   * @param averageWriteBytes NaN where not known
   * @param clock nanoseconds, as {@link System#nanoTime()}
   * @param problem told sentences for people, each perhaps often; must not ask this anything
   */
  KeyspacePropagation(
      CqlSession session,
      ObserverSettings settings,
      DoubleSupplier averageWriteBytes,
      LongSupplier clock,
      Consumer<String> problem) {
    this.settings = settings;
    this.clock = clock;
    this.budget = unspent(settings, clock);
    this.problem = problem;
    this.rounds =
        new PropagationRounds(
            session,
            settings.propagation(),
            averageWriteBytes,
            (measured, levels, reading, failure) -> ended(reading, failure));
  }

  /**
   * A reading of the nodes' counts.
   *
   * @param readsPerSecond by others, of all tables that were counted; 0 where no node answered
   */
  synchronized void counted(double readsPerSecond) {
    budget.counted(readsPerSecond, clock.getAsLong());
  }

  /**
   * Begins a round where one is due, none is under way, and the reads that it takes may be sent.
   */
  void measureIfDue() {
    TableName due;
    int pairs;
    synchronized (this) {
      long now = clock.getAsLong();
      if (isOver && !isClosed && now - overSinceNanos >= RESPITE.toNanos()) {
        anew(0);
        isOver = false;
      }
      boolean isEarly = !isAnew && now - begunAtNanos < settings.propagationInterval().toNanos();
      if (isOver || isEarly || !round.isDone()) {
        return;
      }
      // Other sources read nothing of these tables.
      pairs = isAnew || readsTable() ? budget.next(now) : Integer.MAX_VALUE;
      if (pairs == 0) {
        return;
      }
      isAnew = false;
      begunAtNanos = now;
      due = table();
    }
    CompletableFuture<?> begun = rounds.begin(due, settings.levels(), pairs).toCompletableFuture();
    synchronized (this) {
      round = begun;
    }
  }

  /** The source of the table before is given up, which has read nothing. */
  private void anew(int next) {
    rounds.giveUp(table());
    index = next;
    isAnew = true;
    budget = unspent(settings, clock);
  }

  private static RoundBudget unspent(ObserverSettings settings, LongSupplier clock) {
    return new RoundBudget(settings.sampling().shareOfPropagation(), clock.getAsLong());
  }

  private boolean readsTable() {
    return source(NetworkPropagation.class).isPresent()
        || source(TracePropagation.class).isPresent();
  }

  private synchronized void ended(
      @Nullable PropagationReading reading, @Nullable Throwable failure) {
    if (reading != null) {
      tally.add(reading);
    } else if (failure != null) {
      problem.accept("The propagation time could not be measured: " + Failures.sentence(failure));
      if (Failures.cause(failure) instanceof SourceException && !isOver) {
        unusable();
      }
    }
  }

  /** A source that cannot be used is made for the next table, where the table may be to blame. */
  private void unusable() {
    isOver = !readsTable() || index + 1 == settings.tables().size();
    overSinceNanos = clock.getAsLong();
    if (!isOver) {
      anew(index + 1);
    }
  }

  /** Waits for a propagation time where none is known yet and one is being measured. */
  void await(Duration patience) throws InterruptedException {
    CompletableFuture<?> underWay;
    synchronized (this) {
      if (!tally.isEmpty()) {
        return;
      }
      underWay = round;
    }
    try {
      underWay.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException late) {
      problem.accept("The propagation time was not measured in time.");
    }
  }

  /** What the rounds so far say; empty before the first. */
  synchronized Optional<PropagationSummary> summary() {
    return tally.summary(meaning());
  }

  /** What the rounds of the last minutes say; empty where there were none. */
  synchronized Optional<PropagationSummary> latest() {
    return tally.summarySince(clock.getAsLong() - LONGEST_AGE.toNanos(), meaning());
  }

  private String meaning() {
    return rounds.source(table()).map(PropagationSource::meaning).orElse("");
  }

  /** What a strong read costs more; empty where the source does not know it. */
  synchronized Optional<LevelDifference> difference() {
    return source(NetworkPropagation.class).flatMap(NetworkPropagation::difference);
  }

  /** How long coordinators wait for each replica; empty where the source does not know it. */
  synchronized List<ReplicaLink> links() {
    return source(TracePropagation.class).map(TracePropagation::links).orElse(List.of());
  }

  private TableName table() {
    return settings.tables().get(index);
  }

  /** The source, where it is of this kind. */
  private <S extends PropagationSource> Optional<S> source(Class<S> kind) {
    return rounds.source(table()).filter(kind::isInstance).map(kind::cast);
  }

  /** The reads that measuring has taken so far. */
  OwnReads readsSent() {
    return rounds.readsSent();
  }

  /** Undoes what the source has changed; may take some seconds. */
  @Override
  public void close() {
    synchronized (this) {
      isOver = true;
      isClosed = true;
    }
    rounds.close();
  }
}
