package org.quorate.core.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * Whether runs of a second group tend to be larger than those of a first one, by ranks alone (Mann
 * and Whitney, Annals of Mathematical Statistics 18, 1947), and by how much: the median of all
 * differences between a run of the second and one of the first, with the interval that goes with
 * the test (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963; Hollander and Wolfe,
 * Nonparametric Statistical Methods, section 4.3). For runs that are far from normal, such as with
 * single wild ones. The interval takes both groups to have the same shape, one shifted.
 *
 * <p>Without ties and with at most 50 runs on each side all is exact, otherwise by the normal
 * approximation with correction for ties and continuity.
 *
 * @param statistic how many of the pairs have the second run above the first, ties counted as half
 * @param pValue two-sided, for groups of the same distribution
 * @param shift how far the second group is above the first
 * @param interval of the shift, of at least the confidence asked for; from negative to positive
 *     infinity where there are too few runs to bound it
 */
public record MannWhitney(double statistic, double pValue, double shift, Interval interval) {
  private static final int EXACT = 50;

  /**
   * Compares two groups.
   *
   * @param first one finite number per run, at least one
   * @param second the same; the groups may differ in size
   * @param confidence such as 0.95
   * @throws IllegalArgumentException if a group is empty, or a value is not finite
   */
  public static MannWhitney of(List<Double> first, List<Double> second, double confidence) {
    Interval.checkConfidence(confidence);
    Moments.checkFinite(first);
    Moments.checkFinite(second);
    double[] one = Moments.array(first);
    double[] two = Moments.array(second);
    boolean exact =
        one.length <= EXACT
            && two.length <= EXACT
            && DoubleStream.concat(Arrays.stream(one), Arrays.stream(two)).distinct().count()
                == one.length + two.length;
    MannWhitneyUTest.Result test =
        MannWhitneyUTest.withDefaults()
            .with(exact ? PValueMethod.EXACT : PValueMethod.ASYMPTOTIC)
            .test(two, one);
    double[] shifts = shifts(one, two);
    int outside =
        exact
            ? exactlyOutside(one.length, two.length, (1 - confidence) / 2)
            : roughlyOutside(one.length, two.length, (1 - confidence) / 2);
    Interval interval =
        outside == 0
            ? new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence)
            : new Interval(shifts[outside - 1], shifts[shifts.length - outside], confidence);
    // Where all values are equal the approximation divides zero by zero.
    double pValue = Double.isNaN(test.getPValue()) ? 1 : test.getPValue();
    return new MannWhitney(test.getStatistic(), pValue, median(shifts), interval);
  }

  private static double[] shifts(double[] one, double[] two) {
    double[] shifts = new double[one.length * two.length];
    int i = 0;
    for (double second : two) {
      for (double first : one) {
        shifts[i++] = second - first;
      }
    }
    Arrays.sort(shifts);
    return shifts;
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The largest k with P(U < k) of at most the tail. */
  private static int exactlyOutside(int m, int n, double tail) {
    double[] probabilities = distribution(m, n);
    double below = 0;
    int k = 0;
    while (below + probabilities[k] <= tail) {
      below += probabilities[k];
      k++;
    }
    return k;
  }

  /**
   * Probabilities of U = 0, 1, ... m n: the coefficients of the Gaussian binomial, product of (1 -
   * q^(n+i)) / (1 - q^i) over i from 1 to m, divided by their sum.
   */
  private static double[] distribution(int m, int n) {
    double[] counts = new double[m * n + 1];
    counts[0] = 1;
    for (int i = 1; i <= m; i++) {
      for (int u = counts.length - 1; u >= n + i; u--) {
        counts[u] -= counts[u - n - i];
      }
      for (int u = i; u < counts.length; u++) {
        counts[u] += counts[u - i];
      }
    }
    double sum = Arrays.stream(counts).sum();
    return Arrays.stream(counts).map(count -> count / sum).toArray();
  }

  private static int roughlyOutside(int m, int n, double tail) {
    double product = (double) m * n;
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(tail);
    double k = Math.floor(product / 2 - z * Math.sqrt(product * (m + n + 1) / 12));
    return (int) Math.max(0, k);
  }
}
