package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.plan.Cell;

/**
 * Table 3 of Barros, Callou and Gonçalves (2017), quoted: time and energy of loading rows on two
 * hosts (4 nodes) and three (6 nodes), relative to one host, with ten clients. Fitted to one host
 * and two, three are predicted. There are as many numbers as each model has parameters, so that no
 * interval can be stated.
 */
final class InsertTableTest {
  private static MeasuredCell cell(int hosts, double time, double energy) {
    return new MeasuredCell(features(hosts), time, energy, 30);
  }

  private static CellFeatures features(int hosts) {
    return new CellFeatures(
        new Cell(Map.of("nodes", Integer.toString(2 * hosts))), "", 10, hosts, 1, 0);
  }

  /** Rows; change of time, then of energy, on two and on three hosts; errors in per cent. */
  @ParameterizedTest
  @CsvSource({
    "10K,  MEAN_VALUE_ANALYSIS,   0.00,   0.00, 86.67, 150.0,  0.0,  9.3",
    "10K,  SUM_OF_DEMANDS,        0.00,   0.00, 86.67, 150.0,  0.0,  9.3",
    "10K,  STRAIGHT_LINE,         0.00,   0.00, 86.67, 150.0,  0.0,  7.6",
    "10K,  NEAREST_CELL,          0.00,   0.00, 86.67, 150.0,  0.0, -25.3",
    "100K, MEAN_VALUE_ANALYSIS, -20.42, -27.88, 37.21, 56.98,  4.7, 14.4",
    "1M,   MEAN_VALUE_ANALYSIS, -26.42, -34.20, 31.77, 52.56,  3.6, 11.7",
    "100K, SUM_OF_DEMANDS,      -20.42, -27.88, 37.21, 56.98,  0.9, 11.1",
    "1M,   SUM_OF_DEMANDS,      -26.42, -34.20, 31.77, 52.56, -1.6,  7.2",
    "100K, STRAIGHT_LINE,       -20.42, -27.88, 37.21, 56.98, -3.5,  5.2",
    "1M,   STRAIGHT_LINE,       -26.42, -34.20, 31.77, 52.56, -6.5,  1.5",
    "100K, NEAREST_CELL,        -20.42, -27.88, 37.21, 56.98, 10.3, -12.6",
    "1M,   NEAREST_CELL,        -26.42, -34.20, 31.77, 52.56, 11.8, -13.6"
  })
  void threeHostsArePredictedFromOneAndTwo(
      String rows,
      ModelKind kind,
      double timeOfTwo,
      double timeOfThree,
      double energyOfTwo,
      double energyOfThree,
      double timeError,
      double energyError) {
    CellModel model =
        kind.fit(List.of(cell(1, 1, 1), cell(2, 1 + timeOfTwo / 100, 1 + energyOfTwo / 100)));

    assertThat(100 * (model.secondsPerOperation(features(3)) / (1 + timeOfThree / 100) - 1))
        .as("time of %s rows", rows)
        .isCloseTo(timeError, within(0.1));
    assertThat(100 * (model.joulesPerOperation(features(3)) / (1 + energyOfThree / 100) - 1))
        .as("energy of %s rows", rows)
        .isCloseTo(energyError, within(0.1));
  }
}
