package org.quorate.core.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.quorate.core.random.SeededRandom;

/**
 * The ratio of two means with a bootstrap interval: bias-corrected and accelerated (BCa; Efron,
 * Journal of the American Statistical Association 82, 1987; Efron and Tibshirani, An Introduction
 * to the Bootstrap, chapter 14). It asks for no distribution, unlike {@link PairedRatio} and {@link
 * LogRatio}, but for more runs: with fewer than about ten its intervals are known to be too narrow,
 * so that verdicts are not taken from it. The same seed gives the same interval.
 *
 * @param ratio mean of second divided by mean of first
 * @param interval a single point where no run differs from its group
 */
public record BootstrapRatio(double ratio, Interval interval) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * Of two groups of runs that have no repetition in common: each is resampled for itself.
   *
   * @param first one positive number per run, at least two
   * @param second the same; the groups may differ in size
   * @param resamples at least 100; 10,000 give the bounds to about two digits
   * @throws IllegalArgumentException if a group has fewer than two runs, or a value is not positive
   *     and finite
   */
  public static BootstrapRatio unpaired(
      List<Double> first,
      List<Double> second,
      double confidence,
      int resamples,
      SeededRandom random) {
    double[] one = checked(first, resamples);
    double[] two = checked(second, resamples);
    double[] ratios = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      ratios[i] = resampledMean(two, random) / resampledMean(one, random);
    }
    double ratio = mean(two) / mean(one);
    return new BootstrapRatio(ratio, interval(ratio, ratios, acceleration(one, two), confidence));
  }

  /** The BCa interval of a statistic by its resampled values, which are sorted for that. */
  static Interval interval(
      double statistic, double[] resampled, double acceleration, double confidence) {
    Interval.checkConfidence(confidence);
    Arrays.sort(resampled);
    if (resampled[0] == resampled[resampled.length - 1]) {
      return new Interval(statistic, statistic, confidence);
    }
    double[] levels = levels(statistic, resampled, acceleration, (1 - confidence) / 2);
    return new Interval(quantile(resampled, levels[0]), quantile(resampled, levels[1]), confidence);
  }

  /** The two shares of the resampled ratios that BCa takes as bounds. */
  static double[] levels(double ratio, double[] ratios, double acceleration, double tail) {
    double below = 0;
    for (double resampled : ratios) {
      below += resampled < ratio ? 1 : resampled == ratio ? 0.5 : 0;
    }
    // A share of 0 or 1 has no normal quantile; half a resample is the least that can be known.
    double share =
        Math.min(Math.max(below / ratios.length, 0.5 / ratios.length), 1 - 0.5 / ratios.length);
    double bias = NORMAL.inverseCumulativeProbability(share);
    double z = NORMAL.inverseCumulativeProbability(tail);
    return new double[] {level(bias, bias + z, acceleration), level(bias, bias - z, acceleration)};
  }

  private static double level(double bias, double shifted, double acceleration) {
    return NORMAL.cumulativeProbability(bias + shifted / (1 - acceleration * shifted));
  }

  /** From the jackknife of each group, as if the other stood still. */
  static double acceleration(double[] one, double[] two) {
    double top = mean(two);
    double bottom = mean(one);
    double[] first = new double[one.length];
    for (int i = 0; i < one.length; i++) {
      first[i] = top / without(one, i);
    }
    double[] second = new double[two.length];
    for (int i = 0; i < two.length; i++) {
      second[i] = without(two, i) / bottom;
    }
    return accelerationOf(first, second);
  }

  /** From the statistic without each of its values in turn, group by group. */
  static double accelerationOf(double[]... jackknives) {
    double cubes = 0;
    double squares = 0;
    for (double[] jackknife : jackknives) {
      double centre = mean(jackknife);
      double n = jackknife.length;
      for (double value : jackknife) {
        double influence = (n - 1) * (centre - value) / n;
        cubes += influence * influence * influence;
        squares += influence * influence;
      }
    }
    return squares == 0 ? 0 : cubes / (6 * Math.pow(squares, 1.5));
  }

  private static double resampledMean(double[] values, SeededRandom random) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[(int) random.nextLong(values.length)];
    }
    return sum / values.length;
  }

  private static double without(double[] values, int left) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += i == left ? 0 : values[i];
    }
    return sum / (values.length - 1);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int low = (int) place;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  }

  private static double[] checked(List<Double> values, int resamples) {
    if (values.size() < 2 || resamples < 100) {
      throw new IllegalArgumentException(
          "A bootstrap needs at least 2 runs and 100 resamples, but there are "
              + values.size()
              + " and "
              + resamples
              + ".");
    }
    for (double value : values) {
      if (!(value > 0 && Double.isFinite(value))) {
        throw new IllegalArgumentException(
            "A ratio of means is taken of positive, finite numbers, but one is " + value + ".");
      }
    }
    return Moments.array(values);
  }
}
