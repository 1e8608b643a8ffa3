package org.quorate.study.prediction;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of held-out cells, made without their runs.
 *
 * @param model by which they are made: of those that may be chosen the one that fails least where
 *     levels are left out of the fitted cells
 * @param confidence of the intervals, between 0 and 1
 * @param fittedCells how many cells they are made from
 * @param folds how often a part of the fitted cells was left out and predicted from the others, so
 *     that the intervals are known
 * @param leftOut by kind of model, what it failed by then
 * @param timeHalfWidth of the intervals of time, on the natural logarithm
 * @param energyHalfWidth likewise; NaN where energy is not predicted
 * @param demands of the chosen model in the first stratum
 * @param terms of its energy there; null where energy is not predicted
 * @param cells in the order of the study
 */
public record FixedPredictions(
    ModelKind model,
    double confidence,
    int fittedCells,
    int folds,
    Map<ModelKind, LeftOutError> leftOut,
    double timeHalfWidth,
    double energyHalfWidth,
    Demands demands,
    @Nullable EnergyTerms terms,
    List<CellPrediction> cells) {
  /** Copies the collections. */
  public FixedPredictions {
    leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    cells = List.copyOf(cells);
  }

  /**
   * What a kind of model fails by where a part of the fitted cells is left out: the root of the
   * mean square of the logarithms of predicted over measured.
   *
   * @param time of seconds per operation
   * @param energy of joules per operation; NaN where they are not known
   */
  public record LeftOutError(double time, double energy) {}
}
