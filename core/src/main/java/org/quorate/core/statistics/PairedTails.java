package org.quorate.core.statistics;

import java.util.Optional;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PackedHistogram;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The 99th percentiles of two times that are taken together, again and again, and how far they are
 * apart.
 *
 * <p>Each percentile has the interval of order statistics that is free of any distribution
 * (Conover, Practical Nonparametric Statistics, 3rd edition, section 3.2). Each errs with half of
 * what is left to the confidence, so that both hold together whatever the two times have to do with
 * each other (Bonferroni), and so does the difference of their bounds. It takes the pairs to be
 * independent of one another; where slow times come in clusters it is too narrow.
 *
 * <p>Times are kept in microseconds, in steps of 1 %; bounds are rounded away from each other.
 * Thread-safe; of a size that depends on how far times are spread, a few KB.
 */
public final class PairedTails {
  /** Of the times, so many are at most the percentile. */
  public static final double SHARE = 0.99;

  /** The largest of fewer times may well be below the percentile: 0.99^437 is below 0.05 / 4. */
  public static final int FEWEST = 437;

  private static final double CONFIDENCE = 0.95;
  private static final int DIGITS = 2;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;

  private final PackedHistogram ones = new PackedHistogram(DIGITS);
  private final PackedHistogram others = new PackedHistogram(DIGITS);

  /**
   * The percentiles, milliseconds. Immutable.
   *
   * @param one of the first times, and {@code other} of the second
   * @param difference by how much the second is the greater, with 95 % confidence
   */
  public record Tails(double one, double other, Interval difference) {}

  /**
   * Takes two times of one pair, nanoseconds, at least 0. Beyond two thousand million pairs nothing
   * is added.
   */
  public synchronized void add(long one, long other) {
    if (ones.getTotalCount() < Integer.MAX_VALUE) {
      ones.recordValue(micros(one));
      others.recordValue(micros(other));
    }
  }

  private static long micros(long nanos) {
    return Math.round(nanos / NANOS_PER_MICRO);
  }

  /** Empty below {@value #FEWEST} pairs. */
  public synchronized Optional<Tails> tails() {
    int count = (int) ones.getTotalCount();
    if (count < FEWEST) {
      return Optional.empty();
    }
    // Times that are at most the percentile: fewer, or more, with this probability at most.
    double side = (1 - CONFIDENCE) / 4;
    BinomialDistribution below = BinomialDistribution.of(count, SHARE);
    int low = below.inverseCumulativeProbability(side);
    int high = 1 + below.inverseSurvivalProbability(side);
    int middle = (int) Math.ceil(SHARE * count);
    return Optional.of(
        new Tails(
            ones.highestEquivalentValue(ranked(ones, middle)) / MICROS_PER_MILLI,
            others.highestEquivalentValue(ranked(others, middle)) / MICROS_PER_MILLI,
            new Interval(
                difference(others, low, ones, high),
                -difference(ones, low, others, high),
                CONFIDENCE)));
  }

  /** By how much the first percentile is the greater at least, milliseconds. */
  private static double difference(
      PackedHistogram first, int low, PackedHistogram second, int high) {
    return (first.lowestEquivalentValue(ranked(first, low))
            - second.highestEquivalentValue(ranked(second, high)))
        / MICROS_PER_MILLI;
  }

  /** The time of a rank, 1 for the shortest. */
  private static long ranked(PackedHistogram times, int rank) {
    long counted = 0;
    for (HistogramIterationValue each : times.recordedValues()) {
      counted += each.getCountAddedInThisIterationStep();
      if (counted >= rank) {
        return each.getValueIteratedTo();
      }
    }
    throw new IllegalStateException(
        "There are " + counted + " times and none of rank " + rank + ".");
  }
}
