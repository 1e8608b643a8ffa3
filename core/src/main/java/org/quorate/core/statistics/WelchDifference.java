package org.quorate.core.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * How much two groups of runs differ that have no repetition in common: Welch's t test and interval
 * for unequal variances (Welch, Biometrika 34, 1947), with Satterthwaite's degrees of freedom. It
 * takes runs to be independent and their means roughly normal. Where runs of both groups share
 * blocks, {@link PairedDifference} sees smaller differences.
 *
 * @param difference mean of second minus mean of first
 * @param degreesOfFreedom 0 where a group has a single run, and where no run differs from its group
 * @param interval from negative to positive infinity where a group has a single run
 * @param pValue two-sided, for a true difference of zero; 1 where a group has a single run, which
 *     shows nothing
 */
public record WelchDifference(
    double difference, double degreesOfFreedom, Interval interval, double pValue) {
  private static final TTest WELCH = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);

  /**
   * Compares two groups.
   *
   * @param first one finite number per run, at least one
   * @param second the same; the groups may differ in size
   * @param confidence such as 0.95
   * @throws IllegalArgumentException if a group is empty, or a value is not finite
   */
  public static WelchDifference of(List<Double> first, List<Double> second, double confidence) {
    Interval.checkConfidence(confidence);
    Moments one = Moments.of(first);
    Moments two = Moments.of(second);
    double difference = two.mean() - one.mean();
    if (first.size() == 1 || second.size() == 1) {
      return new WelchDifference(
          difference,
          0,
          new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence),
          1);
    }
    double error = Math.sqrt(one.variance() / first.size() + two.variance() / second.size());
    if (error == 0) {
      return new WelchDifference(
          difference, 0, new Interval(difference, difference, confidence), difference == 0 ? 1 : 0);
    }
    TTest.Result test = WELCH.test(Moments.array(second), Moments.array(first));
    double half =
        error
            * TDistribution.of(test.getDegreesOfFreedom())
                .inverseSurvivalProbability((1 - confidence) / 2);
    return new WelchDifference(
        difference,
        test.getDegreesOfFreedom(),
        new Interval(difference - half, difference + half, confidence),
        test.getPValue());
  }

  /**
   * The p-value for a true difference of no more than a distance to either side of zero; 1 where
   * the difference is no larger.
   *
   * @param distance at least 0
   */
  double pValueBeyond(double distance) {
    double beyond = Math.abs(difference) - distance;
    if (beyond <= 0 || Double.isInfinite(interval.high())) {
      return 1;
    }
    if (degreesOfFreedom == 0) {
      return 0;
    }
    TDistribution student = TDistribution.of(degreesOfFreedom);
    double error =
        (interval.high() - difference)
            / student.inverseSurvivalProbability((1 - interval.confidence()) / 2);
    return Math.min(1, 2 * student.survivalProbability(beyond / error));
  }
}
