package org.quorate.report.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.quorate.report.svg.Drawing.Anchor;

/**
 * Grid lines and tick labels of a scale. As many ticks are drawn as have room; a label that would
 * touch the one before it is left out, its grid line stays.
 *
 * @param format text of a tick's value
 */
public record Axis(Scale scale, DoubleFunction<String> format) {
  /** Font size of tick labels, as the style sheet sets it. */
  public static final double TEXT = 11;

  /** Vertical grid lines from {@code top} to {@code bottom}, in as many places as have labels. */
  public void grid(Drawing drawing, double top, double bottom, double length) {
    PathData lines = new PathData();
    for (double tick : fitting(length)) {
      if (tick == 0) {
        drawing.line(scale.at(tick), top, scale.at(tick), bottom, "grid zero");
      } else {
        lines.move(scale.at(tick), top).vertical(bottom);
      }
    }
    drawing.path(lines, "grid");
  }

  /**
   * Labels of a horizontal axis, below {@code y}.
   *
   * @param left and right what labels must not cross
   * @param length of the axis
   */
  public void labels(Drawing drawing, double y, double left, double right, double length) {
    double free = Double.NEGATIVE_INFINITY;
    for (double tick : fitting(length)) {
      String label = format.apply(tick);
      double half = TextWidth.of(label, TEXT) / 2;
      double middle = Math.max(left + half, Math.min(right - half, scale.at(tick)));
      if (middle - half > free) {
        drawing.text(middle, y + 15, Anchor.MIDDLE, "a", label);
        free = middle + half + 6;
      }
    }
  }

  /** Horizontal grid lines from {@code left} to {@code right}, labels left of them. */
  public void vertical(Drawing drawing, double left, double right, int about) {
    double free = Double.NaN;
    PathData lines = new PathData();
    for (double tick : scale.ticks(about)) {
      double y = scale.at(tick);
      if (tick == 0) {
        drawing.line(left, y, right, y, "grid zero");
      } else {
        lines.move(left, y).horizontal(right);
      }
      if (Double.isNaN(free) || Math.abs(y - free) >= TEXT + 2) {
        drawing.text(left - 6, y + 4, Anchor.END, "a", format.apply(tick));
        free = y;
      }
    }
    drawing.path(lines, "grid");
  }

  /** Room that the labels of a vertical axis need. */
  public double labelWidth(int about) {
    return scale.ticks(about).stream()
        .mapToDouble(tick -> TextWidth.of(format.apply(tick), TEXT))
        .max()
        .orElse(0);
  }

  private List<Double> fitting(double length) {
    List<Double> ticks = new ArrayList<>();
    for (int about = 8; about >= 2; about--) {
      ticks = scale.ticks(about);
      double needed =
          ticks.stream().mapToDouble(t -> TextWidth.of(format.apply(t), TEXT) + 14).sum();
      if (needed <= length) {
        return ticks;
      }
    }
    return ticks;
  }
}
