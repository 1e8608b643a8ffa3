package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;

/**
 * Reads each target once at a weak level and once at a strong one, the first of the two drawn by
 * lot, one read after another, and keeps how much longer the strong one took.
 *
 * <p>When a strong read finds too few replicas up, the pairs before it are forgotten and the rest
 * is read at the fallback level. Not thread-safe: a read begins when the one before has ended.
 *
 * @param <T> what is read, and through whom
 */
final class PairedReads<T> {
  private final Read<T> read;
  private final List<T> targets;
  private final ConsistencyLevel weak;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final long deadline;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final List<Double> differences = new ArrayList<>();
  private ConsistencyLevel strong;
  private @Nullable ConsistencyLevel fallback;
  private int failed;
  private @Nullable Throwable lastFailure;
  private int next;
  private long newest;

  /** Reads once. */
  @FunctionalInterface
  interface Read<T> {
    /** The duration of the read in nanoseconds. */
    CompletionStage<Long> at(T target, ConsistencyLevel level);
  }

  /**
   * What came of it.
   *
   * @param differences strong minus weak of each pair, in seconds; may be negative
   * @param strong the strong level of those pairs
   * @param failed pairs of which a read failed
   * @param lastFailure why the last of those did
   * @param newest when the last pair was complete, on the clock
   */
  record Outcome(
      List<Double> differences,
      ConsistencyLevel strong,
      int failed,
      @Nullable Throwable lastFailure,
      long newest) {}

  /**
   * @param targets read in this order
   * @param fallback the strong level when the first cannot be had; null for none
   * @param deadline on the clock; no pair begins afterwards
   */
  PairedReads(
      Read<T> read,
      List<T> targets,
      ConsistencyLevel weak,
      ConsistencyLevel strong,
      @Nullable ConsistencyLevel fallback,
      RandomGenerator random,
      LongSupplier clock,
      long deadline) {
    this.read = read;
    this.targets = List.copyOf(targets);
    this.weak = weak;
    this.strong = strong;
    this.fallback = fallback;
    this.random = random;
    this.clock = clock;
    this.deadline = deadline;
    this.newest = clock.getAsLong();
  }

  /** Begins; to be called once. Fails only where no later pair could be better. */
  CompletionStage<Outcome> run() {
    nextPair();
    return outcome;
  }

  private void nextPair() {
    if (next == targets.size() || clock.getAsLong() - deadline >= 0) {
      outcome.complete(new Outcome(List.copyOf(differences), strong, failed, lastFailure, newest));
      return;
    }
    T target = targets.get(next++);
    boolean weakFirst = random.nextBoolean();
    ConsistencyLevel first = weakFirst ? weak : strong;
    ConsistencyLevel second = weakFirst ? strong : weak;
    read.at(target, first)
        .thenCompose(
            firstNanos ->
                read.at(target, second)
                    .thenApply(
                        secondNanos ->
                            weakFirst ? secondNanos - firstNanos : firstNanos - secondNanos))
        .whenComplete(
            (nanos, failure) -> {
              if (failure == null) {
                differences.add(nanos / 1e9);
                newest = clock.getAsLong();
              } else {
                failed(failure);
              }
              if (!outcome.isDone()) {
                nextPair();
              }
            });
  }

  private void failed(Throwable failure) {
    if (DriverErrors.isUnauthorized(failure) || DriverErrors.isInvalid(failure)) {
      outcome.completeExceptionally(Failures.cause(failure));
      return;
    }
    ConsistencyLevel weaker = fallback;
    if (DriverErrors.isUnavailable(failure) && weaker != null) {
      strong = weaker;
      fallback = null;
      differences.clear();
    } else {
      failed++;
      lastFailure = Failures.cause(failure);
    }
  }
}
