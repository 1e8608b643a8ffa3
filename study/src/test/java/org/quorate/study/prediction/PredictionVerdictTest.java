package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PredictionVerdictTest {
  private static final List<CellFeatures> HELD_OUT =
      SimulatedCells.those(cell -> cell.hosts() == 6);

  @Test
  void failuresAreToldAsTheyAre() throws Exception {
    PredictionVerdict verdict = verdict(1.3);

    assertThat(verdict.time().meanError()).isCloseTo(1 - 1 / 1.3, within(0.01));
    assertThat(verdict.time().bias()).isNegative();
    assertThat(verdict.time().isErrorKept()).isFalse();
    assertThat(verdict.time().within()).isZero();
    assertThat(verdict.time().covered()).isZero();
    assertThat(verdict.isKept()).isFalse();
  }

  @Test
  void coverageOfFewCellsIsNotJudged() throws Exception {
    PredictionVerdict verdict = verdict(1.05);

    assertThat(verdict.cells()).hasSizeLessThan(PredictionAccuracy.FEWEST_CELLS);
    assertThat(verdict.time().coverage()).isLessThan(PredictionAccuracy.LEAST_COVERAGE);
    assertThat(verdict.time().isCoverageJudged()).isFalse();
    assertThat(verdict.isKept()).isTrue();
  }

  @Test
  void coverageOfTwentyCellsIs() {
    List<Double> errors = Collections.nCopies(20, 0.01);

    assertThat(PredictionAccuracy.of(errors, 0.1, 16).isCoverageKept()).isTrue();
    assertThat(PredictionAccuracy.of(errors, 0.1, 15).isCoverageKept()).isFalse();
    assertThat(PredictionAccuracy.of(errors, 0.1, 15).isCoverageJudged()).isTrue();
  }

  @Test
  void errorsOfBothSignsDoNotMakeUpForEachOther() {
    PredictionAccuracy accuracy = PredictionAccuracy.of(List.of(0.2, -0.2, 0.02), 0.1, -1);

    assertThat(accuracy.meanError()).isCloseTo(0.14, within(1e-12));
    assertThat(accuracy.bias()).isCloseTo(0.02 / 3, within(1e-12));
    assertThat(accuracy.within()).isEqualTo(1);
    assertThat(accuracy.isErrorKept()).isFalse();
  }

  @Test
  void otherCellsAreNoAnswer() throws Exception {
    FixedPredictions predictions = predictions();
    List<MeasuredCell> others =
        SimulatedCells.USUAL.exact(SimulatedCells.those(cell -> cell.hosts() == 5));

    assertThatThrownBy(() -> PredictionVerdict.of(predictions, others))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not judged by");
    assertThatThrownBy(() -> PredictionVerdict.of(predictions, others.subList(0, 2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static FixedPredictions predictions() throws Exception {
    return PredictionFit.of(
        SimulatedCells.USUAL.exact(SimulatedCells.those(cell -> cell.hosts() < 6)),
        Set.of("nodes"),
        HELD_OUT,
        0.9);
  }

  /** Of cells that take so many times as long as they should, and as much energy as they should. */
  private static PredictionVerdict verdict(double factor) throws Exception {
    List<MeasuredCell> measured =
        SimulatedCells.USUAL.exact(HELD_OUT).stream()
            .map(
                cell ->
                    new MeasuredCell(
                        cell.features(),
                        cell.secondsPerOperation() * factor,
                        cell.joulesPerOperation(),
                        1))
            .toList();
    return PredictionVerdict.of(predictions(), measured);
  }
}
