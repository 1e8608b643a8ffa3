package org.quorate.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;

/**
 * Parts of a whole, one stacked bar for each row.
 *
 * @param parts names of the parts, in the order of the bars
 * @param palette class prefix of the parts' colours: {@code q} for an ordered series, {@code p} for
 *     parts of different kinds
 */
public record StackChart(
    String name,
    String title,
    String description,
    String axisTitle,
    DoubleFunction<String> tickFormat,
    List<String> parts,
    String palette,
    List<Row> rows)
    implements Chart {
  private static final double TEXT = 11;

  /** One bar: the size of each part, none negative. */
  public record Row(String label, Look look, List<Double> sizes, String value, String hover)
      implements RowFrame.Row {
    double total() {
      return sizes.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  public StackChart {
    parts = List.copyOf(parts);
    rows = List.copyOf(rows);
  }

  @Override
  public String draw(double width, String css) {
    double legend = legend(null, width);
    RowFrame frame = new RowFrame(width, legend, rows);
    Drawing drawing = frame.drawing(this, css);
    legend(drawing, width);
    double high = rows.stream().mapToDouble(Row::total).max().orElse(1);
    Scale scale = LinearScale.round(0, high > 0 ? high : 1, 5, frame.left(), frame.right() - 4);
    frame.axis(drawing, scale, tickFormat, axisTitle);
    frame.plot(drawing, rows, (row, y) -> plot(drawing, scale, row, y));
    return drawing.finish();
  }

  private void plot(Drawing drawing, Scale scale, Row row, double y) {
    double sum = 0;
    for (int part = 0; part < row.sizes.size(); part++) {
      double start = scale.at(sum);
      sum += row.sizes.get(part);
      double size = scale.at(sum) - start;
      if (size > 0) {
        drawing.rectangle(start, y - 8, size > 2.5 ? size - 1 : size, 16, "part " + palette + part);
      }
    }
  }

  /** Draws the legend, or only measures it where there is no drawing; returns its height. */
  private double legend(@Nullable Drawing drawing, double width) {
    double x = 1;
    double y = 14;
    for (int part = 0; part < parts.size(); part++) {
      double needed = TextWidth.of(parts.get(part), TEXT) + 32;
      if (x > 1 && x + needed > width) {
        x = 1;
        y += 18;
      }
      if (drawing != null) {
        drawing.rectangle(x, y - 9, 10, 10, 2, "part " + palette + part);
        drawing.text(x + 15, y, Anchor.START, "a", parts.get(part));
      }
      x += needed;
    }
    return y + 12;
  }
}
