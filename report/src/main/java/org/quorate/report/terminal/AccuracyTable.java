package org.quorate.report.terminal;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Accuracy;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ModelAccuracy;

/** A line for each staleness model whose predictions were checked. */
record AccuracyTable(List<ModelAccuracy> models, Style style) {
  /** The table with an empty line before it; nothing where nothing was checked. */
  String render(int width) {
    if (models.isEmpty()) {
      return "";
    }
    TextTable<ModelAccuracy> table = new TextTable<>("model", models, ModelAccuracy::model, style);
    table.add("checks", "", 60, model -> Numbers.count(model.all().checks()));
    table.add("settings", "", 55, model -> Numbers.count(model.all().settings()));
    table.percent("error", "points", 100, model -> model.all().error());
    table.percent("bias", "points", 90, model -> model.all().bias());
    table.percent("held", "% of 95 %", 95, model -> model.all().held());
    table.add("telling", "checks", 85, model -> Numbers.count(telling(model)));
    table.percent("their", "error", 86, model -> telling(model, Accuracy::error));
    table.add("below", "1 %", 70, model -> Numbers.count(model.rare()));
    table.add("within", "1.5 times", 79, model -> Numbers.count(model.rareWithin()));
    table.add("beyond", "1.5 times", 80, model -> Numbers.count(model.rareBeyond()));
    return "\n" + table.render(width);
  }

  private static int telling(ModelAccuracy model) {
    return model.telling() == null ? 0 : model.telling().checks();
  }

  private static @Nullable Mean telling(ModelAccuracy model, Function<Accuracy, Mean> number) {
    return model.telling() == null ? null : number.apply(model.telling());
  }
}
