package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;

/**
 * The cells of a study, parted into those that are fitted to and those that are predicted. What the
 * runs of the latter showed is kept to itself until {@link #open} is called. Immutable.
 */
public final class HoldOutSplit {
  private static final int FEWEST_LEVELS = 2;

  private final List<HoldOut> holdOuts;
  private final List<MeasuredCell> fitted = new ArrayList<>();
  private final List<CellFeatures> heldOut = new ArrayList<>();
  private final List<MeasuredCell> unopened = new ArrayList<>();
  private final Map<String, List<String>> leftOut = new LinkedHashMap<>();

  private HoldOutSplit(List<HoldOut> holdOuts) {
    this.holdOuts = List.copyOf(holdOuts);
  }

  /**
   * Parts a study.
   *
   * @param runs those that count
   * @param holdOuts at least one; a cell that has any of these levels is held out
   * @throws StudyException if no operation of a cell succeeded, or if too little is left on either
   *     side
   */
  public static HoldOutSplit of(Study study, List<RunResult> runs, List<HoldOut> holdOuts)
      throws StudyException {
    HoldOutSplit split = new HoldOutSplit(holdOuts);
    Map<Cell, List<RunResult>> byCell = new LinkedHashMap<>();
    runs.forEach(
        run -> byCell.computeIfAbsent(new Cell(run.cell()), cell -> new ArrayList<>()).add(run));
    List<MeasuredCell> apart = new ArrayList<>();
    for (Map.Entry<Cell, RunSettings> each : study.cells().entrySet()) {
      Cell cell = each.getKey();
      Optional<String> objection = CellFeatures.objection(each.getValue());
      if (objection.isPresent()) {
        split.leaveOut(cell, objection.get());
      } else if (!byCell.containsKey(cell)) {
        split.leaveOut(cell, "of which no run has been measured yet");
      } else {
        CellFeatures features = CellFeatures.of(cell, each.getValue());
        MeasuredCell measured = measured(features, byCell.getOrDefault(cell, List.of()));
        (split.isHeldOut(cell) ? apart : split.fitted).add(measured);
      }
    }
    for (MeasuredCell cell : apart) {
      split.holdOut(cell);
    }
    split.requireEnough();
    return split;
  }

  private static MeasuredCell measured(CellFeatures features, List<RunResult> runs)
      throws StudyException {
    return MeasuredCell.of(features, runs)
        .orElseThrow(
            () ->
                new StudyException(
                    "No operation succeeded in a run of the cell \""
                        + features.cell().label()
                        + "\", so that it has no time per operation; look at its errors in the"
                        + " report, and run the study again."));
  }

  private boolean isHeldOut(Cell cell) {
    return holdOuts.stream().anyMatch(holdOut -> holdOut.holds(cell));
  }

  private void holdOut(MeasuredCell cell) {
    String stratum = cell.features().stratum();
    if (fitted.stream().anyMatch(other -> other.features().stratum().equals(stratum))) {
      heldOut.add(cell.features());
      unopened.add(cell);
    } else {
      leaveOut(cell.features().cell(), "with no fitted cell of the same " + stratum);
    }
  }

  private void leaveOut(Cell cell, String reason) {
    leftOut.computeIfAbsent(reason, each -> new ArrayList<>()).add(cell.label());
  }

  private void requireEnough() throws StudyException {
    if (heldOut.isEmpty()) {
      throw new StudyException(
          "No cell that can be predicted has "
              + String.join(" or ", holdOuts.stream().map(HoldOut::toString).toList())
              + "; hold out another level, or run the study to its end.");
    }
    for (String factor : factors()) {
      long levels =
          fitted.stream()
              .map(cell -> cell.features().cell().levels().getOrDefault(factor, ""))
              .distinct()
              .count();
      if (levels < FEWEST_LEVELS) {
        throw new StudyException(
            (levels == 0 ? "No level of " : "Only one level of ")
                + factor
                + " is left to fit to, which says nothing of another; hold out fewer levels, or"
                + " run a study with more.");
      }
    }
  }

  /** The factors of which levels are held out. */
  public Set<String> factors() {
    Set<String> factors = new LinkedHashSet<>();
    holdOuts.forEach(holdOut -> factors.add(holdOut.factor()));
    return factors;
  }

  /** The cells to fit to, in the order of the study. */
  public List<MeasuredCell> fitted() {
    return List.copyOf(fitted);
  }

  /** The cells to predict, in the same order. */
  public List<CellFeatures> heldOut() {
    return List.copyOf(heldOut);
  }

  /** What is neither: a reason, as the end of a sentence, to the labels of its cells. */
  public Map<String, List<String>> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }

  /** What the runs of {@link #heldOut} showed, in its order; for when predictions are fixed. */
  public List<MeasuredCell> open() {
    return List.copyOf(unopened);
  }
}
