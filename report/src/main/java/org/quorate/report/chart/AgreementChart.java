package org.quorate.report.chart;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.report.svg.ZeroLogScale;
import org.quorate.study.summary.Mean;

/**
 * Estimated shares against counted ones, on two logarithmic axes of the same range that both keep a
 * place for zero. On the diagonal an estimate is right; above it, it says more than there was.
 * Where estimates go beyond 100 % that region is shaded, since no share lies there.
 */
public record AgreementChart(
    String name,
    String title,
    String description,
    String xTitle,
    String yTitle,
    List<Series> series)
    implements Chart {
  private static final double TEXT = 12.5;
  private static final double SMALLEST = 1e-7;
  private static final String BEYOND = "above 100 %: no share of reads";
  private static final double ZERO = 38;

  /** Where points are more their intervals are left out, since they would hide them. */
  private static final int MOST_INTERVALS = 24;

  /** The estimates of one model. */
  public record Series(String label, Look look, List<Point> points) {
    public Series {
      points = points.stream().filter(Point::drawable).toList();
    }
  }

  /** One cell. */
  public record Point(Mean counted, Mean estimated, String hover) {
    boolean drawable() {
      return Double.isFinite(counted.mean()) && Double.isFinite(estimated.mean());
    }
  }

  public AgreementChart {
    series = series.stream().filter(line -> !line.points.isEmpty()).toList();
  }

  @Override
  public String draw(double width, String css) {
    var range =
        series.stream()
            .flatMap(line -> line.points.stream())
            .flatMap(point -> Stream.of(point.counted.mean(), point.estimated.mean()))
            .mapToDouble(Double::doubleValue)
            .filter(value -> value > SMALLEST)
            .summaryStatistics();
    boolean none = range.getCount() == 0;
    double low = none ? 0.001 : range.getMin() * 0.8;
    boolean beyond = range.getMax() > 1;
    double high = none ? 1 : Math.max(range.getMax() * 1.1, low * 10);
    high = beyond ? high : Math.min(1, high);
    double top = 26 + legend(null, width, 0, beyond);
    double bottom = top + (width < NARROW ? 270 : 380);
    ZeroLogScale vertical =
        new ZeroLogScale(LogScale.round(low, high, bottom - ZERO, top), bottom - 10);
    Axis up = new Axis(vertical, AgreementChart::percent);
    double left = up.labelWidth(6) + 10;
    double right = width - 14;
    ZeroLogScale horizontal =
        new ZeroLogScale(LogScale.round(low, high, left + ZERO, right), left + 10);
    Axis across = new Axis(horizontal, AgreementChart::percent);

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 42, title, description, css);
    if (beyond) {
      double one = vertical.at(1);
      drawing.rectangle(left, top, right - left, one - top, "beyond");
    }
    drawing.text(1, 12, Anchor.START, "a", TextWidth.fit(yTitle, Axis.TEXT, width - 2));
    legend(drawing, width, 26, beyond);
    up.vertical(drawing, left, right, 6);
    across.grid(drawing, top, bottom, right - left);
    across.labels(drawing, bottom, 0, width, right - left);
    drawing.text(
        left, bottom + 34, Anchor.START, "a", TextWidth.fit(xTitle, Axis.TEXT, width - left));
    LogScale log = vertical.positive();
    drawing.line(
        horizontal.at(log.low()),
        vertical.at(log.low()),
        horizontal.at(log.high()),
        vertical.at(log.high()),
        "diagonal");
    for (Series line : series) {
      boolean intervals = line.points.size() <= MOST_INTERVALS;
      for (Point point : line.points) {
        point(drawing, line.look, point, horizontal, vertical, intervals);
      }
    }
    return drawing.finish();
  }

  private static void point(
      Drawing drawing,
      Look look,
      Point point,
      Scale horizontal,
      Scale vertical,
      boolean intervals) {
    double x = horizontal.at(point.counted.mean());
    double y = vertical.at(point.estimated.mean());
    look.mark(drawing, Look.Listed.NOT, point.hover);
    if (intervals) {
      Glyphs.cross(drawing, horizontal, point.counted, vertical, point.estimated);
    }
    drawing.marker(look.marker(), x, y, 4.5).end();
  }

  private static String percent(double share) {
    return Numbers.tick(share * 100) + "\u00a0%";
  }

  /** Draws the legend, or only measures it where there is no drawing; returns its height. */
  private double legend(@Nullable Drawing drawing, double width, double top, boolean beyond) {
    double x = 1;
    double y = top + 8;
    for (Series line : series) {
      double needed = TextWidth.of(line.label, TEXT) + 36;
      if (x > 1 && x + needed - 14 > width) {
        x = 1;
        y += 20;
      }
      if (drawing != null) {
        line.look.mark(drawing, Look.Listed.NOT, line.label);
        drawing.marker(line.look.marker(), x + 6, y - 4, 4.5);
        drawing.text(x + 18, y, Anchor.START, "l", line.label).end();
      }
      x += needed;
    }
    double needed = TextWidth.of(BEYOND, Axis.TEXT) + 24;
    if (beyond && x + needed > width) {
      x = 1;
      y += 20;
    }
    if (beyond && drawing != null) {
      drawing.rectangle(x, y - 10, 16, 11, "beyond");
      drawing.text(x + 21, y, Anchor.START, "a", BEYOND);
    }
    return y - top + 14;
  }
}
