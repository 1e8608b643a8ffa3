package org.quorate.report.page;

import java.util.Comparator;
import java.util.List;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Design;
import org.quorate.study.summary.SteadyState;

/** How runs were ordered, which of them count, and whether they were warm. */
final class DesignText {
  private DesignText() {}

  static void write(Html html, Context context) {
    Design design = context.study().design();
    html.element("h3", "Order, dropped runs and warm-up");
    html.open("ul", "class", "caveats");
    html.element(
        "li",
        switch (design.order()) {
          case RANDOM ->
              "Each repetition is a block in which every cell occurs once, in a random order of"
                  + " its own.";
          case ABBA ->
              "Each repetition is a block in which every cell occurs once, in a random order in"
                  + " every odd block and the same backwards in the next (ABBA), so that a steady"
                  + " drift cancels out.";
        });
    if (design.clustersInTurn()) {
      html.element(
          "li",
          "Cells that need different clusters took turns within each block, while the other"
              + " clusters were paused.");
    }
    if (design.restartEvery() > 0) {
      html.element(
          "li",
          "Clusters were started anew after every "
              + (design.restartEvery() == 1 ? "block" : design.restartEvery() + " blocks")
              + ", and where cells need clusters of their own, chance is reckoned over these starts.");
    }
    if (design.dropped() > 0) {
      html.element(
          "li",
          "The first "
              + (design.dropped() == 1 ? "repetition" : design.dropped() + " repetitions")
              + " of every cell "
              + (design.dropped() == 1 ? "is" : "are")
              + " warm-up: shown in the charts of this section and kept in the raw data, but in no"
              + " mean, interval or comparison.");
    }
    html.element("li", warmUp(context.study().steadyState()));
    if (design.warmUpCut()) {
      html.element(
          "li",
          "The study has warm-up cut by a detector: MSER-5 on the mean throughput and the mean power"
              + " of each second over all runs of a cell; the later of the two, at most half a run."
              + " Throughput and energy of a run count from that second on; response times, stale"
              + " rates and processor time are of whole runs, since they are not kept by second.");
    }
    html.close();
    cells(html, context.study().steadyState().cells());
    cuts(html, context.study().steadyState().cuts());
  }

  private static String warmUp(SteadyState state) {
    String changing =
        state.changing() == 0
            ? ""
            : " "
                + ValueText.plural(state.changing(), "run has", "runs have")
                + " a load that changes on purpose and "
                + (state.changing() == 1 ? "is" : "are")
                + " not judged.";
    if (state.judged() == 0) {
      return (state.tooShort() == 0
              ? "No run was judged by the warm-up check MSER-5."
              : "Runs are too short for the warm-up check MSER-5, which needs "
                  + SteadyState.FEWEST_SECONDS
                  + " seconds: that they were warm rests on the unmeasured time before them.")
          + changing;
    }
    long unsteady = state.cuts().stream().filter(cut -> !cut.steady()).count();
    return "MSER-5 on the throughput and power of each second: of "
        + ValueText.plural(state.judged(), "run", "runs")
        + " "
        + (state.judged() - state.cuts().size())
        + " look warm from their first second, "
        + (state.cuts().size() - unsteady)
        + " only after some seconds, "
        + unsteady
        + " never became steady. "
        + (state.cells().isEmpty()
            ? "Nothing was cut; the numbers are those of whole runs."
            : "What is left out is below, by cell.")
        + effective(state)
        + (state.tooShort() == 0
            ? ""
            : " "
                + ValueText.plural(state.tooShort(), "run is", "runs are")
                + " too short to judge.")
        + changing;
  }

  /** What the seconds of half of the runs are worth at most. */
  private static String effective(SteadyState state) {
    List<SteadyState.EffectiveSeconds> runs =
        state.effective().stream()
            .sorted(Comparator.comparingDouble(SteadyState.EffectiveSeconds::throughput))
            .toList();
    if (runs.isEmpty()) {
      return "";
    }
    SteadyState.EffectiveSeconds middle = runs.get(runs.size() / 2);
    return " Neighbouring seconds resemble one another: of a run in the middle, "
        + middle.seconds()
        + " seconds of throughput are worth "
        + Math.round(middle.throughput())
        + " independent ones, which is why intervals are over runs.";
  }

  private static void cells(Html html, List<SteadyState.CellCut> cells) {
    if (cells.isEmpty()) {
      return;
    }
    Table table =
        new Table("Seconds left out of throughput and energy", "Cell", false)
            .number("Left out", "s of each run")
            .number("Throughput", "s until warm")
            .number("Power", "s until warm")
            .number("Of", "s")
            .words("Whole because");
    for (SteadyState.CellCut cell : cells) {
      Integer power = cell.powerSeconds();
      String because = cell.wholeBecause();
      table.row(
          cell.cell(),
          Look.NEUTRAL,
          List.of(
              ValueText.count(cell.countedFrom()),
              because == null
                  ? ValueText.count(cell.throughputSeconds())
                  : Table.Value.of(Numbers.UNKNOWN),
              power == null ? Table.Value.of(Numbers.UNKNOWN) : ValueText.count(power),
              ValueText.count(cell.seconds()),
              Table.Value.of(because == null ? "" : because)));
    }
    table.folded().write(html);
  }

  private static void cuts(Html html, List<SteadyState.Cut> cuts) {
    if (cuts.isEmpty()) {
      return;
    }
    Table table =
        new Table("Runs with a warm-up by MSER-5", "Run", false)
            .words("Cell")
            .number("Throughput", "s until warm")
            .number("Power", "s until warm")
            .number("Judged", "s")
            .words("Then steady");
    for (SteadyState.Cut cut : cuts) {
      Integer power = cut.powerSeconds();
      table.row(
          "run " + cut.run(),
          Look.NEUTRAL,
          List.of(
              Table.Value.of(cut.cell()),
              ValueText.count(cut.throughputSeconds()),
              power == null ? Table.Value.of(Numbers.UNKNOWN) : ValueText.count(power),
              ValueText.count(cut.seconds()),
              Table.Value.of(cut.steady() ? "yes" : "no")));
    }
    table.folded().write(html);
  }
}
