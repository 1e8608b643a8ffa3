package org.quorate.core.statistics;

import java.util.List;
import java.util.Optional;

/**
 * How large a difference is, whether or not it is certain. A p-value alone is not a result.
 *
 * @param percent change from first to second, such as -12.5; that of the ratio it was made of
 * @param interval of the percentage; empty where there are too few runs to bound it
 * @param cliffsDelta from -1 (every second run is below every first one) to 1 (above)
 * @param hedgesG difference of the means in standard deviations; empty where no run differs from
 *     its group, or there are fewer than four runs in all
 * @param hedgesInterval of that; empty where there is none
 */
public record EffectSize(
    double percent,
    Optional<Interval> interval,
    double cliffsDelta,
    Optional<Double> hedgesG,
    Optional<Interval> hedgesInterval) {
  /**
   * Describes the difference between two groups of runs.
   *
   * @param ratio of the same runs, paired or not
   * @param confidence of the interval of Hedges' g, such as 0.95
   * @throws IllegalArgumentException if a group is empty, or a value is not finite
   */
  public static EffectSize of(
      LogRatio ratio, List<Double> first, List<Double> second, double confidence) {
    return new EffectSize(
        percent(ratio.ratio()),
        ratio
            .interval()
            .map(
                bounds ->
                    new Interval(
                        percent(bounds.low()), percent(bounds.high()), bounds.confidence())),
        cliffsDelta(first, second),
        hedgesG(first, second),
        hedgesInterval(first, second, confidence));
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  /**
   * The share of pairs in which the second run is larger, less the share in which it is smaller
   * (Cliff, Psychological Bulletin 114, 1993). Around 0.15, 0.33 and 0.47 are commonly called
   * small, medium and large (Romano and others, 2006).
   */
  public static double cliffsDelta(List<Double> first, List<Double> second) {
    Moments.checkFinite(first);
    Moments.checkFinite(second);
    long balance = 0;
    for (double one : first) {
      for (double two : second) {
        balance += Double.compare(two - one, 0.0);
      }
    }
    return balance / ((double) first.size() * second.size());
  }

  /**
   * The difference of the means over their pooled standard deviation, with Hedges' correction of
   * its bias in small samples, Γ(m/2) / (√(m/2) Γ((m-1)/2)) for m degrees of freedom (Hedges,
   * Journal of Educational Statistics 6, 1981).
   */
  public static Optional<Double> hedgesG(List<Double> first, List<Double> second) {
    return standardised(first, second)
        .map(of -> correction(of.degreesOfFreedom()) * of.share() * of.t());
  }

  /**
   * The interval of Hedges' g: all noncentralities of Student's distribution at which the observed
   * t lies in neither tail (Steiger and Fouladi, What If There Were No Significance Tests?, 1997),
   * scaled as g is. Exact for normal runs of equal spread.
   */
  public static Optional<Interval> hedgesInterval(
      List<Double> first, List<Double> second, double confidence) {
    Interval.checkConfidence(confidence);
    return standardised(first, second)
        .map(
            of -> {
              double scale = correction(of.degreesOfFreedom()) * of.share();
              double tail = (1 - confidence) / 2;
              return new Interval(
                  scale * of.noncentrality(1 - tail), scale * of.noncentrality(tail), confidence);
            });
  }

  /**
   * Student's t of two groups with one spread.
   *
   * @param share the standard error of a difference over the standard deviation
   */
  private record Standardised(double t, double share, int degreesOfFreedom) {
    /** The one at which the observed t has this cumulative probability, by bisection. */
    double noncentrality(double probability) {
      // t itself is within a few standard errors of it, whose size grows with t for few runs.
      double reach = 10 + 5 * Math.abs(t);
      double low = t - reach;
      double high = t + reach;
      while (high - low > 1e-9 * reach) {
        double middle = (low + high) / 2;
        if (NoncentralT.cumulative(t, degreesOfFreedom, middle) > probability) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return (low + high) / 2;
    }
  }

  private static Optional<Standardised> standardised(List<Double> first, List<Double> second) {
    Moments one = Moments.of(first);
    Moments two = Moments.of(second);
    int degreesOfFreedom = first.size() + second.size() - 2;
    if (degreesOfFreedom < 2) {
      return Optional.empty();
    }
    double pooled =
        ((first.size() - 1) * one.variance() + (second.size() - 1) * two.variance())
            / degreesOfFreedom;
    double share = Math.sqrt(1.0 / first.size() + 1.0 / second.size());
    return pooled == 0
        ? Optional.empty()
        : Optional.of(
            new Standardised(
                (two.mean() - one.mean()) / (Math.sqrt(pooled) * share), share, degreesOfFreedom));
  }

  private static double correction(int degreesOfFreedom) {
    // Γ(m/2) / Γ((m-1)/2), step by step, since its product with the next one is (m-1)/2.
    double ratio = 1 / Math.sqrt(Math.PI);
    for (int m = 2; m < degreesOfFreedom; m++) {
      ratio = (m - 1) / 2.0 / ratio;
    }
    return ratio / Math.sqrt(degreesOfFreedom / 2.0);
  }
}
