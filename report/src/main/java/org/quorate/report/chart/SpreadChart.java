package org.quorate.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;

/**
 * Smallest, mean and largest of many values, one row each: a line from end to end, a marker at the
 * mean.
 *
 * @param fromZero whether the axis begins at zero, not at the smallest value
 */
public record SpreadChart(
    String name,
    String title,
    String description,
    String axisTitle,
    DoubleFunction<String> format,
    boolean fromZero,
    List<Row> rows)
    implements Chart {
  /**
   * One row.
   *
   * @param value the text on the right
   * @param hover shown when the pointer rests on the row
   */
  public record Row(
      String label,
      Look look,
      double smallest,
      double mean,
      double largest,
      String value,
      String hover)
      implements RowFrame.Row {}

  public SpreadChart {
    rows = List.copyOf(rows);
  }

  @Override
  public String draw(double width, String css) {
    RowFrame frame = new RowFrame(width, 4, rows);
    Drawing drawing = frame.drawing(this, css);
    Scale scale = scale(frame);
    frame.axis(drawing, scale, format, axisTitle);
    frame.plot(drawing, rows, (row, y) -> plot(drawing, scale, row, y));
    return drawing.finish();
  }

  private static void plot(Drawing drawing, Scale scale, Row row, double y) {
    double low = scale.at(row.smallest);
    double high = scale.at(row.largest);
    PathData path = new PathData().move(low, y).horizontal(high);
    drawing.path(path.move(low, y - 5).down(10).move(high, y - 5).down(10), "whisker");
    drawing.marker(row.look.marker(), scale.at(row.mean), y, 5);
  }

  private Scale scale(RowFrame frame) {
    var range =
        rows.stream()
            .flatMapToDouble(row -> DoubleStream.of(row.smallest, row.mean, row.largest))
            .filter(Double::isFinite)
            .summaryStatistics();
    double low = fromZero || range.getCount() == 0 ? 0 : range.getMin();
    double high = range.getCount() == 0 ? 1 : Math.max(range.getMax(), low + 1e-9);
    return LinearScale.round(low, high, 6, frame.left() + 6, frame.right() - 6);
  }
}
