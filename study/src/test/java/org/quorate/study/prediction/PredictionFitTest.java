package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;

final class PredictionFitTest {
  private static final Set<String> FACTORS = Set.of("nodes", "threads");

  private static final List<CellFeatures> HELD_OUT =
      SimulatedCells.those(cell -> cell.hosts() == 6 || cell.clients() == 32);

  private static final List<CellFeatures> FITTED =
      SimulatedCells.those(cell -> cell.hosts() < 6 && cell.clients() < 32);

  @Test
  void cellsWithoutNoiseArePredictedAlmostExactly() throws Exception {
    FixedPredictions predictions =
        PredictionFit.of(SimulatedCells.USUAL.exact(FITTED), FACTORS, HELD_OUT, 0.9);
    PredictionVerdict verdict =
        PredictionVerdict.of(predictions, SimulatedCells.USUAL.exact(HELD_OUT));

    assertThat(predictions.model()).isEqualTo(ModelKind.MEAN_VALUE_ANALYSIS);
    assertThat(predictions.folds()).isEqualTo(3 + 5);
    assertThat(predictions.fittedCells()).isEqualTo(45);
    assertThat(verdict.cells()).hasSize(27);
    assertThat(verdict.time().largestError()).isLessThan(0.01);
    assertThat(verdict.energy()).isNotNull();
    assertThat(verdict.energy().largestError()).isLessThan(0.01);
    assertThat(verdict.isKept()).isTrue();
    assertThat(verdict.otherTimes()).hasSize(3);
    assertThat(verdict.otherTimes().get(ModelKind.NEAREST_CELL).meanError())
        .isGreaterThan(verdict.time().meanError());
  }

  /**
   * Forty studies with errors of 4 % at each cell, seed 1. That intervals of 90 % cover 90 % or
   * more is rejected by a one-sided t test over studies at a significance level of 0.001; that they
   * are not three times too wide is seen by those of 50 %.
   */
  @Test
  void theIntervalsCoverWhatTheySay() throws Exception {
    Random random = new Random(1);
    List<Double> ofTime = new ArrayList<>();
    List<Double> ofEnergy = new ArrayList<>();
    double half = 0;
    int studies = 40;
    for (int study = 0; study < studies; study++) {
      List<MeasuredCell> fitted = SimulatedCells.USUAL.noisy(FITTED, 0.04, random);
      List<MeasuredCell> heldOut = SimulatedCells.USUAL.noisy(HELD_OUT, 0.04, random);
      PredictionVerdict verdict =
          PredictionVerdict.of(PredictionFit.of(fitted, FACTORS, HELD_OUT, 0.9), heldOut);
      ofTime.add(verdict.time().coverage());
      ofEnergy.add(verdict.energy().coverage());
      half +=
          PredictionVerdict.of(PredictionFit.of(fitted, FACTORS, HELD_OUT, 0.5), heldOut)
                  .time()
                  .coverage()
              / studies;
    }

    assertThat(upperBound(ofTime)).isGreaterThanOrEqualTo(0.9);
    assertThat(upperBound(ofEnergy)).isGreaterThanOrEqualTo(0.9);
    assertThat(half).isBetween(0.4, 0.75);
  }

  /** Of the mean, at 0.001. */
  private static double upperBound(List<Double> values) {
    int n = values.size();
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double squares =
        values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum() / (n - 1);
    return mean
        + TDistribution.of(n - 1).inverseSurvivalProbability(0.001) * Math.sqrt(squares / n);
  }

  @Test
  void theIntervalsComeFromTheFittedCellsAlone() throws Exception {
    List<MeasuredCell> fitted = SimulatedCells.USUAL.noisy(FITTED, 0.04, new Random(2));
    FixedPredictions all = PredictionFit.of(fitted, FACTORS, HELD_OUT, 0.9);
    FixedPredictions one = PredictionFit.of(fitted, FACTORS, HELD_OUT.subList(0, 1), 0.9);

    assertThat(one.cells()).isEqualTo(all.cells().subList(0, 1));
    assertThat(one.timeHalfWidth()).isEqualTo(all.timeHalfWidth());
    double t = TDistribution.of(8).inverseSurvivalProbability(0.05);
    assertThat(all.timeHalfWidth())
        .isCloseTo(t * all.leftOut().get(all.model()).time(), within(1e-12));
    PredictedValue time = all.cells().get(0).time();
    assertThat(time.interval().high() / time.value())
        .isCloseTo(time.value() / time.interval().low(), within(1e-9));
  }

