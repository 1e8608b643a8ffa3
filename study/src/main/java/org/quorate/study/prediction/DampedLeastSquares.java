package org.quorate.study.prediction;

import java.util.Arrays;
import java.util.Optional;

/**
 * Least squares of a function of positive parameters, by Levenberg's and Marquardt's method on
 * their logarithms (Marquardt, Journal of the SIAM 11, 1963), with slopes from small differences.
 * From one start it always ends at the same point. Stateless.
 */
final class DampedLeastSquares {
  private static final int MOST_STEPS = 200;
  private static final int MOST_TRIES = 15;
  private static final double DIFFERENCE = 1e-5;
  private static final double LARGEST_STEP = 2;
  private static final double GAIN = 1e-6;
  private static final double SMALLEST = 1e-14;

  private DampedLeastSquares() {}

  /** What parameters leave over, one number for each observation. */
  interface Residuals {
    double[] of(double[] parameters);
  }

  /**
   * The parameters near the start whose residuals have the smallest sum of squares.
   *
   * @param start positive numbers
   */
  static double[] minimise(Residuals residuals, double[] start) {
    double[] point = Arrays.stream(start).map(Math::log).toArray();
    double[] missed = residuals.of(start);
    double squares = squares(missed);
    double damping = 1e-2;
    for (int step = 0; step < MOST_STEPS && squares > SMALLEST; step++) {
      double[][] slopes = slopes(residuals, point, missed);
      double before = squares;
      for (int tried = 0; tried < MOST_TRIES && !(squares < before); tried++) {
        double[] next = step(point, slopes, missed, damping);
        double[] missedThere = residuals.of(exponentials(next));
        double squaresThere = squares(missedThere);
        if (squaresThere < before) {
          point = next;
          missed = missedThere;
          squares = squaresThere;
          damping = Math.max(damping / 4, 1e-12);
        } else {
          damping *= 4;
        }
      }
      if (!(squares < before * (1 - GAIN))) {
        break;
      }
    }
    return exponentials(point);
  }

  private static double[][] slopes(Residuals residuals, double[] point, double[] missed) {
    double[][] slopes = new double[missed.length][point.length];
    for (int i = 0; i < point.length; i++) {
      double[] moved = point.clone();
      moved[i] += DIFFERENCE;
      double[] there = residuals.of(exponentials(moved));
      for (int row = 0; row < missed.length; row++) {
        slopes[row][i] = (there[row] - missed[row]) / DIFFERENCE;
      }
    }
    return slopes;
  }

  private static double[] step(double[] point, double[][] slopes, double[] missed, double damping) {
    int n = point.length;
    double[][] matrix = new double[n][n];
    double[] right = new double[n];
    for (int row = 0; row < missed.length; row++) {
      for (int i = 0; i < n; i++) {
        right[i] -= slopes[row][i] * missed[row];
        for (int j = 0; j < n; j++) {
          matrix[i][j] += slopes[row][i] * slopes[row][j];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      // A parameter without effect stays where it is.
      matrix[i][i] += damping * Math.max(matrix[i][i], 1e-9) + 1e-12;
    }
    Optional<double[]> solution = LeastSquares.solveSymmetric(matrix, right);
    double[] next = point.clone();
    if (solution.isPresent()) {
      for (int i = 0; i < n; i++) {
        next[i] += Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, solution.get()[i]));
      }
    }
    return next;
  }

  private static double[] exponentials(double[] logarithms) {
    return Arrays.stream(logarithms).map(Math::exp).toArray();
  }

  private static double squares(double[] values) {
    double sum = Arrays.stream(values).map(value -> value * value).sum();
    return Double.isFinite(sum) ? sum : Double.MAX_VALUE;
  }
}
