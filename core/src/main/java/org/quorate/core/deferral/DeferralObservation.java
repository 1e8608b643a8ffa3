package org.quorate.core.deferral;

import java.util.List;
import java.util.Optional;

/**
 * What a policy knows.
 *
 * @param bound the longest time in seconds from acceptance of a write until a server has
 *     acknowledged it, above 0
 * @param flushTime seconds that a slow flush took of late (the longest, or a high quantile), at
 *     least 0; 0 if there was none
 * @param writesPerSecond that were accepted for one server of late, at least 0
 * @param bytesPerWrite mean size of these, at least 0
 * @param mostBatchBytes no flush may be larger, at least 1
 * @param costs of a write in flushes of different sizes, by ascending size, as far as known
 * @param current what is in effect
 */
public record DeferralObservation(
    double bound,
    double flushTime,
    double writesPerSecond,
    double bytesPerWrite,
    long mostBatchBytes,
    List<FlushCost> costs,
    DeferralDecision current) {
  /**
   * Share of the bound that is kept free however quick flushes are: a server that pauses to collect
   * garbage, or to write its memory to files, gives no sign before. Measured on busy servers, a
   * wait of half a second instead of a quarter made throughput 3 % higher, and the slowest of
   * 30,000 writes twice as slow.
   */
  private static final double LEAST_SLACK = 0.65;

  /** Share of the bound that is kept free at most: a server that is too slow misses it anyway. */
  private static final double MOST_SLACK = 0.75;

  /** How much slower than the slowest of late the next flush may be without missing the bound. */
  private static final double HEADROOM = 1.5;

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public DeferralObservation {
    costs = List.copyOf(costs);
    if (!(bound > 0) || !(flushTime >= 0) || !(writesPerSecond >= 0) || !(bytesPerWrite >= 0)) {
      throw new IllegalArgumentException(
          "A bound must be above 0, times and rates at least 0, but they are bound "
              + bound
              + ", flush time "
              + flushTime
              + ", writes per second "
              + writesPerSecond
              + ", bytes per write "
              + bytesPerWrite
              + ".");
    }
    if (mostBatchBytes < 1) {
      throw new IllegalArgumentException(
          "A flush must have room for at least 1 byte, but it has " + mostBatchBytes + ".");
    }
  }

  /**
   * The longest wait in seconds that leaves a flush the time it needs: the bound less one and a
   * half times the flush time, of which at least 65 % and at most three quarters of the bound are
   * kept free.
   */
  public double waitWithinBound() {
    double slack =
        Math.min(MOST_SLACK * bound, Math.max(LEAST_SLACK * bound, HEADROOM * flushTime));
    return bound - slack;
  }

  /** What is known of flushes of the class of {@code bytes}. */
  public Optional<FlushCost> costOf(long bytes) {
    long size = FlushCosts.sizeClass(bytes);
    return costs.stream().filter(cost -> cost.batchBytes() == size).findFirst();
  }
}
