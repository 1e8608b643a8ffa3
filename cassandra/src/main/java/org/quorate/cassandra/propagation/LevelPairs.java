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
 * is read at the fallback level. Not so where servers do not allow its level: that may be for good,
 * and the round ends. Where the strong read times out, the weak one tells whether that is due to
 * the other replicas. Not thread-safe: a read begins when the one before has ended.
 *
 * @param <T> what is read, and through whom
 */
final class LevelPairs<T> {
  private static final long UNANSWERED = Long.MAX_VALUE;

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
  private int unanswered;
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
   * @param unanswered those of them whose strong read timed out while the weak one succeeded
   * @param lastFailure why the last of those did
   * @param newest when the last pair was complete, on the clock
   */
  record Outcome(
      List<Double> differences,
      ConsistencyLevel strong,
      int failed,
      int unanswered,
      @Nullable Throwable lastFailure,
      long newest) {
    /**
     * Of two parts of a round that are for the same weak level; where one had to fall back and the
     * other not, what the latter read is forgotten.
     *
     * @param wanted the strong level that both began with
     */
    Outcome plus(Outcome other, ConsistencyLevel wanted) {
      if (!strong.equals(other.strong)) {
        boolean isOther = !differences.isEmpty() && !strong.equals(wanted);
        return other.differences.isEmpty() || isOther ? this : other;
      }
      List<Double> both = new ArrayList<>(differences);
      both.addAll(other.differences);
      return new Outcome(
          List.copyOf(both),
          strong,
          failed + other.failed,
          unanswered + other.unanswered,
          lastFailure == null ? other.lastFailure : lastFailure,
          newest - other.newest >= 0 ? newest : other.newest);
    }
  }

  /**
   * @param targets read in this order
   * @param fallback the strong level when the first cannot be had; null for none
   * @param deadline on the clock; no pair begins afterwards
   */
  LevelPairs(
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
      outcome.complete(
          new Outcome(List.copyOf(differences), strong, failed, unanswered, lastFailure, newest));
      return;
    }
    T target = targets.get(next++);
    CompletionStage<Void> pair =
        random.nextBoolean()
            ? read.at(target, weak)
                .thenCompose(
                    weakNanos ->
                        strong(target).thenAccept(strongNanos -> ended(weakNanos, strongNanos)))
            : strong(target)
                .thenCompose(
                    strongNanos ->
                        read.at(target, weak)
                            .thenAccept(weakNanos -> ended(weakNanos, strongNanos)));
    pair.whenComplete(
        (both, failure) -> {
          if (failure != null) {
            failed(failure);
          }
          if (!outcome.isDone()) {
            nextPair();
          }
        });
  }

  /** The duration of the strong read, in nanoseconds, or {@link #UNANSWERED}. */
  private CompletionStage<Long> strong(T target) {
    return read.at(target, strong)
        .exceptionallyCompose(
            failure -> {
              if (!DriverErrors.isTimeout(failure)) {
                return CompletableFuture.failedFuture(failure);
              }
              lastFailure = Failures.cause(failure);
              return CompletableFuture.completedFuture(UNANSWERED);
            });
  }

  private void ended(long weakNanos, long strongNanos) {
    if (strongNanos == UNANSWERED) {
      failed++;
      unanswered++;
    } else {
      differences.add((strongNanos - weakNanos) / 1e9);
      newest = clock.getAsLong();
    }
  }

  private void failed(Throwable failure) {
    ConsistencyLevel weaker = fallback;
    if (DriverErrors.isUnavailable(failure) && weaker != null) {
      strong = weaker;
      fallback = null;
      differences.clear();
      unanswered = 0;
    } else if (DriverErrors.isUnauthorized(failure) || DriverErrors.isInvalid(failure)) {
      outcome.completeExceptionally(Failures.cause(failure));
    } else {
      failed++;
      lastFailure = Failures.cause(failure);
    }
  }
}
