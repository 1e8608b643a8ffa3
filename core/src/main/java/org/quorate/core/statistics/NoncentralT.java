package org.quorate.core.statistics;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t distribution of a mean that is not zero, from its definition: of (Z + δ) / √(V/m)
 * with Z normal and V chi squared, the probability of at most t is the mean of Φ(t √(V/m) - δ) over
 * V, here by Simpson's rule over √V, whose density is smooth also for few degrees of freedom.
 */
final class NoncentralT {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final int STEPS = 1000;

  private NoncentralT() {}

  /** The chance that a two-sided t test finds a shift of this many standard errors. */
  static double power(double degreesOfFreedom, double noncentrality, double alpha) {
    double critical = TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(alpha / 2);
    return 1
        - cumulative(critical, degreesOfFreedom, noncentrality)
        + cumulative(-critical, degreesOfFreedom, noncentrality);
  }

  /** The probability of at most t; exact to about seven digits. */
  static double cumulative(double t, double degreesOfFreedom, double noncentrality) {
    ChiSquaredDistribution chiSquared = ChiSquaredDistribution.of(degreesOfFreedom);
    // Of √V: mean below √m and standard deviation below 1 (at most 1/√2 for large m).
    double low = Math.max(0, Math.sqrt(degreesOfFreedom) - 9);
    double high = Math.sqrt(degreesOfFreedom) + 9;
    double step = (high - low) / STEPS;
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
      double root = low + i * step;
      double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
      // The density of V is infinite at 0 for one degree of freedom, that of √V is not.
      double at = Math.max(root, 1e-9);
      sum +=
          weight
              * 2
              * at
              * chiSquared.density(at * at)
              * NORMAL.cumulativeProbability(
                  t * root / Math.sqrt(degreesOfFreedom) - noncentrality);
    }
    return sum * step / 3;
  }
}
