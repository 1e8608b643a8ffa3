package org.quorate.core.deferral;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds up what writes cost in flushes of different sizes. Sizes are classes by powers of two. Old
 * flushes count less and less: every flush, whatever its size, takes {@code 1 / memory} of the
 * weight of all that came before, so that a size that is no longer used is forgotten after some
 * {@code memory} flushes and may be tried again. Not thread-safe.
 */
public final class FlushCosts {
  private static final int CLASSES = 63;

  private final double keep;
  private final double[] flushes = new double[CLASSES];
  private final double[] writes = new double[CLASSES];
  private final double[] seconds = new double[CLASSES];

  /**
   * @param memory number of flushes after which one counts for 1/e, at least 1
   */
  public FlushCosts(double memory) {
    if (!(memory >= 1)) {
      throw new IllegalArgumentException(
          "Flushes must be remembered for at least 1 flush, not for " + memory + ".");
    }
    keep = Math.exp(-1 / memory);
  }

  /** The largest power of two that is at most {@code bytes}, which are at least 1. */
  public static long sizeClass(long bytes) {
    return Long.highestOneBit(bytes);
  }

  /**
   * A flush was answered.
   *
   * @param bytes that it carried, at least 1
   * @param count of writes, at least 1
   * @param duration in seconds from sending until everything was answered
   */
  public void flushed(long bytes, long count, double duration) {
    for (int size = 0; size < CLASSES; size++) {
      flushes[size] *= keep;
      writes[size] *= keep;
      seconds[size] *= keep;
    }
    int size = index(bytes);
    flushes[size]++;
    writes[size] += count;
    seconds[size] += duration;
  }

  /**
   * What is known, by ascending size.
   *
   * @param fewest sizes with less than so many flushes that still count are left out
   */
  public List<FlushCost> known(double fewest) {
    List<FlushCost> known = new ArrayList<>();
    for (int size = 0; size < CLASSES; size++) {
      if (flushes[size] >= fewest && writes[size] > 0) {
        known.add(new FlushCost(1L << size, flushes[size], seconds[size] / writes[size]));
      }
    }
    return known;
  }

  private static int index(long bytes) {
    return 63 - Long.numberOfLeadingZeros(Math.max(1, bytes));
  }
}
