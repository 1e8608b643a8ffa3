package org.quorate.cassandra.propagation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one canary through one replica, again and again without pause, until it is seen, the time
 * is up, no reads are left, or a read fails. Not thread-safe: a read begins when the one before has
 * ended.
 */
final class CanaryWatch {
  private final Look look;
  private final long acknowledged;
  private final long deadline;
  private final AtomicInteger reads;
  private final LongSupplier clock;
  private final CompletableFuture<Sighting> sighting = new CompletableFuture<>();
  private boolean missed;
  private long lastMissInvoked;
  private long fastest = Long.MAX_VALUE;

  /** Reads the canary once. */
  @FunctionalInterface
  interface Look {
    /**
     * @param timeout above 0
     * @return whether it was there
     */
    CompletionStage<Boolean> through(Duration timeout);
  }

  /** What became of a canary at one replica. */
  sealed interface Sighting {
    /** It was seen. */
    record Seen(VisibilityInterval interval) implements Sighting {}

    /** It was not seen within the time or the reads of the round. */
    record Lost() implements Sighting {}

    /** The replica did not answer. */
    record Unanswered(Throwable failure) implements Sighting {}
  }

  /**
   * @param acknowledged when the write's acknowledgement arrived, on the clock
   * @param deadline on the clock; no read begins afterwards
   * @param reads how many are left for all watches of the round together
   */
  CanaryWatch(
      Look look, long acknowledged, long deadline, AtomicInteger reads, LongSupplier clock) {
    this.look = look;
    this.acknowledged = acknowledged;
    this.deadline = deadline;
    this.reads = reads;
    this.clock = clock;
  }

  /** Begins; to be called once. Never fails. */
  CompletionStage<Sighting> run() {
    next();
    return sighting;
  }

  private void next() {
    long invoked = clock.getAsLong();
    long left = deadline - invoked;
    if (left <= 0 || reads.getAndDecrement() <= 0) {
      sighting.complete(new Sighting.Lost());
      return;
    }
    look.through(Duration.ofNanos(left))
        .whenComplete((seen, failure) -> judge(invoked, seen, failure));
  }

  private void judge(long invoked, @Nullable Boolean seen, @Nullable Throwable failure) {
    long completed = clock.getAsLong();
    if (seen == null) {
      sighting.complete(
          completed - deadline >= 0 && missed
              ? new Sighting.Lost()
              : new Sighting.Unanswered(
                  failure == null ? new IllegalStateException("No answer.") : failure));
      return;
    }
    fastest = Math.min(fastest, completed - invoked);
    if (seen) {
      sighting.complete(
          new Sighting.Seen(
              VisibilityInterval.between(
                  acknowledged, missed, lastMissInvoked, completed, fastest / 2)));
    } else {
      missed = true;
      lastMissInvoked = invoked;
      next();
    }
  }
}
