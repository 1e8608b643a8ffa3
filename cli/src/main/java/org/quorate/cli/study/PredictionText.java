package org.quorate.cli.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.Paragraphs;
import org.quorate.report.format.Numbers;
import org.quorate.study.prediction.Demands;
import org.quorate.study.prediction.EnergyTerms;
import org.quorate.study.prediction.FixedPredictions;
import org.quorate.study.prediction.FixedPredictions.LeftOutError;
import org.quorate.study.prediction.HeldOutCell;
import org.quorate.study.prediction.MeasuredCell;
import org.quorate.study.prediction.ModelKind;
import org.quorate.study.prediction.PredictedValue;
import org.quorate.study.prediction.PredictionAccuracy;
import org.quorate.study.prediction.PredictionVerdict;

/** How predictions of held-out cells did, for a terminal. Stateless but for what it shows. */
final class PredictionText {
  private static final int NAME_WIDTH = 12;
  private static final int INDENT = 2;

  /** Times are shown for so many operations, so that they are seconds. */
  private static final double OPERATIONS = 1000;

  private static final double MILLI = 1000;

  private final PredictionVerdict verdict;
  private final FixedPredictions predictions;
  private final List<String> heldOut;
  private final Map<String, List<String>> leftOut;
  private final boolean estimated;

  /**
   * @param heldOut what the user asked for
   * @param leftOut reasons, as ends of sentences, to the labels of cells that are neither fitted to
   *     nor predicted
   * @param estimated whether a power model made a part of the joules
   */
  PredictionText(
      PredictionVerdict verdict,
      List<String> heldOut,
      Map<String, List<String>> leftOut,
      boolean estimated) {
    this.verdict = verdict;
    this.predictions = verdict.predictions();
    this.heldOut = List.copyOf(heldOut);
    this.leftOut = leftOut;
    this.estimated = estimated;
  }

  void write(Paragraphs text) {
    PredictionAccuracy energy = verdict.energy();
    text.heading("Held-out cells, predicted from the others");
    text.fact(NAME_WIDTH, "held out", String.join(", ", heldOut) + ": " + count(verdict.cells()));
    text.fact(NAME_WIDTH, "fitted to", predictions.fittedCells() + " cells");
    text.fact(NAME_WIDTH, "time by", model());
    text.fact(NAME_WIDTH, "demands", demands(predictions.demands()));
    EnergyTerms terms = predictions.terms();
    if (terms != null) {
      text.fact(NAME_WIDTH, "energy by", terms(terms));
    }
    leftOut.forEach(
        (reason, labels) ->
            text.sentence(
                INDENT,
                "Neither fitted to nor predicted: "
                    + (labels.size() == 1 ? "1 cell " : labels.size() + " cells ")
                    + reason
                    + "."));
    text.blank();
    text.heading("Time of 1,000 operations, s");
    table(text, verdict.cells().stream().map(PredictionText::time).toList());
    if (energy != null) {
      text.blank();
      text.heading("Energy per operation, mJ" + (estimated ? ", estimated" : ""));
      table(text, verdict.cells().stream().map(PredictionText::energy).toList());
    }
    text.blank();
    text.heading("Mean error of each model");
    text.table(INDENT, models(energy));
    text.blank();
    text.sentence(0, sentence("Time", verdict.time()));
    text.sentence(0, energy == null ? noEnergy() : sentence("Energy", energy));
    text.sentence(0, rivals());
    if (energy != null && estimated) {
      text.sentence(
          0,
          "The joules are estimates of a power model, not of a meter: what is predicted is what"
              + " that model makes of the hosts' use.");
    }
  }

  private static String count(List<HeldOutCell> cells) {
    return cells.size() == 1 ? "1 cell" : cells.size() + " cells";
  }

  private String model() {
    List<String> failures = new ArrayList<>();
    for (ModelKind kind : ModelKind.values()) {
      LeftOutError error = predictions.leftOut().get(kind);
      if (kind.isChoosable() && error != null) {
        failures.add(kind.text() + " by " + Numbers.percent(Math.expm1(error.time())));
      }
    }
    return predictions.model().text()
        + "; where parts of the fitted cells were left out ("
        + predictions.folds()
        + " times), "
        + String.join(", ", failures)
        + " off";
  }

  private static String demands(Demands demands) {
    return "an operation waits "
        + milliseconds(demands.delay())
        + " and "
        + Numbers.ratio(demands.perWait())
        + " the links' time, hosts work "
        + milliseconds(demands.host())
        + " and "
        + milliseconds(demands.hostPerReplica())
        + " for each operation at a replica, what they share "
        + milliseconds(demands.shared())
        + " and "
        + milliseconds(demands.sharedPerReplica());
  }

  private static String milliseconds(double seconds) {
    return Numbers.of(seconds * MILLI) + " ms";
  }

