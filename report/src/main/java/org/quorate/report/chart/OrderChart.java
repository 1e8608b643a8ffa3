package org.quorate.report.chart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;

/**
 * Which cell ran when, and whether the machine drifted: each run in its order, above or below the
 * mean throughput of its own cell. Runs of one repetition share a band. A trend across the bands is
 * drift; interleaving spreads it evenly over the cells.
 */
public record OrderChart(String name, String title, String description, List<Run> runs)
    implements Chart {
  private static final double TOP = 40;

  /**
   * One run.
   *
   * @param relative throughput over the mean of its cell, minus 1; NaN where the mean is 0
   */
  public record Run(int repetition, Look look, double relative, String hover) {}

  public OrderChart {
    runs = List.copyOf(runs);
  }

  @Override
  public String draw(double width, String css) {
    double bottom = TOP + (width < NARROW ? 150 : 170);
    double largest =
        runs.stream()
            .mapToDouble(run -> Math.abs(run.relative))
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    double bound = Math.max(0.05, largest * 1.08);
    Scale relative = LinearScale.round(-bound, bound, 4, bottom, TOP);
    Axis axis = new Axis(relative, OrderChart::signed);
    double left = axis.labelWidth(4) + 10;
    double right = width - 4;
    double step = (right - left) / Math.max(1, runs.size());

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 66, title, description, css);
    drawing.text(1, 12, Anchor.START, "a", "throughput of each run against the mean of its cell");
    bands(drawing, left, step, bottom);
    axis.vertical(drawing, left, right, 4);
    if (step >= TimelineChart.SMALLEST_TARGET) {
      apart(drawing, relative, left, step, bottom);
    } else {
      together(drawing, relative, left, step, bottom);
    }
    drawing.text(
        left,
        bottom + 54,
        Anchor.START,
        "a",
        "runs in the order they were run, 1 to " + runs.size());
    return drawing.finish();
  }

  /** Each run as a mark of its own. */
  private void apart(Drawing drawing, Scale relative, double left, double step, double bottom) {
    double tile = Math.min(step - (step > 5 ? 2 : 0), 26);
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      double x = left + (i + 0.5) * step;
      run.look.mark(drawing, run.hover);
      drawing.rectangle(x - step / 2, TOP, step, bottom - TOP + 36, "hit");
      if (Double.isFinite(run.relative)) {
        double y = relative.at(run.relative);
        drawing.line(x, relative.at(0), x, y, "stem");
        drawing.marker(run.look.marker(), x, y, Math.max(1.5, Math.min(5, step / 2.4)));
      }
      drawing.rectangle(x - tile / 2, bottom + 12, tile, 22, step > 8 ? 3 : 0, "tile");
      if (tile >= 9) {
        drawing.group("on-tile");
        drawing.marker(run.look.marker(), x, bottom + 23, Math.min(4.5, tile / 3.2));
        drawing.end();
      }
      drawing.end();
    }
  }

  /** So many runs that they cannot be pointed at: one mark for all runs of a look. */
  private void together(Drawing drawing, Scale relative, double left, double step, double bottom) {
    Map<Look, PathData> dots = new LinkedHashMap<>();
    Map<Look, PathData> tiles = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      double x = left + (i + 0.5) * step;
      tiles.computeIfAbsent(run.look, look -> new PathData()).move(x, bottom + 12).down(22);
      if (Double.isFinite(run.relative)) {
        double y = relative.at(run.relative);
        dots.computeIfAbsent(run.look, look -> new PathData()).move(x, y).down(0);
      }
    }
    tiles.forEach(
        (look, path) -> {
          look.mark(drawing, "");
          drawing.stroke(path, "stroke", Math.max(0.6, step));
          drawing.stroke(dots.getOrDefault(look, new PathData()), "stroke dots", 3.4).end();
        });
  }

  private void bands(Drawing drawing, double left, double step, double bottom) {
    int start = 0;
    int number = 0;
    double free = left;
    for (int i = 1; i <= runs.size(); i++) {
      if (i < runs.size() && runs.get(i).repetition == runs.get(start).repetition) {
        continue;
      }
      double from = left + start * step;
      double wide = (i - start) * step;
      drawing.rectangle(
          from, TOP - 18, wide, bottom - TOP + 56, number++ % 2 == 0 ? "band" : "band odd");
      String text = (wide > 74 ? "repetition " : "") + runs.get(start).repetition;
      if (wide > 14 && from >= free) {
        drawing.text(from + wide / 2, TOP - 6, Anchor.MIDDLE, "a", text);
        free = from;
      }
      start = i;
    }
  }

  private static String signed(double value) {
    String text = Numbers.tick(Math.round(value * 1000) / 10.0) + "\u00a0%";
    return value > 0 ? "+" + text : text;
  }
}
