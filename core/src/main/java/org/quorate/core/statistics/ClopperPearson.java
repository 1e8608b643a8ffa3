package org.quorate.core.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Exact bounds for a proportion (Clopper and Pearson, Biometrika 26, 1934; method 5 of Newcombe,
 * Statistics in Medicine 17, 1998), as quantiles of beta distributions. An exact bound errs with at
 * most the stated probability at every proportion and every number of trials; that of {@link
 * Wilson} does so on average only, and fails at rates near 0.
 *
 * <p>It takes the trials to be independent. Stateless.
 */
public final class ClopperPearson {
  private ClopperPearson() {}

  /**
   * The one-sided lower bound: the smallest proportion at which so many successes, or more, are no
   * rarer than {@code 1 - confidence}.
   *
   * @param successes between 0 and {@code trials}
   * @param trials 0 gives 0
   * @param confidence of the one side, such as 0.99
   * @return between 0 and 1
   */
  public static double lowerBound(long successes, long trials, double confidence) {
    check(successes, trials, confidence);
    return successes == 0
        ? 0
        : BetaDistribution.of((double) successes, trials - successes + 1.0)
            .inverseCumulativeProbability(1 - confidence);
  }

  /**
   * The two-sided interval, each side of which errs with half of what is left to {@code
   * confidence}.
   *
   * @param successes between 0 and {@code trials}
   * @param trials 0 gives the interval from 0 to 1
   * @param confidence such as 0.95
   */
  public static Interval interval(long successes, long trials, double confidence) {
    check(successes, trials, confidence);
    double ofOneSide = (1 + confidence) / 2;
    return new Interval(
        lowerBound(successes, trials, ofOneSide),
        1 - lowerBound(trials - successes, trials, ofOneSide),
        confidence);
  }

  private static void check(long successes, long trials, double confidence) {
    if (successes < 0 || successes > trials) {
      throw new IllegalArgumentException(
          "There cannot be " + successes + " successes in " + trials + " trials.");
    }
    Interval.checkConfidence(confidence);
  }
}
