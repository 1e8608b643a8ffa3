package org.quorate.core.recency;

import java.util.Arrays;

/**
 * How many reads there were of each age of the row's newest write by this process, in the bins of
 * {@link AgeBins}. A number need not be whole, since what is long ago may count for less.
 * Immutable.
 */
public final class AgeCounts {
  /** No reads. */
  public static final AgeCounts NONE = new AgeCounts(new double[AgeBins.COUNT]);

  private final double[] counts;
  private final double total;

  private AgeCounts(double[] counts) {
    this.counts = counts;
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    this.total = sum;
  }

  /** The same object for no reads, whoever has none: most classes of keys have none. */
  private static AgeCounts orNone(double[] counts) {
    AgeCounts all = new AgeCounts(counts);
    return all.total == 0 ? NONE : all;
  }

  /**
   * @param counts of each bin, at least 0
   * @throws IllegalArgumentException if there are not as many as bins, or one is negative
   */
  public static AgeCounts of(double... counts) {
    if (counts.length != AgeBins.COUNT) {
      throw new IllegalArgumentException(
          "There are " + AgeBins.COUNT + " bins of ages, but " + counts.length + " counts.");
    }
    for (double count : counts) {
      if (!(count >= 0)) {
        throw new IllegalArgumentException("A count is at least 0, but one is " + count + ".");
      }
    }
    return orNone(counts.clone());
  }

  /**
   * Reads of one bin.
   *
   * @param bin 0 to {@link AgeBins#NEVER}
   */
  public double count(int bin) {
    return counts[bin];
  }

  /** Reads of all bins. */
  public double total() {
    return total;
  }

  /** These reads and those. */
  public AgeCounts plus(AgeCounts others) {
    return with(others, 1);
  }

  /**
   * These reads without those that were counted earlier; a bin never falls below 0, as when the
   * count began anew in between.
   */
  public AgeCounts since(AgeCounts earlier) {
    return with(earlier, -1);
  }

  /**
   * Each read counting for a part of one.
   *
   * @param weight at least 0
   */
  public AgeCounts times(double weight) {
    if (total == 0 || weight == 1) {
      return this;
    }
    double[] weighted = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      weighted[bin] = weight * counts[bin];
    }
    return orNone(weighted);
  }

  private AgeCounts with(AgeCounts others, int sign) {
    if (others.total == 0) {
      return this;
    }
    if (total == 0) {
      return sign > 0 ? others : NONE;
    }
    double[] sums = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      sums[bin] = Math.max(0, counts[bin] + sign * others.counts[bin]);
    }
    return orNone(sums);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgeCounts that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return total() + " reads by age";
  }
}
