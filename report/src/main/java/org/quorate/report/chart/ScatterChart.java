package org.quorate.report.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LabelPlacer;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.study.summary.Estimate;

/**
 * Two measures of every cell against each other. The vertical axis is logarithmic; cells whose
 * vertical value is exactly zero stand in a band of their own below it, one line each, because they
 * are what a reader looks for and would lie on top of each other otherwise.
 */
public record ScatterChart(
    String name,
    String title,
    String description,
    String xTitle,
    String yTitle,
    String zeroTitle,
    DoubleFunction<String> yFormat,
    List<Point> points)
    implements Chart {
  private static final double TEXT = 12.5;
  private static final double ZERO_ROW = 22;

  /** One cell. */
  public record Point(String label, Look look, Estimate x, Estimate y, String hover) {
    boolean zero() {
      return y.mean() <= 0;
    }

    boolean drawable() {
      return Double.isFinite(x.mean()) && Double.isFinite(y.mean());
    }
  }

  public ScatterChart {
    points = points.stream().filter(Point::drawable).toList();
  }

  @Override
  public String draw(double width, String css) {
    boolean narrow = width < NARROW;
    List<Point> zeros =
        points.stream()
            .filter(Point::zero)
            .sorted(Comparator.comparingDouble((Point point) -> point.x.mean()).reversed())
            .toList();
    List<Point> positives = points.stream().filter(point -> !point.zero()).toList();
    double plotTop = 26;
    double plotHeight = positives.isEmpty() ? 0 : narrow ? 230 : 290;
    double plotBottom = plotTop + plotHeight;
    double laneHeight = zeros.isEmpty() ? 0 : zeros.size() * ZERO_ROW + 26;
    double bottom = plotBottom + laneHeight;
    Scale vertical = positives.isEmpty() ? null : vertical(positives, plotBottom - 10, plotTop);
    double left =
        vertical == null ? 8 : Math.max(36, new Axis(vertical, yFormat).labelWidth(5) + 10);
    double right = width - 8;
    Scale horizontal = horizontal(left + 4, right - 14);

    String id = name + "-" + (int) width;
    Drawing drawing = new Drawing(id, width, bottom + 42, title, description, css);
    if (!zeros.isEmpty()) {
      drawing.rectangle(left, plotBottom, right - left, laneHeight, 4, "lane");
    }
    Axis across = new Axis(horizontal, Numbers::tick);
    across.grid(drawing, plotTop, bottom, right - left);
    across.labels(drawing, bottom, 0, width, right - left);
    drawing.text(left, bottom + 34, Anchor.START, "a", xTitle);
    if (vertical != null) {
      new Axis(vertical, yFormat).vertical(drawing, left, right, 5);
      drawing.text(1, 12, Anchor.START, "a", TextWidth.fit(yTitle, Axis.TEXT, width - 2));
      plot(drawing, positives, horizontal, vertical, left, plotTop, right, plotBottom);
    }
    if (!zeros.isEmpty()) {
      drawing.text(left + 10, plotBottom + 17, Anchor.START, "a strong", zeroTitle);
    }
    for (int i = 0; i < zeros.size(); i++) {
      lane(drawing, zeros.get(i), horizontal, plotBottom + 36 + i * ZERO_ROW, left, right);
    }
    return drawing.finish();
  }

  private void plot(
      Drawing drawing,
      List<Point> positives,
      Scale horizontal,
      Scale vertical,
      double left,
      double top,
      double right,
      double bottom) {
    LabelPlacer placer = new LabelPlacer(left + 2, top - 8, right, bottom);
    for (Point point : positives) {
      double x = horizontal.at(point.x.mean());
      double y = vertical.at(point.y.mean());
      placer.occupy(x - 6, y - 6, x + 6, y + 6);
      if (Glyphs.known(point.x)) {
        placer.occupy(horizontal.at(point.x.low()), y - 2, horizontal.at(point.x.high()), y + 2);
      }
      if (Glyphs.known(point.y)) {
        placer.occupy(x - 2, vertical.at(point.y.high()), x + 2, vertical.at(point.y.low()));
      }
    }
    for (Point point : positives) {
      double x = horizontal.at(point.x.mean());
      double y = vertical.at(point.y.mean());
      point.look.mark(drawing, point.hover);
      Glyphs.whisker(drawing, horizontal, point.x, y);
      Glyphs.upright(drawing, vertical, point.y, x);
      drawing.marker(point.look.marker(), x, y, 6);
      Optional<LabelPlacer.Place> place = placer.place(x, y, 12, point.label, TEXT);
      place.ifPresent(p -> drawing.text(p.x(), p.y(), p.anchor(), "l", point.label));
      drawing.end();
    }
  }

  private static void lane(
      Drawing drawing, Point point, Scale horizontal, double y, double left, double right) {
    double x = horizontal.at(point.x.mean());
    point.look.mark(drawing, point.hover);
    drawing.rectangle(left, y - 11, right - left, 22, "hit");
    Glyphs.whisker(drawing, horizontal, point.x, y);
    drawing.marker(point.look.marker(), x, y, 6);
    double end = Glyphs.known(point.x) ? Math.max(x, horizontal.at(point.x.high())) + 10 : x + 12;
    double start = Glyphs.known(point.x) ? Math.min(x, horizontal.at(point.x.low())) - 10 : x - 12;
    double after = right - 4 - end;
    double before = start - left - 4;
    if (TextWidth.of(point.label, TEXT) <= after || after >= before) {
      drawing.text(
          end, y + 4.5, Anchor.START, "l", TextWidth.fit(point.label, TEXT, Math.max(after, 8)));
    } else {
      drawing.text(
          start, y + 4.5, Anchor.END, "l", TextWidth.fit(point.label, TEXT, Math.max(before, 8)));
    }
    drawing.end();
  }

  private Scale horizontal(double from, double to) {
    double high =
        points.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.x.mean(), point.x.high()))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    return LinearScale.round(0, high > 0 ? high : 1, 6, from, to);
  }

  private static Scale vertical(List<Point> positives, double from, double to) {
    double low = positives.stream().mapToDouble(point -> point.y.mean()).min().orElse(1);
    double high =
        positives.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.y.mean(), point.y.high()))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    double lowest =
        positives.stream()
            .mapToDouble(point -> point.y.low())
            .filter(value -> value > low / 4)
            .min()
            .orElse(low);
    return LogScale.round(Math.min(lowest, low) * 0.9, high * 1.1, from, to);
  }
}
