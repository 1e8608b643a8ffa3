package org.quorate.core.staleness.wars;

import java.util.Arrays;
import org.quorate.core.staleness.KeyPopularity;

/**
 * The chance that the key of a random operation was written within a time: the mean over keys of 1
 * - e<sup>-w t</sup>, w being the key's own write rate. Tabulated as it is asked for, on 32 times
 * per octave, and linear between them, so that thousands of times cost no more than one times the
 * number of different keys for each of these; the error is below 1e-4 of the value. Not
 * thread-safe.
 */
final class MeanOverKeys {
  private static final int PER_OCTAVE = 32;
  private static final int OCTAVES = 32;

  private final double writesPerSecond;
  private final KeyPopularity popularity;
  private final double longest;
  private final double[] tabulated = new double[PER_OCTAVE * OCTAVES + 2];

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
    double position = PER_OCTAVE * Math.log(longest / seconds) / Math.log(2);
    int later = (int) Math.min(position, tabulated.length - 2.0);
    double upper = time(later);
    double lower = time(later + 1);
    double share = (seconds - lower) / (upper - lower);
    return Math.max(0, at(later + 1) + share * (at(later) - at(later + 1)));
  }

  private double time(int index) {
    return longest * Math.pow(2, -(double) index / PER_OCTAVE);
  }

  private double at(int index) {
    if (Double.isNaN(tabulated[index])) {
      tabulated[index] = exactlyWithin(time(index));
    }
    return tabulated[index];
  }

  /** The same without a table. */
  double exactlyWithin(double seconds) {
    return popularity.mean(share -> -Math.expm1(-writesPerSecond * share * seconds));
  }
}
