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
 *     its group, or there are fewer than three runs in all
 */
public record EffectSize(
    double percent, Optional<Interval> interval, double cliffsDelta, Optional<Double> hedgesG) {
  /**
   * Describes the difference between two groups of runs.
   *
   * @param ratio of the same runs, paired or not
   * @throws IllegalArgumentException if a group is empty, or a value is not finite
   */
  public static EffectSize of(LogRatio ratio, List<Double> first, List<Double> second) {
    return new EffectSize(
        percent(ratio.ratio()),
        ratio
            .interval()
            .map(
                bounds ->
                    new Interval(
                        percent(bounds.low()), percent(bounds.high()), bounds.confidence())),
        cliffsDelta(first, second),
        hedgesG(first, second));
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
    Moments one = Moments.of(first);
    Moments two = Moments.of(second);
    int degreesOfFreedom = first.size() + second.size() - 2;
    if (degreesOfFreedom < 2) {
      return Optional.empty();
    }
    double pooled =
        ((first.size() - 1) * one.variance() + (second.size() - 1) * two.variance())
            / degreesOfFreedom;
    return pooled == 0
        ? Optional.empty()
        : Optional.of(correction(degreesOfFreedom) * (two.mean() - one.mean()) / Math.sqrt(pooled));
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
