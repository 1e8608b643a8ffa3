package org.quorate.study.prediction;

import org.jspecify.annotations.Nullable;

/**
 * A held-out cell, predicted and then measured.
 *
 * @param prediction fixed before
 * @param measured of the same cell
 */
public record HeldOutCell(CellPrediction prediction, MeasuredCell measured) {
  /** Checks that both are of one cell. */
  public HeldOutCell {
    if (!prediction.features().equals(measured.features())) {
      throw new IllegalArgumentException(
          "A prediction of "
              + prediction.features().cell().label()
              + " is not judged by "
              + measured.features().cell().label()
              + ".");
    }
  }

  /** By what share of the measured time the prediction is too long; negative where too short. */
  public double timeError() {
    return prediction.time().value() / measured.secondsPerOperation() - 1;
  }

  /** Whether the measured time lies in its interval. */
  public boolean isTimeCovered() {
    return prediction.time().interval().contains(measured.secondsPerOperation());
  }

  /** The same of energy as {@link #timeError}; NaN where it is not predicted or not known. */
  public double energyError() {
    PredictedValue predicted = prediction.energy();
    Double joules = measured.joulesPerOperation();
    return predicted == null || joules == null ? Double.NaN : predicted.value() / joules - 1;
  }

  /** Whether the measured energy lies in its interval; null where there is none. */
  public @Nullable Boolean isEnergyCovered() {
    PredictedValue predicted = prediction.energy();
    Double joules = measured.joulesPerOperation();
    if (predicted == null || joules == null) {
      return null;
    }
    return predicted.interval().contains(joules);
  }

  /** The same as {@link #timeError} of another kind of model; NaN of the one that was chosen. */
  public double timeError(ModelKind other) {
    CellPrediction.Rival rival = prediction.others().get(other);
    return rival == null
        ? Double.NaN
        : rival.secondsPerOperation() / measured.secondsPerOperation() - 1;
  }

  /** The same as {@link #energyError} of another kind of model; NaN where there is none. */
  public double energyError(ModelKind other) {
    CellPrediction.Rival rival = prediction.others().get(other);
    Double joules = measured.joulesPerOperation();
    return rival == null || joules == null ? Double.NaN : rival.joulesPerOperation() / joules - 1;
  }
}
