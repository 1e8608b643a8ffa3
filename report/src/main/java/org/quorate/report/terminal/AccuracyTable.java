package org.quorate.report.terminal;

import java.util.List;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.ModelAccuracy;

/** A line for each staleness model whose predictions were checked. */
record AccuracyTable(List<ModelAccuracy> models, Style style) {
  /** The table with an empty line before it; nothing where nothing was checked. */
  String render(int width) {
    if (models.isEmpty()) {
      return "";
    }
    TextTable<ModelAccuracy> table = new TextTable<>("model", models, ModelAccuracy::model, style);
    table.add("checks", "", 60, model -> Numbers.count(model.checks()));
    table.add("settings", "", 55, model -> Numbers.count(model.settings()));
    table.percent("error", "points", 100, ModelAccuracy::error);
    table.percent("bias", "points", 90, ModelAccuracy::bias);
    table.add("below", "1 %", 70, model -> Numbers.count(model.rare()));
    table.add("beyond", "1.5 times", 80, model -> Numbers.count(model.rareBeyond()));
    table.percent("held", "% of 95 %", 95, ModelAccuracy::held);
    return "\n" + table.render(width);
  }
}
