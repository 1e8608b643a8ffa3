package org.quorate.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.statistics.PredictedRatio;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Accuracy;
import org.quorate.study.summary.CellAccuracy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.ModelAccuracy;

/** How well staleness models predicted what the oracle counted at fixed levels. */
record AccuracySection(Context context) implements PageSection {
  /** Whether too little was checked. */
  boolean isEmpty() {
    return models().isEmpty();
  }

  private List<ModelAccuracy> models() {
    return context.study().predictions().models();
  }

  @Override
  public String id() {
    return "predictions";
  }

  @Override
  public String title() {
    return "How well models predicted";
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Every run at a fixed level whose reads may be stale, without faults and second reads, in"
            + " windows of 300 reads on average where it has as many: what each model said of a"
            + " window while it went on (of several processes the first one\u2019s), and what was"
            + " counted in it.",
        Source.MODEL,
        Source.ORACLE);
    models(html);
    PageSection.note(
        html,
        "Error: the root of the mean squared difference, less what sampling adds to it. Bias: predicted"
            + " less counted. Telling are checks where 5 stale reads or more were predicted or"
            + " counted: where next to none is stale any model is right, and holds 95 %. Of cells"
            + " that are stale below 1 %, within or beyond a factor of 1.5 are those whose whole"
            + " interval is, the exact one of 95 % of the count. Held: the share of"
            + " counts within 95 % intervals, by the model\u2019s own bounds and the sampling of"
            + " reads together; a right model has 95 %. Bounds are of 95 % for pbs, and the least and"
            + " longest propagation time for the formulas, which state no share. Intervals are over"
            + " settings by bootstrap, from ten on, of 95 %, that of held of 99 %. Sampling takes"
            + " reads as independent: stale ones come in clusters, so that a right model may hold"
            + " fewer and be within or beyond too often, and where their chances differ much, too much"
            + " is subtracted. predictions.csv has every window.");
    cells(html);
  }

  private void models(Html html) {
    Table table =
        new Table("Predicted against counted stale reads, by model", "Model", false)
            .number("Settings", "")
            .number("Checks", "windows")
            .number("Error", "points")
            .number("Bias", "points")
            .number("Held", "% of 95 %")
            .number("Telling checks", "windows")
            .number("Their error", "points")
            .number("Their held", "% of 95 %")
            .number("Below 1 %", "cells")
            .number("Within 1.5\u00d7", "cells")
            .number("Beyond 1.5\u00d7", "cells");
    for (ModelAccuracy model : models()) {
      Accuracy all = model.all();
      Accuracy telling = model.telling();
      table.row(
          model.model(),
          Look.NEUTRAL,
          List.of(
              ValueText.count(all.settings()),
              ValueText.count(all.checks()),
              ValueText.share(all.error()),
              ValueText.share(all.bias()),
              ValueText.share(all.held()),
              ValueText.count(telling == null ? 0 : telling.checks()),
              ValueText.share(telling == null ? null : telling.error()),
              ValueText.share(telling == null ? null : telling.held()),
              ValueText.count(model.rare()),
              ValueText.count(model.rareWithin()),
              ValueText.count(model.rareBeyond())));
    }
    table.write(html);
  }

  private void cells(Html html) {
    Table table =
        new Table("Predicted over counted stale reads, by cell", "Cell", true)
            .number("Stale", "of reads")
            .number("Counted", "%");
    Map<Map<String, String>, CellAccuracy> cells = new LinkedHashMap<>();
    for (ModelAccuracy model : models()) {
      table.number(model.model(), "bias, points").number(model.model(), "times the count");
      model.cells().forEach(cell -> cells.putIfAbsent(cell.cell(), cell));
    }
    for (CellAccuracy cell : cells.values()) {
      List<Table.Value> values = new ArrayList<>(counted(cell));
      for (ModelAccuracy model : models()) {
        values.addAll(
            model.cells().stream()
                .filter(own -> own.cell().equals(cell.cell()))
                .findFirst()
                .map(AccuracySection::predicted)
                .orElse(Collections.nCopies(2, Table.Value.of(Numbers.UNKNOWN))));
      }
      CellSummary summary = context.summary(cell.cell());
      table.row(
          context.label(cell.cell()),
          summary == null ? Look.NEUTRAL : context.look(summary),
          values);
    }
    table.folded().write(html);
  }

  private static List<Table.Value> counted(CellAccuracy cell) {
    return List.of(
        new Table.Value(
            Numbers.count(cell.staleReads()),
            "of " + Numbers.count(cell.reads()),
            (double) cell.staleReads()),
        Table.Value.of(Numbers.of(cell.counted() * 100), cell.counted()));
  }

  private static List<Table.Value> predicted(CellAccuracy cell) {
    double bias = cell.predicted() - cell.counted();
    PredictedRatio ratio = cell.ratio();
    return List.of(
        Table.Value.of(Numbers.of(bias * 100), bias),
        new Table.Value(
            Numbers.of(ratio.ratio()),
            Numbers.interval(ratio.interval().low(), ratio.interval().high()),
            ratio.ratio()));
  }
}
