package org.quorate.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;

/**
 * Durations of which several quantiles are known, one row each: a thick line from the first to the
 * second, a thin one to the third, a marker on the first.
 *
 * @param logarithmic whether ratios rather than differences are compared
 */
public record RangeChart(
    String name,
    String title,
    String description,
    String axisTitle,
    boolean logarithmic,
    List<Row> rows)
    implements Chart {

  /**
   * One row, in nanoseconds.
   *
   * @param middle where the marker is
   * @param near end of the thick line
   * @param far end of the thin line
   * @param target a value that was asked for; NaN for none
   */
  public record Row(
      String label,
      Look look,
      double middle,
      double near,
      double far,
      double target,
      String value,
      String hover)
      implements RowFrame.Row {}

  public RangeChart {
    rows = List.copyOf(rows);
  }

  @Override
  public String draw(double width, String css) {
    RowFrame frame = new RowFrame(width, 4, rows);
    Drawing drawing = frame.drawing(this, css);
    Scale scale = scale(frame);
    frame.axis(drawing, scale, TimeUnits::tick, axisTitle);
    frame.plot(drawing, rows, (row, y) -> plot(drawing, scale, row, y));
    return drawing.finish();
  }

  private static void plot(Drawing drawing, Scale scale, Row row, double y) {
    double middle = scale.at(row.middle);
    double far = scale.at(row.far);
    drawing.path(
        new PathData().move(middle, y).horizontal(far).move(far, y - 4).down(8), "whisker");
    drawing.line(middle, y, scale.at(row.near), y, "thick");
    if (Double.isFinite(row.target)) {
      drawing.line(scale.at(row.target), y - 10, scale.at(row.target), y + 10, "target");
    }
    drawing.marker(row.look.marker(), middle, y, 5);
  }

  private Scale scale(RowFrame frame) {
    var range =
        rows.stream()
            .flatMapToDouble(row -> DoubleStream.of(row.middle, row.near, row.far, row.target))
            .filter(nanos -> Double.isFinite(nanos) && nanos > 0)
            .summaryStatistics();
    double high = range.getCount() == 0 ? 1e6 : range.getMax();
    double low = range.getCount() == 0 ? 1e5 : range.getMin();
    double from = frame.left() + 6;
    double to = frame.right() - 6;
    return logarithmic
        ? LogScale.round(Math.min(low, high / 2), high, from, to)
        : LinearScale.round(0, high, 6, from, to);
  }
}
