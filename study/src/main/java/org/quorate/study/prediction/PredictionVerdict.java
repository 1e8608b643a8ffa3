package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How predictions did that were fixed before the cells were looked at, failures too. The bars are
 * on the mean error without its sign: {@link #TIME_BAR} and {@link #ENERGY_BAR}.
 *
 * @param predictions as they were fixed
 * @param cells with what was measured, in the same order
 * @param time of seconds per operation
 * @param energy of joules per operation; null where none was predicted
 * @param otherTimes of every other kind of model, for comparison
 * @param otherEnergies likewise; without those that predict none
 */
public record PredictionVerdict(
    FixedPredictions predictions,
    List<HeldOutCell> cells,
    PredictionAccuracy time,
    @Nullable PredictionAccuracy energy,
    Map<ModelKind, PredictionAccuracy> otherTimes,
    Map<ModelKind, PredictionAccuracy> otherEnergies) {
  /** The largest mean error of time that is accepted, as a share. */
  public static final double TIME_BAR = 0.10;

  /** The same of energy. */
  public static final double ENERGY_BAR = 0.12;

  private static final int NO_INTERVALS = -1;

  /** Copies the collections. */
  public PredictionVerdict {
    cells = List.copyOf(cells);
    otherTimes = Collections.unmodifiableMap(new LinkedHashMap<>(otherTimes));
    otherEnergies = Collections.unmodifiableMap(new LinkedHashMap<>(otherEnergies));
  }

  /**
   * Judges predictions.
   *
   * @param measured the cells that were predicted, in the same order
   * @throws IllegalArgumentException if they are other cells
   */
  public static PredictionVerdict of(FixedPredictions predictions, List<MeasuredCell> measured) {
    if (predictions.cells().size() != measured.size()) {
      throw new IllegalArgumentException(
          predictions.cells().size()
              + " cells were predicted, but "
              + measured.size()
              + " are handed in.");
    }
    List<HeldOutCell> cells = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      cells.add(new HeldOutCell(predictions.cells().get(i), measured.get(i)));
    }
    Map<ModelKind, PredictionAccuracy> otherTimes = new EnumMap<>(ModelKind.class);
    Map<ModelKind, PredictionAccuracy> otherEnergies = new EnumMap<>(ModelKind.class);
    for (ModelKind kind : ModelKind.values()) {
      if (kind != predictions.model()) {
        otherTimes.put(
            kind,
            PredictionAccuracy.of(
                cells.stream().map(cell -> cell.timeError(kind)).toList(), TIME_BAR, NO_INTERVALS));
        List<Double> errors = known(cells.stream().map(cell -> cell.energyError(kind)));
        if (!errors.isEmpty()) {
          otherEnergies.put(kind, PredictionAccuracy.of(errors, ENERGY_BAR, NO_INTERVALS));
        }
      }
    }
    List<Double> errors = known(cells.stream().map(HeldOutCell::energyError));
    return new PredictionVerdict(
        predictions,
        cells,
        PredictionAccuracy.of(
            cells.stream().map(HeldOutCell::timeError).toList(),
            TIME_BAR,
            (int) cells.stream().filter(HeldOutCell::isTimeCovered).count()),
        errors.isEmpty()
            ? null
            : PredictionAccuracy.of(
                errors,
                ENERGY_BAR,
                (int)
                    cells.stream()
                        .filter(cell -> Boolean.TRUE.equals(cell.isEnergyCovered()))
                        .count()),
        otherTimes,
        otherEnergies);
  }

  private static List<Double> known(Stream<Double> errors) {
    return errors.filter(error -> !error.isNaN()).toList();
  }

  /** Whether no bar that could be judged is broken. */
  public boolean isKept() {
    return isKept(time) && (energy == null || isKept(energy));
  }

  private static boolean isKept(PredictionAccuracy accuracy) {
    return accuracy.isErrorKept() && (accuracy.isCoverageKept() || !accuracy.isCoverageJudged());
  }
}
