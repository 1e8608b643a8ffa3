package org.quorate.core.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether one of two groups has the greater share of finds, where both are made up of strata whose
 * shares differ: the exact test of a common odds ratio of 1, given how many there are of each group
 * and how many finds in each stratum (Gart, Biometrika 57, 1970); in one stratum it is Fisher's.
 * With it goes the estimate of the odds ratio by Mantel and Haenszel (Journal of the National
 * Cancer Institute 22, 1959).
 *
 * <p>Finds are taken to be independent of one another. Stateless.
 */
public final class StratifiedFisher {
  /** Beyond this variance of the number of finds their distribution is taken for normal. */
  static final double MOST_EXACT_VARIANCE = 400;

  /** Rarer ones are left out. */
  private static final double RARE = 1e-30;

  private static final double HALF = 0.5;

  /**
   * One stratum.
   *
   * @param found of the first group, 0 to {@code of}
   * @param foundOfOthers of the second group, 0 to {@code others}
   */
  public record Stratum(int found, int of, int foundOfOthers, int others) {
    /**
     * @throws IllegalArgumentException if more are found than there are
     */
    public Stratum {
      if (found < 0 || found > of || foundOfOthers < 0 || foundOfOthers > others) {
        throw new IllegalArgumentException(
            "There cannot be %d finds in %d and %d in %d."
                .formatted(found, of, foundOfOthers, others));
      }
    }

    private double all() {
      return (double) of + others;
    }

    private double finds() {
      return (double) found + foundOfOthers;
    }

    private double mean() {
      return all() == 0 ? 0 : of * finds() / all();
    }

    private double variance() {
      double all = all();
      return all < 2 ? 0 : of / all * (others / all) * finds() * (all - finds()) / (all - 1);
    }
  }

  /** Chances of numbers in a row, from one on. */
  private static final class Chances {
    private static final Chances NOTHING = new Chances(0, new double[] {1});

    private final int from;
    private final double[] of;

    private Chances(int from, double[] of) {
      this.from = from;
      this.of = of;
    }

    private static Chances of(Stratum stratum) {
      if (stratum.all() == 0) {
        return NOTHING;
      }
      HypergeometricDistribution finds =
          HypergeometricDistribution.of(
              stratum.of + stratum.others, stratum.found + stratum.foundOfOthers, stratum.of);
      int from = finds.getSupportLowerBound();
      int to = finds.getSupportUpperBound();
      while (finds.probability(from) < RARE && from < to) {
        from++;
      }
      while (finds.probability(to) < RARE && from < to) {
        to--;
      }
      return new Chances(
          from, IntStream.rangeClosed(from, to).mapToDouble(finds::probability).toArray());
    }

    private Chances plus(Chances others) {
      double[] sum = new double[of.length + others.of.length - 1];
      for (int i = 0; i < of.length; i++) {
        for (int j = 0; j < others.of.length; j++) {
          sum[i + j] += of[i] * others.of[j];
        }
      }
      return new Chances(from + others.from, sum);
    }

    private double atLeast(int least) {
      double chance = 0;
      for (int i = of.length - 1; i >= Math.max(0, least - from); i--) {
        chance += of[i];
      }
      return Math.min(1, chance);
    }
  }

  private StratifiedFisher() {}

  /**
   * The one-sided p-value: how likely the first group has as many finds or more by chance alone.
   * Exact to 12 digits, or to 10<sup>-20</sup>; beyond {@value #MOST_EXACT_VARIANCE} by the normal
   * distribution with a correction for continuity.
   *
   * @param strata may be empty, which gives 1
   * @return 0 to 1
   */
  public static double pValue(List<Stratum> strata) {
    int found = 0;
    double mean = 0;
    double variance = 0;
    for (Stratum each : strata) {
      found += each.found;
      mean += each.mean();
      variance += each.variance();
    }
    if (variance > MOST_EXACT_VARIANCE) {
      return NormalDistribution.of(mean, Math.sqrt(variance)).survivalProbability(found - HALF);
    }
    Chances chances = Chances.NOTHING;
    for (Stratum each : strata) {
      chances = chances.plus(Chances.of(each));
    }
    return chances.atLeast(found);
  }

  /**
   * The odds of a find in the first group over those in the second, alike in all strata.
   *
   * @return at least 0; infinite where only the first group has finds to compare; NaN where there
   *     is nothing to compare
   */
  public static double oddsRatio(List<Stratum> strata) {
    double more = 0;
    double fewer = 0;
    for (Stratum each : strata) {
      if (each.all() > 0) {
        more += (double) each.found * (each.others - each.foundOfOthers) / each.all();
        fewer += (double) each.foundOfOthers * (each.of - each.found) / each.all();
      }
    }
    return more / fewer;
  }
}
