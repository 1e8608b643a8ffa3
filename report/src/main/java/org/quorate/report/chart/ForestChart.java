package org.quorate.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.ZeroLogScale;
import org.quorate.study.summary.Mean;

/**
 * Ratios against a baseline with their intervals, on a logarithmic axis on which half and twice are
 * equally far from one. What is not distinguishable from the baseline is hollow and grey.
 */
public record ForestChart(
    String name, String title, String description, String axisTitle, List<Row> rows)
    implements Chart {
  private static final double SMALLEST = 1e-4;

  /** One comparison; a ratio that is NaN leaves the row empty. */
  public record Row(
      String label, Look look, Mean ratio, boolean distinguishable, String value, String hover)
      implements RowFrame.Row {}

  public ForestChart {
    rows = List.copyOf(rows);
  }

  @Override
  public String draw(double width, String css) {
    RowFrame frame = new RowFrame(width, 4, rows);
    Drawing drawing = frame.drawing(this, css);
    Scale scale = scale(frame);
    frame.axis(drawing, scale, ratio -> Numbers.tick(ratio) + "\u00d7", axisTitle);
    drawing.line(scale.at(1), 4, scale.at(1), frame.bottom(), "baseline");
    frame.plot(drawing, rows, (row, y) -> plot(drawing, scale, row, y));
    return drawing.finish();
  }

  private static void plot(Drawing drawing, Scale scale, Row row, double y) {
    drawing.group(row.distinguishable ? "" : "unsure");
    if (Double.isFinite(row.ratio.mean())) {
      Glyphs.whisker(drawing, scale, row.ratio, y);
      drawing.marker(row.look.marker(), scale.at(row.ratio.mean()), y, 5);
    }
    drawing.end();
  }

  /** Always shows 1; ratios of exactly zero get a place of their own. */
  private Scale scale(RowFrame frame) {
    var range =
        rows.stream()
            .flatMapToDouble(
                row -> DoubleStream.of(row.ratio.mean(), row.ratio.low(), row.ratio.high()))
            .filter(ratio -> Double.isFinite(ratio) && ratio > SMALLEST && ratio < 1 / SMALLEST)
            .summaryStatistics();
    double low = Math.min(range.getMin(), 0.8);
    double high = Math.max(range.getMax(), 1.25);
    boolean zeros = rows.stream().anyMatch(row -> row.ratio.mean() <= 0);
    double from = frame.left() + (zeros ? 46 : 6);
    LogScale scale = LogScale.round(low, high, from, frame.right() - 6);
    return zeros ? new ZeroLogScale(scale, frame.left() + 8) : scale;
  }
}
