package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;
import org.quorate.study.StudyException;
import org.quorate.study.prediction.CellPrediction.Rival;
import org.quorate.study.prediction.FixedPredictions.LeftOutError;

/**
 * Fits models to cells whose runs are known, and predicts others of which it is given no run.
 *
 * <p>How wide the intervals are follows from the fitted cells alone. The task is rehearsed there:
 * of each factor that a level is held out of every other level is left out in turn, with all its
 * cells, and predicted from the rest; where a factor has only two levels left, each cell is left
 * out by itself. The root r of the mean square of these failures, on the logarithm, has in it both
 * what the model misses and what runs differ by, and the interval is the prediction times exp(±t
 * r), t being Student's quantile with as many degrees of freedom as there were rehearsals, since
 * the cells of one level fail together. Held-out levels at the edge are reached from one side only,
 * while most of those left out lie between others: such intervals are too narrow where a model
 * bends in the wrong way beyond the edge. Pure.
 */
public final class PredictionFit {
  /** The confidence of intervals unless another is asked for. */
  public static final double CONFIDENCE = 0.9;

  /** From fewer cells nothing is predicted. */
  public static final int FEWEST_CELLS = 4;

  private static final int FEWEST_LEVELS = 3;
  private static final int FEWEST_FOLDS = 2;

  private final List<MeasuredCell> fitted;
  private final List<Set<Integer>> folds = new ArrayList<>();

  private PredictionFit(List<MeasuredCell> fitted, Set<String> factors) {
    this.fitted = List.copyOf(fitted);
    boolean cellByCell = false;
    for (String factor : factors) {
      Map<String, Set<Integer>> byLevel = new LinkedHashMap<>();
      for (int i = 0; i < fitted.size(); i++) {
        String level = fitted.get(i).features().cell().levels().getOrDefault(factor, "");
        byLevel.computeIfAbsent(level, each -> new LinkedHashSet<>()).add(i);
      }
      if (byLevel.size() >= FEWEST_LEVELS) {
        folds.addAll(byLevel.values());
      } else {
        cellByCell = true;
      }
    }
    if (cellByCell) {
      for (int i = 0; i < fitted.size(); i++) {
        folds.add(Set.of(i));
      }
    }
  }

  /**
   * Predicts cells.
   *
   * @param fitted the cells to fit to, with what their runs showed
   * @param factors of which levels are held out
   * @param heldOut the cells to predict
   * @param confidence between 0 and 1
   * @throws StudyException if there are too few cells
   */
  public static FixedPredictions of(
      List<MeasuredCell> fitted, Set<String> factors, List<CellFeatures> heldOut, double confidence)
      throws StudyException {
    if (fitted.size() < FEWEST_CELLS) {
      throw tooFew(fitted.size());
    }
    return new PredictionFit(fitted, factors).predict(heldOut, confidence);
  }

  private static StudyException tooFew(int cells) {
    return new StudyException(
        "Only "
            + (cells == 1 ? "1 cell is" : cells + " cells are")
            + " left to fit to, but at least "
            + FEWEST_CELLS
            + " that differ in the factors held out are needed; hold out fewer levels, or run a"
            + " study with more.");
  }

  private FixedPredictions predict(List<CellFeatures> heldOut, double confidence)
      throws StudyException {
    Map<ModelKind, LeftOutError> leftOut = new EnumMap<>(ModelKind.class);
    int rehearsed = 0;
    for (ModelKind kind : ModelKind.values()) {
      Rehearsal rehearsal = rehearse(kind);
      rehearsed = rehearsal.folds();
      leftOut.put(kind, rehearsal.error());
    }
    if (rehearsed < FEWEST_FOLDS) {
      throw tooFew(fitted.size());
    }
    ModelKind chosen =
        leftOut.entrySet().stream()
            .filter(each -> each.getKey().isChoosable())
            .min(Comparator.comparingDouble(each -> each.getValue().time()))
            .map(Map.Entry::getKey)
            .orElseThrow();
    double t = TDistribution.of(rehearsed).inverseSurvivalProbability((1 - confidence) / 2);
    LeftOutError error = Objects.requireNonNull(leftOut.get(chosen));
    DemandModel model = (DemandModel) chosen.fit(fitted);
    Map<ModelKind, CellModel> rivals = new EnumMap<>(ModelKind.class);
    for (ModelKind kind : ModelKind.values()) {
      if (kind != chosen) {
        rivals.put(kind, kind.fit(fitted));
      }
    }
    return new FixedPredictions(
        chosen,
        confidence,
        fitted.size(),
        rehearsed,
        leftOut,
        t * error.time(),
        t * error.energy(),
        model.demands(),
        model.terms(),
        heldOut.stream().map(cell -> predict(cell, model, rivals, t, error, confidence)).toList());
  }

  private static CellPrediction predict(
      CellFeatures cell,
      CellModel model,
      Map<ModelKind, CellModel> rivals,
      double t,
      LeftOutError error,
      double confidence) {
    Map<ModelKind, Rival> others = new EnumMap<>(ModelKind.class);
    rivals.forEach(
        (kind, rival) ->
            others.put(
                kind, new Rival(rival.secondsPerOperation(cell), rival.joulesPerOperation(cell))));
    double joules = model.joulesPerOperation(cell);
    return new CellPrediction(
        cell,
        PredictedValue.of(model.secondsPerOperation(cell), t * error.time(), confidence),
        Double.isNaN(joules) || Double.isNaN(error.energy())
            ? null
            : PredictedValue.of(joules, t * error.energy(), confidence),
        others);
  }

  /**
   * How a kind of model fails where parts of the cells are left out.
   *
   * @param folds that could be predicted
   */
  private record Rehearsal(int folds, LeftOutError error) {}

  private Rehearsal rehearse(ModelKind kind) {
    int rehearsed = 0;
    int cells = 0;
    double time = 0;
    double energy = 0;
    for (Set<Integer> fold : folds) {
      List<MeasuredCell> rest = new ArrayList<>();
      List<MeasuredCell> without = new ArrayList<>();
      for (int i = 0; i < fitted.size(); i++) {
        (fold.contains(i) ? without : rest).add(fitted.get(i));
      }
      without.removeIf(cell -> !hasStratum(rest, cell.features()));
      if (rest.size() < FEWEST_CELLS - 1 || without.isEmpty()) {
        continue;
      }
      CellModel model = kind.fit(rest);
      rehearsed++;
      for (MeasuredCell cell : without) {
        cells++;
        time +=
            square(
                Math.log(model.secondsPerOperation(cell.features()) / cell.secondsPerOperation()));
        Double joules = cell.joulesPerOperation();
        energy +=
            square(
                Math.log(
                    joules == null
                        ? Double.NaN
                        : model.joulesPerOperation(cell.features()) / joules));
      }
    }
    return new Rehearsal(
        rehearsed, new LeftOutError(Math.sqrt(time / cells), Math.sqrt(energy / cells)));
  }

  private static boolean hasStratum(List<MeasuredCell> cells, CellFeatures wanted) {
    return cells.stream().anyMatch(cell -> cell.features().stratum().equals(wanted.stratum()));
  }

  private static double square(double value) {
    return value * value;
  }
}
