package org.quorate.study.prediction;

import java.util.Arrays;
import java.util.Optional;

/** Linear least squares of a few coefficients, by Cholesky's method. Stateless. */
final class LeastSquares {
  /** What is left of a column, as a share of it, when it counts as made of those before it. */
  private static final double DEPENDENT = 1e-10;

  /** By what share of the targets' squares a larger set of coefficients must fit better. */
  private static final double BETTER = 1e-12;

  private LeastSquares() {}

  /**
   * The coefficients with which the rows come nearest to the targets.
   *
   * @return empty where columns depend on each other, or are zero
   */
  static Optional<double[]> solve(double[][] rows, double[] targets) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    double[][] products = new double[columns][columns];
    double[] sums = new double[columns];
    for (int row = 0; row < rows.length; row++) {
      for (int i = 0; i < columns; i++) {
        sums[i] += rows[row][i] * targets[row];
        for (int j = 0; j < columns; j++) {
          products[i][j] += rows[row][i] * rows[row][j];
        }
      }
    }
    return solveSymmetric(products, sums);
  }

  /**
   * Solves a system whose matrix is symmetric and positive definite.
   *
   * @return empty where it is not, but for rounding
   */
  static Optional<double[]> solveSymmetric(double[][] matrix, double[] right) {
    int n = right.length;
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      if (!(matrix[i][i] > 0) || !Double.isFinite(matrix[i][i])) {
        return Optional.empty();
      }
      scale[i] = 1 / Math.sqrt(matrix[i][i]);
    }
    double[][] lower = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = matrix[i][j] * scale[i] * scale[j];
        for (int k = 0; k < j; k++) {
          rest -= lower[i][k] * lower[j][k];
        }
        if (i == j && !(rest > DEPENDENT)) {
          return Optional.empty();
        }
        lower[i][j] = i == j ? Math.sqrt(rest) : rest / lower[j][j];
      }
    }
    double[] solution = new double[n];
    for (int i = 0; i < n; i++) {
      double rest = right[i] * scale[i];
      for (int k = 0; k < i; k++) {
        rest -= lower[i][k] * solution[k];
      }
      solution[i] = rest / lower[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double rest = solution[i];
      for (int k = i + 1; k < n; k++) {
        rest -= lower[k][i] * solution[k];
      }
      solution[i] = rest / lower[i][i];
    }
    for (int i = 0; i < n; i++) {
      solution[i] *= scale[i];
    }
    return Optional.of(solution);
  }

  /**
   * The same with coefficients of which none is negative: the best of the solutions of all sets of
   * columns, those of fewer first. For few columns, since there are two to their power of sets.
   */
  static double[] nonNegative(double[][] rows, double[] targets) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    double[] best = new double[columns];
    double all = squares(rows, targets, best);
    double fewest = all;
    for (int size = 1; size <= Math.min(columns, rows.length); size++) {
      for (int set = 1; set < (1 << columns); set++) {
        double[] found =
            Integer.bitCount(set) == size ? solve(rows, targets, set, columns) : new double[0];
        if (found.length == columns) {
          double squares = squares(rows, targets, found);
          if (squares < fewest - BETTER * all) {
            fewest = squares;
            best = found;
          }
        }
      }
    }
    return best;
  }

  /** The solution of the columns of a set, 0 in the others; of no length where it is none. */
  private static double[] solve(double[][] rows, double[] targets, int set, int columns) {
    int[] chosen = new int[Integer.bitCount(set)];
    int count = 0;
    for (int column = 0; column < columns; column++) {
      if ((set & (1 << column)) != 0) {
        chosen[count] = column;
        count++;
      }
    }
    double[][] part = new double[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      double[] values = rows[row];
      part[row] = Arrays.stream(chosen).mapToDouble(column -> values[column]).toArray();
    }
    Optional<double[]> solution = solve(part, targets);
    if (solution.isEmpty() || Arrays.stream(solution.get()).anyMatch(value -> value < 0)) {
      return new double[0];
    }
    double[] whole = new double[columns];
    for (int i = 0; i < chosen.length; i++) {
      whole[chosen[i]] = solution.get()[i];
    }
    return whole;
  }

  /** The sum of the squares of what the rows miss of the targets. */
  private static double squares(double[][] rows, double[] targets, double[] coefficients) {
    double sum = 0;
    for (int row = 0; row < rows.length; row++) {
      double missed = targets[row];
      for (int i = 0; i < coefficients.length; i++) {
        missed -= rows[row][i] * coefficients[i];
      }
      sum += missed * missed;
    }
    return sum;
  }
}