  @Test
  void aLevelBetweenTwoIsPredictedCellByCell() throws Exception {
    List<MeasuredCell> fitted =
        SimulatedCells.USUAL.exact(
            SimulatedCells.those(cell -> !cell.cell().levels().get("read-level").equals("QUORUM")));
    List<CellFeatures> heldOut =
        SimulatedCells.those(cell -> cell.cell().levels().get("read-level").equals("QUORUM"));
    FixedPredictions predictions =
        PredictionFit.of(fitted, Set.of("read-level"), heldOut, PredictionFit.CONFIDENCE);

    assertThat(predictions.folds()).isEqualTo(fitted.size());
    assertThat(
            PredictionVerdict.of(predictions, SimulatedCells.USUAL.exact(heldOut))
                .time()
                .meanError())
        .isLessThan(0.05);
  }

  @Test
  void cellsOfAnotherStratumDifferByOneFactor() throws Exception {
    List<MeasuredCell> fitted = new ArrayList<>();
    for (MeasuredCell cell : SimulatedCells.USUAL.exact(FITTED)) {
      fitted.add(inStratum(cell, "a", 1));
      fitted.add(inStratum(cell, "b", 2.5));
    }
    List<MeasuredCell> heldOut =
        SimulatedCells.USUAL.exact(HELD_OUT).stream()
            .map(cell -> inStratum(cell, "b", 2.5))
            .toList();
    FixedPredictions predictions =
        PredictionFit.of(
            fitted, FACTORS, heldOut.stream().map(MeasuredCell::features).toList(), 0.9);

    assertThat(PredictionVerdict.of(predictions, heldOut).time().largestError()).isLessThan(0.01);
    assertThat(PredictionVerdict.of(predictions, heldOut).energy().largestError()).isLessThan(0.01);
  }

  private static MeasuredCell inStratum(MeasuredCell cell, String stratum, double factor) {
    CellFeatures features = cell.features();
    Map<String, String> levels = new LinkedHashMap<>(features.cell().levels());
    levels.put("distribution", stratum);
    return new MeasuredCell(
        new CellFeatures(
            new Cell(levels),
            "distribution " + stratum,
            features.clients(),
            features.hosts(),
            features.replicaOperations(),
            features.remoteWait()),
        cell.secondsPerOperation() * factor,
        cell.joulesPerOperation() * factor,
        cell.runs());
  }

  @Test
  void withoutEnergyOnlyTimeIsPredicted() throws Exception {
    List<MeasuredCell> fitted =
        SimulatedCells.USUAL.exact(FITTED).stream()
            .map(cell -> new MeasuredCell(cell.features(), cell.secondsPerOperation(), null, 1))
            .toList();
    FixedPredictions predictions = PredictionFit.of(fitted, FACTORS, HELD_OUT, 0.9);
    PredictionVerdict verdict =
        PredictionVerdict.of(predictions, SimulatedCells.USUAL.exact(HELD_OUT));

    assertThat(predictions.terms()).isNull();
    assertThat(verdict.energy()).isNull();
    assertThat(verdict.otherEnergies()).isEmpty();
    assertThat(verdict.isKept()).isTrue();
  }

  @Test
  void tooFewCellsAreRefused() {
    List<MeasuredCell> three = SimulatedCells.USUAL.exact(FITTED.subList(0, 3));

    assertThatThrownBy(() -> PredictionFit.of(three, FACTORS, HELD_OUT, 0.9))
        .isInstanceOf(StudyException.class)
        .hasMessageStartingWith("Only 3 cells are left to fit to, but at least 4");
  }
}
