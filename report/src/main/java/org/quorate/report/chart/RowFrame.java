package org.quorate.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ObjDoubleConsumer;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;

/**
 * The common layout of charts that give each cell a row: its name on the left, a plot, its value on
 * the right. Where the chart is narrow or names are long, name and value stand above the row's plot
 * instead.
 */
final class RowFrame {
  /** What a row has in every chart; {@code hover} is shown when the pointer rests on it. */
  interface Row {
    String label();

    Look look();

    String value();

    String hover();
  }

  private static final double LABEL = 12.5;
  private static final double AXIS = 40;

  private final double width;
  private final double top;
  private final int rows;
  private final boolean stacked;
  private final double left;
  private final double right;
  private final double rowHeight;

  RowFrame(double width, double top, List<? extends Row> rows) {
    this.width = width;
    this.top = top;
    this.rows = rows.size();
    double longest = widest(rows.stream().map(Row::label).toList());
    double values = widest(rows.stream().map(Row::value).toList());
    stacked = width < Chart.NARROW || longest > 0.3 * width;
    left = stacked ? 1.5 : longest + 30;
    right = stacked ? width - 14 : width - (values == 0 ? 14 : values + 16);
    rowHeight = stacked ? 42 : rows.size() > 12 ? 26 : 32;
  }

  /** The empty chart in which the rows are drawn. */
  Drawing drawing(Chart chart, String css) {
    String id = chart.name() + "-" + (int) width;
    return new Drawing(id, width, height(), chart.title(), chart.description(), css);
  }

  private static double widest(List<String> texts) {
    return texts.stream().mapToDouble(text -> TextWidth.of(text, LABEL)).max().orElse(0);
  }

  double left() {
    return left;
  }

  double right() {
    return right;
  }

  /** The middle of a row's plot. */
  private double y(int row) {
    return top + row * rowHeight + (stacked ? 28 : rowHeight / 2);
  }

  double bottom() {
    return top + rows * rowHeight + 2;
  }

  /** Height of the whole chart, axis included. */
  double height() {
    return bottom() + AXIS;
  }

  /** Grid lines, tick labels and the axis's title. */
  void axis(Drawing drawing, Scale scale, DoubleFunction<String> format, String title) {
    Axis axis = new Axis(scale, format);
    axis.labels(drawing, bottom(), 0, width, right - left);
    axis.grid(drawing, top, bottom(), right - left);
    double start = stacked ? 1 : left;
    String fitting = TextWidth.fit(title, Axis.TEXT, width - start);
    drawing.text(start, bottom() + 33, Anchor.START, "a", fitting);
  }

  /**
   * Draws the rows of this frame, each with its name, key and value.
   *
   * @param plot draws what a row shows, at this height in the middle
   */
  <R extends Row> void plot(Drawing drawing, List<R> these, ObjDoubleConsumer<R> plot) {
    for (int row = 0; row < rows; row++) {
      begin(drawing, row, these.get(row));
      plot.accept(these.get(row), y(row));
      drawing.end();
    }
  }

  private void begin(Drawing drawing, int number, Row row) {
    row.look().mark(drawing, row.hover());
    drawing.rectangle(0, y(number) - 12, width, 24, "hit");
    double baseline = stacked ? top + number * rowHeight + 14 : y(number) + 4.5;
    double room = stacked ? width - TextWidth.of(row.value(), LABEL) - 30 : left - 28;
    drawing.marker(row.look().marker(), 7, baseline - 4.5, 4.5);
    drawing.text(18, baseline, Anchor.START, "l", TextWidth.fit(row.label(), LABEL, room));
    if (!row.value().isEmpty()) {
      drawing.text(width - 1, baseline, Anchor.END, "v", row.value());
    }
  }
}