  private static String terms(EnergyTerms terms) {
    return Numbers.of(terms.idleWatts())
        + " W of each host for that time, "
        + millijoules(terms.perOperation())
        + " for an operation, "
        + millijoules(terms.perReplicaOperation())
        + " for each operation at a replica, "
        + millijoules(terms.perLoneOperation())
        + " for one that is alone";
  }

  private static String millijoules(double joules) {
    return Numbers.of(joules * MILLI) + " mJ";
  }

  private static List<String> time(HeldOutCell cell) {
    return row(
        cell,
        cell.prediction().time(),
        OPERATIONS,
        cell.measured().secondsPerOperation(),
        cell.timeError(),
        cell.isTimeCovered());
  }

  private static List<String> energy(HeldOutCell cell) {
    PredictedValue predicted = cell.prediction().energy();
    Double joules = cell.measured().joulesPerOperation();
    Boolean covered = cell.isEnergyCovered();
    return predicted == null || joules == null || covered == null
        ? List.of(
            label(cell.measured()),
            Numbers.UNKNOWN,
            Numbers.UNKNOWN,
            Numbers.UNKNOWN,
            Numbers.UNKNOWN,
            Numbers.UNKNOWN)
        : row(cell, predicted, MILLI, joules, cell.energyError(), covered);
  }

  private static List<String> row(
      HeldOutCell cell,
      PredictedValue predicted,
      double scale,
      double measured,
      double error,
      boolean covered) {
    return List.of(
        label(cell.measured()),
        Numbers.of(predicted.value() * scale),
        Numbers.interval(predicted.interval().low() * scale, predicted.interval().high() * scale),
        Numbers.of(measured * scale),
        signed(error),
        covered ? "yes" : "NO");
  }

  private static String label(MeasuredCell cell) {
    return cell.features().cell().label();
  }

  private static String signed(double error) {
    return (error > 0 ? "+" : "") + Numbers.percent(error);
  }

  private static void table(Paragraphs text, List<List<String>> cells) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("cell", "predicted", "90 %", "measured", "error", "in 90 %"));
    rows.addAll(cells);
    if (text.fits(INDENT, rows)) {
      text.table(INDENT, rows);
    } else {
      for (List<String> row : cells) {
        text.sentence(INDENT, row.get(0));
        text.sentence(
            2 * INDENT,
            row.get(1)
                + " ("
                + row.get(2)
                + "), measured "
                + row.get(3)
                + ": "
                + row.get(4)
                + (row.get(5).equals("NO") ? ", outside" : ""));
      }
    }
  }

  private List<List<String>> models(@Nullable PredictionAccuracy energy) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("model", "time", "largest", "energy", "largest"));
    rows.add(row(predictions.model(), verdict.time(), energy));
    verdict
        .otherTimes()
        .forEach((kind, time) -> rows.add(row(kind, time, verdict.otherEnergies().get(kind))));
    return rows;
  }

  private static List<String> row(
      ModelKind kind, PredictionAccuracy time, @Nullable PredictionAccuracy energy) {
    return List.of(
        kind.text(),
        Numbers.percent(time.meanError()),
        Numbers.percent(time.largestError()),
        energy == null ? Numbers.UNKNOWN : Numbers.percent(energy.meanError()),
        energy == null ? Numbers.UNKNOWN : Numbers.percent(energy.largestError()));
  }

  private static String sentence(String what, PredictionAccuracy accuracy) {
    String coverage =
        accuracy.covered()
            + " of "
            + accuracy.cells()
            + " intervals of 90 % hold what was measured ("
            + Numbers.percent(accuracy.coverage())
            + "), ";
    return what
        + ": the mean error is "
        + Numbers.percent(accuracy.meanError())
        + " (the largest "
        + Numbers.percent(accuracy.largestError())
        + ", "
        + accuracy.within()
        + " of "
        + accuracy.cells()
        + " cells within "
        + Numbers.wholePercent(accuracy.bar())
        + "), which "
        + (accuracy.isErrorKept() ? "keeps" : "breaks")
        + " the bar of "
        + Numbers.wholePercent(accuracy.bar())
        + "; "
        + coverage
        + (accuracy.isCoverageJudged()
            ? "which "
                + (accuracy.isCoverageKept() ? "keeps" : "breaks")
                + " the bar of 80 to 100 %."
            : "of too few cells for the bar of 80 to 100 % of at least "
                + PredictionAccuracy.FEWEST_CELLS
                + ".");
  }

  private static String noEnergy() {
    return "Energy is not predicted, because it is not known of all cells; a study accounts for it"
        + " with a section \"power\".";
  }

  private String rivals() {
    List<String> better = new ArrayList<>();
    verdict
        .otherTimes()
        .forEach(
            (kind, accuracy) -> {
              if (accuracy.meanError() < verdict.time().meanError()) {
                better.add(kind.text());
              }
            });
    return better.isEmpty()
        ? "No other model came nearer to the times."
        : "Nearer to the times came: "
            + String.join(", ", better)
            + "; nobody knew that before these cells were looked at.";
  }
}
