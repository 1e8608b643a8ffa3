package org.quorate.core.staleness.wars;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.quorate.core.staleness.KeyPopularity;

/**
 * The chance that the key of a random operation was written within a time: the mean over keys of 1
 * - e<sup>-w t</sup>, w being the key's own write rate. Tabulated as it is asked for, on 16 times
 * per octave, and linear between them, so that thousands of times cost no more than some hundred;
 * the error is below 2e-4 of the value. Not thread-safe.
 */
final class MeanOverKeys {
  private static final int PER_OCTAVE = 16;
  private static final int OCTAVES = 32;
  private static final double PER_LOGARITHM = PER_OCTAVE / Math.log(2);

  /** Of the longest time. */
  private static final double[] TIMES =
      IntStream.range(0, PER_OCTAVE * OCTAVES + 2)
          .mapToDouble(i -> Math.pow(2, -(double) i / PER_OCTAVE))
          .toArray();

  private final double writesPerSecond;
  private final KeyPopularity popularity;
  private final double longest;
  private final double[] tabulated = new double[TIMES.length];

  /**
   * @param longest time that will be asked for, in seconds
   */
  MeanOverKeys(double writesPerSecond, KeyPopularity popularity, double longest) {
    this.writesPerSecond = writesPerSecond;
    this.popularity = popularity;
    this.longest = longest;
    Arrays.fill(tabulated, Double.NaN);
  }

  /**
   * @param seconds above 0, at most the longest time
   */
  double within(double seconds) {
    double time = seconds / longest;
    int later = (int) Math.min(-Math.log(time) * PER_LOGARITHM, TIMES.length - 2.0);
    double share = (time - TIMES[later + 1]) / (TIMES[later] - TIMES[later + 1]);
    return Math.max(0, at(later + 1) + share * (at(later) - at(later + 1)));
  }

  private double at(int index) {
    if (Double.isNaN(tabulated[index])) {
      tabulated[index] = exactlyWithin(longest * TIMES[index]);
    }
    return tabulated[index];
  }

  /** The same without a table. */
  double exactlyWithin(double seconds) {
    return popularity.mean(share -> -Math.expm1(-writesPerSecond * share * seconds));
  }
}
