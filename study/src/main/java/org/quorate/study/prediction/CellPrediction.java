package org.quorate.study.prediction;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is predicted of one held-out cell.
 *
 * @param features what the prediction is made from
 * @param time seconds per operation of all clients together
 * @param energy joules per operation of all hosts; null where the energy of a fitted cell is not
 *     known
 * @param others what every kind of model that was not chosen says, without an interval
 */
public record CellPrediction(
    CellFeatures features,
    PredictedValue time,
    @Nullable PredictedValue energy,
    Map<ModelKind, Rival> others) {
  /** Copies the map. */
  public CellPrediction {
    others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
  }

  /**
   * What another model says.
   *
   * @param secondsPerOperation as of {@code time}
   * @param joulesPerOperation as of {@code energy}; NaN where there is none
   */
  public record Rival(double secondsPerOperation, double joulesPerOperation) {}
}
