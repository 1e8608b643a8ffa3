package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;

/**
 * Has the propagation time of a keyspace measured now and then, one round at a time: on one of its
 * tables for all of them, since their replicas are the same. That is the first, by name, that the
 * source can use. Thread-safe.
 */
final class PropagationWatch implements AutoCloseable {
  private final CqlSession session;
  private final ObserverSettings settings;
  private final DoubleSupplier averageWriteBytes;
  private final LongSupplier clock;
  private final Consumer<String> problem;
  private final PropagationTally rounds = new PropagationTally();
  private @Nullable PropagationSource source;
  private CompletableFuture<?> round = CompletableFuture.completedFuture(null);
  private int table;
  private boolean isOver;
  private long roundAtNanos;

  /**
   * @param averageWriteBytes NaN where not known
   * @param clock nanoseconds, as {@link System#nanoTime()}
   * @param problem told sentences for people, each perhaps often; must not ask this watch anything
   */
  PropagationWatch(
      CqlSession session,
      ObserverSettings settings,
      DoubleSupplier averageWriteBytes,
      LongSupplier clock,
      Consumer<String> problem) {
    this.session = session;
    this.settings = settings;
    this.averageWriteBytes = averageWriteBytes;
    this.clock = clock;
    this.problem = problem;
  }

  /** Begins a round where one is due and none is under way. */
  synchronized void measureIfDue() {
    long now = clock.getAsLong();
    boolean due = source == null || now - roundAtNanos >= settings.propagationInterval().toNanos();
    if (isOver || !due || !round.isDone()) {
      return;
    }
    roundAtNanos = now;
    try {
      PropagationSource used = source;
      if (used == null) {
        used =
            settings
                .propagation()
                .make(
                    session,
                    settings.tables().get(table),
                    settings.levels().ladder(),
                    averageWriteBytes);
        source = used;
      }
      round = used.measure().toCompletableFuture().handle(this::measured);
    } catch (RuntimeException e) {
      unmeasured(e);
    }
  }

  private synchronized boolean measured(
      @Nullable PropagationReading reading, @Nullable Throwable failure) {
    if (reading != null) {
      rounds.add(reading);
    } else if (failure != null) {
      unmeasured(Failures.cause(failure));
    }
    return true;
  }

  /** A source that cannot be used is tried on the next table, where the table may be to blame. */
  private void unmeasured(Throwable failure) {
    problem.accept("The propagation time could not be measured: " + Failures.sentence(failure));
    PropagationSource failed = source;
    if (failure instanceof SourceException && failed != null) {
      if (failed instanceof NetworkPropagation && table + 1 < settings.tables().size()) {
        table++;
        source = null;
        failed.close();
      } else {
        isOver = true;
      }
    }
  }

  /** Waits for a propagation time where none is known yet and one is being measured. */
  void await(Duration patience) throws InterruptedException {
    CompletableFuture<?> underWay;
    synchronized (this) {
      if (!rounds.isEmpty()) {
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
    PropagationSource used = source;
    return rounds.summary(used == null ? "" : used.meaning());
  }

  /** What a strong read costs more; empty where the source does not know it. */
  synchronized Optional<LevelDifference> difference() {
    return source instanceof NetworkPropagation network ? network.difference() : Optional.empty();
  }

  /** Undoes what the source has changed; may take some seconds. */
  @Override
  public void close() {
    PropagationSource used;
    synchronized (this) {
      used = source;
      isOver = true;
    }
    if (used != null) {
      used.close();
    }
  }
}
