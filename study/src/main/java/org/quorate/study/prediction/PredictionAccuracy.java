package org.quorate.study.prediction;

import java.util.List;

/**
 * How near predictions of held-out cells came.
 *
 * @param cells that were predicted and measured
 * @param meanError mean of the errors without their sign, as a share of what was measured
 * @param largestError the largest of them
 * @param bias mean of the errors with their sign; above 0 where too much is predicted
 * @param within cells with an error of {@code bar} or less
 * @param bar the largest mean error that is accepted
 * @param covered cells whose interval holds what was measured; -1 where there are no intervals
 */
public record PredictionAccuracy(
    int cells,
    double meanError,
    double largestError,
    double bias,
    int within,
    double bar,
    int covered) {
  /** Of fewer cells coverage says little. */
  public static final int FEWEST_CELLS = 20;

  /** The least share of intervals of 90 % that must hold what was measured. */
  public static final double LEAST_COVERAGE = 0.8;

  /**
   * The accuracy of some errors.
   *
   * @param errors at least one, as shares
   */
  static PredictionAccuracy of(List<Double> errors, double bar, int covered) {
    return new PredictionAccuracy(
        errors.size(),
        errors.stream().mapToDouble(Math::abs).average().orElseThrow(),
        errors.stream().mapToDouble(Math::abs).max().orElseThrow(),
        errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
        (int) errors.stream().filter(error -> Math.abs(error) <= bar).count(),
        bar,
        covered);
  }

  /** Whether the mean error keeps its bar. */
  public boolean isErrorKept() {
    return meanError <= bar;
  }

  /** The share of the intervals that hold what was measured. */
  public double coverage() {
    return (double) covered / cells;
  }

  /** Whether there are cells enough for the coverage to be judged. */
  public boolean isCoverageJudged() {
    return covered >= 0 && cells >= FEWEST_CELLS;
  }

  /** Whether it is judged and large enough. */
  public boolean isCoverageKept() {
    return isCoverageJudged() && coverage() >= LEAST_COVERAGE;
  }
}
