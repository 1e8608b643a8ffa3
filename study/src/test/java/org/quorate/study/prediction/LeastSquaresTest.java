package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LeastSquaresTest {
  @Test
  void aLineThroughThreePointsIsTheKnownOne() {
    double[][] rows = {{1, 0}, {1, 1}, {1, 2}};
    double[] solution = LeastSquares.solve(rows, new double[] {1, 2, 4}).orElseThrow();

    assertThat(solution).containsExactly(new double[] {5.0 / 6, 1.5}, within(1e-12));
  }

  @Test
  void columnsThatDependOnEachOtherHaveNoSolution() {
    double[][] rows = {{1, 2, 3}, {2, 1, 3}, {5, 1, 6}, {0, 1, 1}};

    assertThat(LeastSquares.solve(rows, new double[] {1, 2, 3, 4})).isEmpty();
    assertThat(LeastSquares.solve(new double[][] {{0}}, new double[] {1})).isEmpty();
  }

  @Test
  void aCoefficientThatWouldBeNegativeIsNone() {
    double[][] rows = {{1, 0}, {1, 1}, {1, 2}};

    assertThat(LeastSquares.nonNegative(rows, new double[] {3, 2, 1}))
        .containsExactly(new double[] {2, 0}, within(1e-12));
    assertThat(LeastSquares.nonNegative(rows, new double[] {-1, -2, -3})).containsOnly(0);
  }

  /** Among all of a fine grid no coefficients fit better; seed 1. */
  @Test
  void noOtherCoefficientsFitBetter() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 20; trial++) {
      double[][] rows = new double[5][2];
      double[] targets = new double[5];
      for (int row = 0; row < 5; row++) {
        rows[row][0] = random.nextDouble();
        rows[row][1] = random.nextDouble();
        targets[row] = random.nextDouble() * 2 - 0.5;
      }
      double[] found = LeastSquares.nonNegative(rows, targets);
      double best = squares(rows, targets, found[0], found[1]);
      for (double a = 0; a < 3; a += 0.05) {
        for (double b = 0; b < 3; b += 0.05) {
          assertThat(squares(rows, targets, a, b)).isGreaterThanOrEqualTo(best - 1e-9);
        }
      }
    }
  }

  private static double squares(double[][] rows, double[] targets, double a, double b) {
    double sum = 0;
    for (int row = 0; row < rows.length; row++) {
      double missed = targets[row] - a * rows[row][0] - b * rows[row][1];
      sum += missed * missed;
    }
    return sum;
  }

  @Test
  void aCurveOfPositiveParametersIsFound() {
    double[] x = {0, 1, 2, 5, 9};
    double[] found =
        DampedLeastSquares.minimise(
            parameters -> {
              double[] missed = new double[x.length];
              for (int i = 0; i < x.length; i++) {
                missed[i] =
                    parameters[0] * Math.exp(-parameters[1] * x[i]) - 3 * Math.exp(-0.25 * x[i]);
              }
              return missed;
            },
            new double[] {1, 1});

    assertThat(found).containsExactly(new double[] {3, 0.25}, within(1e-5));
  }
}
