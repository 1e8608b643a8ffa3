package org.quorate.core.statistics;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many runs per cell are needed to find an effect of a given size, if it is there, in 80 % of
 * studies, with a two-sided test at 5 %: the smallest number at which the noncentral t distribution
 * gives that chance (Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, chapter
 * 2). Effects and spreads are relative, and taken to logarithms as the tests of {@link LogRatio}
 * do: a coefficient of variation c is a standard deviation of √ln(1 + c²) there (of lognormal
 * numbers), and of a saving and a cost of the same percentage the smaller step, ln(1 + effect),
 * counts.
 *
 * <p>Where the comparison is one of a family that {@link Holm} corrects, the level is divided by
 * the size of the family. That is what its smallest p-value must pass, and more than the others
 * must, so that each effect of a family is found with at least that chance, however many others
 * there are.
 *
 * @param runs per cell, at least 2
 * @param power the chance that so many runs find the effect; at least 0.8
 * @param effect the relative effect, such as 0.05
 */
public record RunsNeeded(int runs, double power, double effect) {
  /** The chance that is asked for. */
  public static final double POWER = 0.8;

  /** The two-sided level of the test of a single comparison. */
  public static final double ALPHA = 0.05;

  private static final int MOST_RUNS = 1_000_000;

  /** The share of pilots of which the suggested number of runs does suffice. */
  private static final double ASSURANCE = 0.8;

  /**
   * For runs in blocks, judged by {@link PairedLogRatio}.
   *
   * @param coefficientOfVariation of the blocks' ratios of second to first, so that what a block's
   *     runs have in common is not part of it; at least 0
   * @param effect above 0
   * @param family how many comparisons are corrected together, at least 1
   * @throws IllegalArgumentException if a million runs are too few, or a number is out of range
   */
  public static RunsNeeded paired(double coefficientOfVariation, double effect, int family) {
    double sigma = logarithmic(coefficientOfVariation);
    return smallest(effect, family, sigma, runs -> sigma / Math.sqrt(runs), runs -> runs - 1);
  }

  /**
   * For independent runs, as many of each level, judged by {@link WelchLogRatio}.
   *
   * @param first coefficient of variation of the runs of the first level, at least 0
   * @param second that of the second
   * @param effect above 0
   * @param family how many comparisons are corrected together, at least 1
   * @throws IllegalArgumentException if a million runs are too few, or a number is out of range
   */
  public static RunsNeeded welch(double first, double second, double effect, int family) {
    double one = square(logarithmic(first));
    double two = square(logarithmic(second));
    double share = one + two == 0 ? 1 : square(one + two) / (square(one) + square(two));
    return smallest(
        effect,
        family,
        Math.sqrt(one + two),
        runs -> Math.sqrt((one + two) / runs),
        runs -> share * (runs - 1));
  }

  /**
   * The same for runs in blocks from a pilot. A few runs know their spread badly, and half of all
   * pilots find it too small; therefore its upper 80 % confidence limit is taken, so that four of
   * five pilots suggest enough (Browne, Statistics in Medicine 14, 1995).
   *
   * @param first one positive number per block, at least two
   * @param second element i belongs to the same block as element i of {@code first}
   * @param family how many comparisons are corrected together, at least 1
   */
  public static RunsNeeded fromPilot(
      List<Double> first, List<Double> second, double effect, int family) {
    PairedLogRatio pilot = PairedLogRatio.of(first, second, ASSURANCE);
    BlockMean logarithms = pilot.logarithms().difference();
    return paired(
        coefficient(upperLimit(logarithms.standardDeviation(), logarithms.blocks())),
        effect,
        family);
  }

  /** The same for independent runs from a pilot, of at least two runs of each level. */
  public static RunsNeeded fromIndependentPilot(
      List<Double> first, List<Double> second, double effect, int family) {
    return welch(independent(first), independent(second), effect, family);
  }

  private static double independent(List<Double> pilot) {
    double deviation = Math.sqrt(Moments.of(Moments.logarithms(pilot)).variance());
    return coefficient(upperLimit(deviation, pilot.size()));
  }

  /** What a standard deviation is below with 80 % confidence, estimated from normal numbers. */
  static double upperLimit(double standardDeviation, int size) {
    if (size < 2) {
      throw new IllegalArgumentException(
          "A pilot of one run shows no spread; it needs at least two, better ten.");
    }
    double quantile =
        ChiSquaredDistribution.of(size - 1).inverseCumulativeProbability(1 - ASSURANCE);
    return standardDeviation * Math.sqrt((size - 1) / quantile);
  }

  private static RunsNeeded smallest(
      double effect,
      int family,
      double sigma,
      IntToDoubleFunction standardErrorOf,
      IntToDoubleFunction degreesOfFreedomOf) {
    if (!(effect > 0 && Double.isFinite(effect))) {
      throw new IllegalArgumentException("An effect is above 0, but this one is " + effect + ".");
    }
    if (family < 1) {
      throw new IllegalArgumentException(
          "A family has at least one comparison, but this one has " + family + ".");
    }
    double alpha = ALPHA / family;
    double shift = Math.log1p(effect);
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double z =
        normal.inverseSurvivalProbability(alpha / 2) + normal.inverseCumulativeProbability(POWER);
    // With a known spread; a t test never needs fewer.
    double guess = Math.ceil(square(z * sigma / shift));
    for (int runs = (int) Math.max(2, Math.min(guess, MOST_RUNS)); runs < MOST_RUNS; runs++) {
      double standardError = standardErrorOf.applyAsDouble(runs);
      double power =
          standardError == 0
              ? 1
              : NoncentralT.power(
                  degreesOfFreedomOf.applyAsDouble(runs), shift / standardError, alpha);
      if (power >= POWER) {
        return new RunsNeeded(runs, power, effect);
      }
    }
    throw new IllegalArgumentException(
        "An effect of "
            + effect
            + " cannot be found with a million runs; reduce the noise or ask for a larger one.");
  }

  private static double logarithmic(double coefficientOfVariation) {
    if (!(coefficientOfVariation >= 0 && Double.isFinite(coefficientOfVariation))) {
      throw new IllegalArgumentException(
          "A coefficient of variation is at least 0, but this one is "
              + coefficientOfVariation
              + ".");
    }
    return Math.sqrt(Math.log1p(square(coefficientOfVariation)));
  }

  private static double coefficient(double logarithmicDeviation) {
    return Math.sqrt(Math.expm1(square(logarithmicDeviation)));
  }

  private static double square(double value) {
    return value * value;
  }
}
