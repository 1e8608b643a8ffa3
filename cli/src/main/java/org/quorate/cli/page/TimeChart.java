package org.quorate.cli.page;

import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.quorate.report.chart.Chart;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.Marker;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;

/**
 * A measure over time, as pages that renew themselves draw it: a line with a band where it is known
 * step by step, or points with whiskers. A line is not drawn over steps without a value; steps in
 * which nothing was seen are marked, and so is the time before the first one.
 *
 * @param title the caption above the chart
 * @param axisTitle what stands at the vertical axis
 * @param format text of a value
 * @param hue number of the colour
 * @param span the time that is shown
 * @param curve joined where its points are a step of the span apart
 * @param spots points that stand alone
 * @param marks values that have a line across the chart
 */
public record TimeChart(
    String name,
    String title,
    String description,
    String axisTitle,
    DoubleFunction<String> format,
    int hue,
    Span span,
    List<Point> curve,
    List<Point> spots,
    List<Mark> marks)
    implements Chart {
  private static final double TOP = 30;
  private static final double HEIGHT = 150;
  private static final int TICKS = 4;

  /** A bound may be so many times as high as the highest value before it is cut. */
  private static final double HIGHEST = 2;

  /** Where all is less, it is drawn as 0. */
  private static final double LEAST = 1e-9;

  /**
   * The time that is shown, in a unit of the page's choice, such as minutes.
   *
   * @param to the right edge
   * @param since before which nothing was seen
   * @param step from one value to the next
   * @param silent whole units in which nothing was seen
   * @param label text of a time
   */
  public record Span(
      double from,
      double to,
      double since,
      double step,
      Set<Long> silent,
      DoubleFunction<String> label) {
    public Span {
      silent = Set.copyOf(silent);
    }
  }

  /**
   * A value with its bounds.
   *
   * @param time where it stands
   * @param low NaN where there are no bounds
   * @param hover what is said of it under the pointer
   */
  public record Point(double time, double value, double low, double high, String hover) {
    boolean hasBounds() {
      return Double.isFinite(low) && Double.isFinite(high);
    }
  }

  /** A value that others are held against. */
  public record Mark(double value, String label) {}

  public TimeChart {
    curve = List.copyOf(curve);
    spots = List.copyOf(spots);
    marks = List.copyOf(marks);
  }

  @Override
  public String draw(double width, String style) {
    double bottom = TOP + HEIGHT;
    Scale vertical = LinearScale.round(0, highest(), TICKS, bottom, TOP);
    Axis values = new Axis(vertical, format);
    double left = values.labelWidth(TICKS) + 10;
    double right = width - 6;
    Scale time = new LinearScale(span.from, span.to, left, right);
    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 24, title, description, style);
    drawing.text(1, 12, Anchor.START, "a", TextWidth.fit(axisTitle, Axis.TEXT, width - 2));
    if (span.since > span.from) {
      shade(drawing, time, span.from, span.since, "beyond");
    }
    for (long from = (long) span.from; from < span.to; from++) {
      long to = from;
      while (span.silent.contains(to)) {
        to++;
      }
      if (to > from) {
        shade(drawing, time, (double) from, (double) to, "harmed");
        from = to;
      }
    }
    values.vertical(drawing, left, right, TICKS);
    Axis minutes = new Axis(time, span.label);
    minutes.grid(drawing, bottom, bottom + 4, right - left);
    minutes.labels(drawing, bottom + 4, 0, width, right - left);
    for (Mark mark : marks) {
      double y = vertical.at(mark.value);
      drawing.line(left, y, right, y, "target");
      drawing.text(left + 4, y - 4, Anchor.START, "a", mark.label);
    }
    curve(drawing, time, vertical);
    for (Point spot : spots) {
      spot(drawing, time.at(spot.time), vertical, spot);
    }
    return drawing.finish();
  }

  private double highest() {
    double value =
        DoubleStream.concat(
                Stream.concat(curve.stream(), spots.stream()).mapToDouble(Point::value),
                marks.stream().mapToDouble(Mark::value))
            .max()
            .orElse(0);
    double bound =
        Stream.concat(curve.stream(), spots.stream())
            .filter(Point::hasBounds)
            .mapToDouble(Point::high)
            .max()
            .orElse(0);
    double high = value > 0 ? Math.max(value, Math.min(bound, HIGHEST * value)) : bound;
    return high > LEAST ? high : 0.01;
  }

  private static void shade(Drawing drawing, Scale time, double from, double to, String classes) {
    drawing.rectangle(time.at(from), TOP, time.at(to) - time.at(from), HEIGHT, classes);
  }

  private void curve(Drawing drawing, Scale time, Scale vertical) {
    if (curve.isEmpty()) {
      return;
    }
    PathData band = new PathData();
    PathData line = new PathData();
    int from = 0;
    for (int to = 1; to <= curve.size(); to++) {
      boolean isEnd =
          to == curve.size() || curve.get(to).time - curve.get(to - 1).time > 1.5 * span.step;
      if (isEnd) {
        List<Point> run = curve.subList(from, to);
        band(band, run, time, vertical);
        line(line, run, time, vertical);
        from = to;
      }
    }
    drawing.mark("c" + hue, title).path(band, "area").path(line, "line").end();
  }

  private void line(PathData line, List<Point> run, Scale time, Scale vertical) {
    Point first = run.get(0);
    line.move(time.at(first.time), vertical.at(first.value));
    if (run.size() == 1) {
      // A step between two gaps would else not be seen.
      line.move(time.at(first.time - 0.4 * span.step), vertical.at(first.value));
      line.horizontal(time.at(first.time + 0.4 * span.step));
    }
    for (Point point : run.subList(1, run.size())) {
      line.line(time.at(point.time), vertical.at(point.value));
    }
  }

  private static void band(PathData band, List<Point> run, Scale time, Scale vertical) {
    List<Point> bounded = run.stream().filter(Point::hasBounds).toList();
    if (bounded.size() < 2) {
      return;
    }
    band.move(time.at(bounded.get(0).time), vertical.at(bounded.get(0).high));
    for (Point point : bounded.subList(1, bounded.size())) {
      band.line(time.at(point.time), vertical.at(point.high));
    }
    for (int i = bounded.size() - 1; i >= 0; i--) {
      band.line(time.at(bounded.get(i).time), vertical.at(bounded.get(i).low));
    }
    band.close();
  }

  private void spot(Drawing drawing, double x, Scale vertical, Point spot) {
    drawing.mark("c" + hue, spot.hover);
    if (spot.hasBounds()) {
      double low = vertical.at(spot.low);
      double high = vertical.at(spot.high);
      PathData whisker = new PathData().move(x, low).vertical(high);
      whisker.move(x - 3, low).horizontal(x + 3);
      if (spot.high <= vertical.high()) {
        whisker.move(x - 3, high).horizontal(x + 3);
      }
      drawing.path(whisker, "whisker");
    }
    drawing.marker(Marker.CIRCLE, x, vertical.at(spot.value), 4).end();
  }
}
