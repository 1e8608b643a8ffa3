package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.monitor.SourceException;

/**
 * Reads each target once and keeps its trace, one after another.
 *
 * <p>When a read finds too few replicas up, the traces before it are forgotten and the rest is read
 * at the fallback level. Where no later read could be better the round ends. Not thread-safe: a
 * read begins when the one before has ended.
 *
 * @param <T> what is read, and through whom
 */
final class TracedReads<T> {
  private final Read<T> read;
  private final List<T> targets;
  private final LongSupplier clock;
  private final long deadline;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final List<TraceLegs> traces = new ArrayList<>();
  private ConsistencyLevel level;
  private @Nullable ConsistencyLevel fallback;
  private int failed;
  private @Nullable Throwable lastFailure;
  private int next;
  private long newest;

  /** Reads once. */
  @FunctionalInterface
  interface Read<T> {
    /** Its trace; fails where it does not tell of all replicas that were asked. */
    CompletionStage<TraceLegs> at(T target, ConsistencyLevel level);
  }

  /**
   * What came of it.
   *
   * @param level of those reads
   * @param failed reads that failed, or whose trace did
   * @param lastFailure why the last of those did
   * @param newest when the last trace was complete, on the clock
   */
  record Outcome(
      List<TraceLegs> traces,
      ConsistencyLevel level,
      int failed,
      @Nullable Throwable lastFailure,
      long newest) {}

  /**
   * @param fallback the level when the first cannot be had; null for none
   * @param deadline on the clock; no read begins afterwards
   */
  TracedReads(
      Read<T> read,
      List<T> targets,
      ConsistencyLevel level,
      @Nullable ConsistencyLevel fallback,
      LongSupplier clock,
      long deadline) {
    this.read = read;
    this.targets = List.copyOf(targets);
    this.level = level;
    this.fallback = fallback;
    this.clock = clock;
    this.deadline = deadline;
    this.newest = clock.getAsLong();
  }

  /** Begins; to be called once. Fails only where no later read could be better. */
  CompletionStage<Outcome> run() {
    nextRead();
    return outcome;
  }

  private void nextRead() {
    if (next == targets.size() || clock.getAsLong() - deadline >= 0) {
      outcome.complete(new Outcome(List.copyOf(traces), level, failed, lastFailure, newest));
      return;
    }
    read.at(targets.get(next++), level)
        .whenComplete(
            (trace, failure) -> {
              if (failure == null) {
                traces.add(trace);
                newest = clock.getAsLong();
              } else {
                failed(failure);
              }
              if (!outcome.isDone()) {
                nextRead();
              }
            });
  }

  private void failed(Throwable failure) {
    ConsistencyLevel weaker = fallback;
    if (DriverErrors.isUnavailable(failure) && weaker != null) {
      level = weaker;
      fallback = null;
      traces.clear();
    } else if (Failures.cause(failure) instanceof SourceException
        || DriverErrors.isUnauthorized(failure)
        || DriverErrors.isInvalid(failure)) {
      outcome.completeExceptionally(Failures.cause(failure));
    } else {
      failed++;
      lastFailure = Failures.cause(failure);
    }
  }
}
