package org.quorate.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.ZeroLogScale;
import org.quorate.study.summary.Mean;

/**
 * One measure of every cell: the mean over runs with its interval, and each run as a small dot.
 *
 * @param axisTitle what the axis says, with the unit
 * @param style bars from zero, or points on a logarithmic axis that keeps a place for zero
 */
public record MeasureChart(
    String name,
    String title,
    String description,
    String axisTitle,
    Style style,
    DoubleFunction<String> tickFormat,
    List<Row> rows)
    implements Chart {

  /** How values are placed. */
  public enum Style {
    BARS,
    LOG_POINTS
  }

  /**
   * One cell.
   *
   * @param estimate mean and interval
   * @param runs the value of each run
   * @param target a value to be reached, such as an offered rate; NaN for none
   * @param value the text on the right
   * @param hover shown when the pointer rests on the row
   */
  public record Row(
      String label,
      Look look,
      Mean estimate,
      List<Double> runs,
      double target,
      String value,
      String hover)
      implements RowFrame.Row {}

  public MeasureChart {
    rows = List.copyOf(rows);
  }

  @Override
  public String draw(double width, String css) {
    RowFrame frame = new RowFrame(width, 4, rows);
    Drawing drawing = frame.drawing(this, css);
    Scale scale = scale(frame);
    frame.axis(drawing, scale, tickFormat, axisTitle);
    frame.plot(drawing, rows, (row, y) -> plot(drawing, scale, row, y));
    return drawing.finish();
  }

  private void plot(Drawing drawing, Scale scale, Row row, double y) {
    if (style == Style.BARS && Double.isFinite(row.estimate.mean())) {
      double start = scale.at(0);
      drawing.rectangle(start, y - 7, scale.at(row.estimate.mean()) - start, 14, 2, "bar");
    }
    PathData runs = new PathData();
    for (double run : row.runs) {
      if (Double.isFinite(run)) {
        runs.move(scale.at(run), y + 3).down(7);
      }
    }
    drawing.path(runs, "run");
    if (Double.isFinite(row.target)) {
      double x = scale.at(row.target);
      drawing.line(x, y - 11, x, y + 11, "target");
    }
    Glyphs.whisker(drawing, scale, row.estimate, y);
    if (Double.isFinite(row.estimate.mean())) {
      drawing.marker(row.look.marker(), scale.at(row.estimate.mean()), y, 5);
    }
  }

  private Scale scale(RowFrame frame) {
    double high = values().max().orElse(1);
    if (style == Style.BARS) {
      return LinearScale.round(0, high > 0 ? high : 1, 6, frame.left(), frame.right());
    }
    double low =
        rows.stream().mapToDouble(row -> row.estimate.mean()).filter(v -> v > 0).min().orElse(1);
    double lowest = Math.max(low / 10, values().filter(v -> v > 0).min().orElse(low));
    double top = high > 0 ? high : 1;
    return new ZeroLogScale(
        LogScale.round(Math.min(lowest, top / 2), top, frame.left() + 46, frame.right() - 6),
        frame.left() + 10);
  }

  private DoubleStream values() {
    return rows.stream()
        .flatMapToDouble(
            row ->
                DoubleStream.concat(
                    DoubleStream.of(
                        row.estimate.mean(), row.estimate.low(), row.estimate.high(), row.target),
                    row.runs.stream().mapToDouble(Double::doubleValue)))
        .filter(Double::isFinite);
  }
}
