package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LabelPlacer;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.study.summary.Mean;

/**
 * Two measures of every cell against each other. The vertical axis is logarithmic, or linear from
 * zero; cells whose vertical value is exactly zero stand in a band of their own below it, one line
 * each, because they are what a reader looks for and would lie on top of each other otherwise.
 *
 * @param linear whether the vertical axis is linear
 */
public record ScatterChart(
    String name,
    String title,
    String description,
    String xTitle,
    String yTitle,
    String zeroTitle,
    DoubleFunction<String> yFormat,
    boolean linear,
    List<Point> points)
    implements Chart {
  private static final double TEXT = 12.5;
  private static final double ROW = 22;
  private static final double TALL_ROW = 38;

  /** More cells at zero than this are packed, without their names. */
  private static final int MOST_LANES = 12;

  private static final double PACKED_ROW = 17;

  /** One cell; where its label is empty only the pointer tells its name. */
  public record Point(String label, Look look, Mean x, Mean y, String hover) {
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

  private List<Point> zeros() {
    return points.stream()
        .filter(Point::zero)
        .sorted(Comparator.comparingDouble((Point point) -> point.x.mean()).reversed())
        .toList();
  }

  private List<Point> positives() {
    return points.stream().filter(point -> !point.zero()).toList();
  }

  @Override
  public String draw(double width, String css) {
    boolean narrow = width < NARROW;
    List<Point> zeros = zeros();
    List<Point> positives = positives();
    double top = positives.isEmpty() ? 2 : 26;
    double laneTop = top + (positives.isEmpty() ? 0 : narrow ? 230 : 290);
    Scale vertical = vertical(positives, laneTop - 10, top);
    double left =
        positives.isEmpty() ? 8 : Math.max(36, new Axis(vertical, yFormat).labelWidth(5) + 10);
    double right = width - 8;
    Scale horizontal = horizontal(left + 4, right - 14);
    boolean tall = zeros.stream().anyMatch(point -> !fitsBeside(point, horizontal, left, right));
    boolean packed = zeros.size() > MOST_LANES;
    int[] places = packed ? pack(zeros, horizontal) : IntStream.range(0, zeros.size()).toArray();
    int lanes = Arrays.stream(places).max().orElse(-1) + 1;
    double row = packed ? PACKED_ROW : tall ? TALL_ROW : ROW;
    double bottom = laneTop + (zeros.isEmpty() ? 0 : lanes * row + 28);

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 42, title, description, css);
    if (!zeros.isEmpty()) {
      drawing.rectangle(left, laneTop, right - left, bottom - laneTop, 4, "lane");
    }
    Axis across = new Axis(horizontal, Numbers::tick);
    across.grid(drawing, top, bottom, right - left);
    across.labels(drawing, bottom, 0, width, right - left);
    drawing.text(
        left, bottom + 34, Anchor.START, "a", TextWidth.fit(xTitle, Axis.TEXT, width - left));
    if (!positives.isEmpty()) {
      new Axis(vertical, yFormat).vertical(drawing, left, right, 5);
      drawing.text(1, 12, Anchor.START, "a", TextWidth.fit(yTitle, Axis.TEXT, width - 2));
      LabelPlacer placer = new LabelPlacer(left + 2, top - 8, right, laneTop);
      positives.forEach(point -> occupy(placer, point, horizontal, vertical));
      positives.forEach(point -> plot(drawing, placer, point, horizontal, vertical));
    }
    drawing.group("in-lane");
    if (!zeros.isEmpty()) {
      drawing.text(left + 10, laneTop + 17, Anchor.START, "a strong", zeroTitle);
    }
    for (int i = 0; i < zeros.size(); i++) {
      double y = laneTop + 26 + places[i] * row + (tall && !packed ? 25 : 11);
      if (packed) {
        zeros.get(i).look.mark(drawing, zeros.get(i).hover);
        drawing.marker(zeros.get(i).look.marker(), horizontal.at(zeros.get(i).x.mean()), y, 5);
        drawing.end();
      } else {
        lane(drawing, zeros.get(i), horizontal, y, left, right, tall);
      }
    }
    return drawing.finish();
  }

  /** The lane of each point, so that as few are needed as markers have room in. */
  private static int[] pack(List<Point> zeros, Scale horizontal) {
    List<Double> ends = new ArrayList<>();
    int[] places = new int[zeros.size()];
    for (int i = 0; i < places.length; i++) {
      double x = horizontal.at(zeros.get(i).x.mean());
      int lane = 0;
      while (lane < ends.size() && ends.get(lane) - x < 15) {
        lane++;
      }
      if (lane == ends.size()) {
        ends.add(x);
      }
      ends.set(lane, x);
      places[i] = lane;
    }
    return places;
  }

  /** Keeps labels away from a point and its intervals. */
  private static void occupy(LabelPlacer placer, Point point, Scale horizontal, Scale vertical) {
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

  private static void plot(
      Drawing drawing, LabelPlacer placer, Point point, Scale horizontal, Scale vertical) {
    double x = horizontal.at(point.x.mean());
    double y = vertical.at(point.y.mean());
    point.look.mark(drawing, point.hover);
    if (point.label.isEmpty()) {
      Glyphs.cross(drawing, horizontal, point.x, vertical, point.y);
    } else {
      Glyphs.whisker(drawing, horizontal, point.x, y);
      Glyphs.upright(drawing, vertical, point.y, x);
    }
    drawing.marker(point.look.marker(), x, y, point.label.isEmpty() ? 5 : 6);
    Optional<LabelPlacer.Place> place =
        point.label.isEmpty() ? Optional.empty() : placer.place(x, y, 12, point.label, TEXT);
    place.ifPresent(p -> drawing.text(p.x(), p.y(), p.anchor(), "l", point.label));
    drawing.end();
  }

  private static double before(Point point, Scale horizontal) {
    double x = horizontal.at(point.x.mean());
    return (Glyphs.known(point.x) ? Math.min(x - 2, horizontal.at(point.x.low())) : x - 2) - 10;
  }

  private static double after(Point point, Scale horizontal) {
    double x = horizontal.at(point.x.mean());
    return (Glyphs.known(point.x) ? Math.max(x + 2, horizontal.at(point.x.high())) : x + 2) + 10;
  }

  private static boolean fitsBeside(Point point, Scale horizontal, double left, double right) {
    double needed = TextWidth.of(point.label, TEXT) + 4;
    return needed <= right - after(point, horizontal) || needed <= before(point, horizontal) - left;
  }

  private static void lane(
      Drawing drawing,
      Point point,
      Scale horizontal,
      double y,
      double left,
      double right,
      boolean tall) {
    point.look.mark(drawing, point.hover);
    drawing.rectangle(left, y - (tall ? 25 : 11), right - left, tall ? TALL_ROW : ROW, "hit");
    Glyphs.whisker(drawing, horizontal, point.x, y);
    drawing.marker(point.look.marker(), horizontal.at(point.x.mean()), y, 6);
    double end = after(point, horizontal);
    if (tall) {
      String label = TextWidth.fit(point.label, TEXT, right - left - 16);
      drawing.text(left + 10, y - 11, Anchor.START, "l", label);
    } else if (TextWidth.of(point.label, TEXT) + 4 <= right - end) {
      drawing.text(end, y + 4.5, Anchor.START, "l", point.label);
    } else {
      drawing.text(before(point, horizontal), y + 4.5, Anchor.END, "l", point.label);
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

  private Scale vertical(List<Point> positives, double from, double to) {
    double low = positives.stream().mapToDouble(point -> point.y.mean()).min().orElse(1);
    double high =
        positives.stream()
            .flatMapToDouble(point -> DoubleStream.of(point.y.mean(), point.y.high()))
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    if (linear) {
      return LinearScale.round(0, high, 5, from, to);
    }
    double lowest =
        positives.stream()
            .mapToDouble(point -> point.y.low())
            .filter(value -> value > low / 4)
            .min()
            .orElse(low);
    return LogScale.round(Math.min(lowest, low) * 0.9, high * 1.1, from, to);
  }
}
