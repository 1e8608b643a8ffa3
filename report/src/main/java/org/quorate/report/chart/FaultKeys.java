package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.quorate.core.level.Level;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.TextWidth;

/** Says on top of a {@link FaultChart} what its bars, colours and lines mean. */
final class FaultKeys {
  private static final double ROW = 18;
  private static final double SYMBOL = 16;

  private final List<Double> lefts = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();

  /** Draws what a text explains, left of it on its baseline. */
  private interface Symbol {
    void draw(Drawing drawing, double x, double y);
  }

  private final List<Symbol> symbols = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  FaultKeys(FaultChart chart, double width) {
    add("stale reads, share of reads", (drawing, x, y) -> square(drawing, "h7", "fill", x, y));
    Double tolerance = chart.tolerance();
    if (tolerance != null) {
      add("tolerance broken", (drawing, x, y) -> square(drawing, "", "failed", x, y));
      add(
          "tolerance " + Numbers.tick(tolerance * 100) + "\u00a0%",
          (drawing, x, y) -> drawing.line(x, y - 4, x + 12, y - 4, "target"));
    }
    if (chart.panels().stream()
        .flatMap(panel -> panel.faults().stream())
        .anyMatch(fault -> fault.until() > fault.from())) {
      add("while it lasts", (drawing, x, y) -> square(drawing, "", "harmed", x, y));
    }
    Set<Level> levels = EnumSet.noneOf(Level.class);
    chart
        .panels()
        .forEach(
            panel -> panel.windows().values().forEach(w -> levels.addAll(w.sentReads().keySet())));
    for (Level level : levels) {
      add(
          level.name(),
          (drawing, x, y) -> square(drawing, "c" + Looks.hueOfLevel(level.name()), "fill", x, y));
    }
    add(
        "replica reads per read",
        (drawing, x, y) -> {
          drawing.group("h7");
          drawing.line(x, y - 4, x + 12, y - 4, "line").end();
        });
    if (chart.panels().stream().anyMatch(panel -> !panel.readP99().isEmpty())) {
      add(
          "p99 of reads that succeeded",
          (drawing, x, y) -> {
            drawing.group("h7");
            drawing.line(x, y - 4, x + 12, y - 4, "line fine").end();
          });
    }
    place(width);
  }

  private static void square(Drawing drawing, String group, String classes, double x, double y) {
    drawing.group(group);
    drawing.rectangle(x + 1, y - 9, 10, 10, 2, classes).end();
  }

  private void add(String text, Symbol symbol) {
    texts.add(text);
    symbols.add(symbol);
  }

  private void place(double width) {
    double left = 0;
    int row = 0;
    for (String text : texts) {
      double needed = SYMBOL + TextWidth.of(text, Axis.TEXT);
      if (left > 0 && left + needed > width) {
        left = 0;
        row++;
      }
      lefts.add(left);
      rows.add(row);
      left += needed + 14;
    }
  }

  double height() {
    return (rows.get(rows.size() - 1) + 1) * ROW;
  }

  void draw(Drawing drawing) {
    for (int i = 0; i < texts.size(); i++) {
      double y = rows.get(i) * ROW + 12;
      symbols.get(i).draw(drawing, lefts.get(i), y);
      drawing.text(lefts.get(i) + SYMBOL, y, Anchor.START, "a", texts.get(i));
    }
  }
}
