package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.study.summary.Mean;

/**
 * A measure over the levels of a factor, one line for each level of another, with 95 % intervals as
 * whiskers. Levels that are all numbers or durations stand on a scale of numbers; others at equal
 * distances and are not joined. Lines are moved sideways by a few pixels, so that those that agree
 * can still be told apart. Lines are named at their ends where the names fit, else in a legend
 * above.
 *
 * @param xs the levels in their order
 * @param reference a value that has a line across the chart, such as 1 for ratios; NaN for none
 */
public record LineChart(
    String name,
    String title,
    String description,
    String xTitle,
    String yTitle,
    DoubleFunction<String> format,
    List<String> xs,
    List<Series> series,
    double reference)
    implements Chart {
  private static final Pattern PLAIN = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
  private static final double TEXT = 12.5;
  private static final double LINE_HEIGHT = 15;
  private static final double LABEL_HEIGHT = 13;
  private static final int MOST_LABEL_LINES = 3;
  private static final double TOP = 26;

  /** An interval may be so many times as high as the highest mean before it is cut. */
  private static final double HIGHEST = 1.6;

  /**
   * One line.
   *
   * @param listed what the page's legend knows of it
   */
  public record Series(String label, Look look, Look.Listed listed, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /** The measure at one level. */
  public record Point(String x, Mean value, String hover) {}

  /** A point on the drawing. */
  private record Spot(double x, double y, Point point) {}

  public LineChart {
    xs = List.copyOf(xs);
    series = List.copyOf(series);
  }

  @Override
  public String draw(double width, String css) {
    double plot = width < NARROW ? 220 : 260;
    double longest =
        series.stream().mapToDouble(line -> TextWidth.of(line.label, TEXT)).max().orElse(0);
    boolean direct =
        numeric() && longest + 30 <= 0.28 * width && series.size() * LINE_HEIGHT <= plot + 20;
    double top = TOP + (direct ? 0 : legend(null, width, 0));
    double bottom = top + plot;
    Scale vertical = vertical(bottom, top);
    Axis axis = new Axis(vertical, format);
    double left = axis.labelWidth(5) + 10;
    double right = width - (direct ? longest + 34 : 14);
    Scale horizontal = horizontal(left + 16, right - 12);

    double room = slot(horizontal);
    double more =
        (xs.stream().mapToInt(x -> lines(x, room).size()).max().orElse(1) - 1) * LABEL_HEIGHT;
    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + more + 42, title, description, css);
    drawing.text(1, 12, Anchor.START, "a", TextWidth.fit(yTitle, Axis.TEXT, width - 2));
    if (!direct) {
      legend(drawing, width, TOP);
    }
    axis.vertical(drawing, left, right, 5);
    if (Double.isFinite(reference)) {
      drawing.line(left, vertical.at(reference), right, vertical.at(reference), "target");
    }
    levels(drawing, horizontal, bottom, width);
    drawing.text(
        left,
        bottom + more + 34,
        Anchor.START,
        "a",
        TextWidth.fit(xTitle, Axis.TEXT, width - left));

    double step = step(horizontal);
    List<Spot> ends = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      double aside = (i - (series.size() - 1) / 2.0) * step;
      ends.add(line(drawing, series.get(i), horizontal, vertical, aside).orElse(null));
    }
    if (direct) {
      names(drawing, ends, right, top, bottom);
    }
    return drawing.finish();
  }

  private boolean numeric() {
    return xs.size() > 1
        && xs.stream().distinct().count() > 1
        && xs.stream().allMatch(x -> Double.isFinite(number(x)));
  }

  /** A plain number, or a duration in nanoseconds; NaN for anything else. */
  private static double number(String text) {
    try {
      return PLAIN.matcher(text).matches()
          ? Double.parseDouble(text)
          : Durations.parse(text).toNanos();
    } catch (IllegalArgumentException e) {
      return Double.NaN;
    }
  }

  /** The place of a level on the horizontal scale. */
  private double position(String x) {
    return numeric() ? number(x) : xs.indexOf(x);
  }

  private Scale horizontal(double from, double to) {
    var range = xs.stream().mapToDouble(this::position).summaryStatistics();
    if (!numeric()) {
      return new LinearScale(-0.5, Math.max(1, xs.size()) - 0.5, from - 12, to + 12);
    }
    return range.getMin() < range.getMax()
        ? new LinearScale(range.getMin(), range.getMax(), from, to)
        : new LinearScale(-1, 1, from, to);
  }

  private Scale vertical(double from, double to) {
    double mean = Double.isFinite(reference) ? Math.max(0, reference) : 0;
    double low = 0;
    double high = mean;
    for (Series line : series) {
      for (Point point : line.points) {
        if (Double.isFinite(point.value.mean())) {
          mean = Math.max(mean, point.value.mean());
          low = Math.min(low, point.value.mean());
          high = Math.max(high, point.value.mean());
          high = Double.isFinite(point.value.high()) ? Math.max(high, point.value.high()) : high;
        }
      }
    }
    high = mean > 0 ? Math.min(high, mean * HIGHEST) : high;
    return LinearScale.round(low, high > low ? high : low + 1, 5, from, to);
  }

  /** How far lines are moved apart. */
  private double step(Scale horizontal) {
    double gap = Double.POSITIVE_INFINITY;
    for (int i = 1; i < xs.size(); i++) {
      gap =
          Math.min(
              gap,
              Math.abs(
                  horizontal.at(position(xs.get(i))) - horizontal.at(position(xs.get(i - 1)))));
    }
    return Math.min(numeric() ? 4 : 14, 0.6 * gap / Math.max(1, series.size()));
  }

  private void levels(Drawing drawing, Scale horizontal, double bottom, double width) {
    double free = Double.NEGATIVE_INFINITY;
    for (String level : xs.stream().sorted(Comparator.comparingDouble(this::position)).toList()) {
      double x = horizontal.at(position(level));
      drawing.line(x, bottom, x, bottom + 4, "grid zero");
      List<String> lines = lines(level, slot(horizontal));
      double half = lines.stream().mapToDouble(l -> TextWidth.of(l, Axis.TEXT)).max().orElse(0) / 2;
      double middle = Math.max(half, Math.min(width - half, x));
      if (middle - half > free) {
        for (int i = 0; i < lines.size(); i++) {
          double y = bottom + 17 + i * LABEL_HEIGHT;
          drawing.text(middle, y, Anchor.MIDDLE, "a", lines.get(i));
        }
        free = middle + half + 2;
      }
    }
  }

  /** Room for the name of a level that is no number; numbers are left out where they do not fit. */
  private double slot(Scale horizontal) {
    return numeric() ? 1e4 : horizontal.at(1) - horizontal.at(0) - 3;
  }

  /** A name, broken between words where it is too wide. */
  private static List<String> lines(String level, double room) {
    if (TextWidth.of(level, Axis.TEXT) <= room) {
      return List.of(level);
    }
    return Arrays.stream(level.split(" ", MOST_LABEL_LINES))
        .map(word -> TextWidth.fit(word, Axis.TEXT, room))
        .toList();
  }

  /** Draws a line and answers where it ends. */
  private Optional<Spot> line(
      Drawing drawing, Series line, Scale horizontal, Scale vertical, double aside) {
    List<Spot> spots =
        line.points.stream()
            .filter(point -> Double.isFinite(point.value.mean()) && xs.contains(point.x))
            .sorted(Comparator.comparingDouble(point -> position(point.x)))
            .map(
                point ->
                    new Spot(
                        horizontal.at(position(point.x)) + aside,
                        vertical.at(point.value.mean()),
                        point))
            .toList();
    if (spots.isEmpty()) {
      return Optional.empty();
    }
    PathData path = new PathData();
    for (Spot spot : spots) {
      if (path.isEmpty()) {
        path.move(spot.x, spot.y);
      } else {
        path.line(spot.x, spot.y);
      }
    }
    line.look.mark(drawing, line.listed, line.label);
    if (numeric()) {
      drawing.path(path, "line d" + line.look.shape());
    }
    drawing.end();
    for (Spot spot : spots) {
      line.look.mark(drawing, line.listed, spot.point.hover);
      whisker(drawing, vertical, spot);
      drawing.marker(line.look.marker(), spot.x, spot.y, 4.5).end();
    }
    return Optional.of(spots.get(spots.size() - 1));
  }

  /** An interval that ends beyond the scale has no cap there. */
  private static void whisker(Drawing drawing, Scale vertical, Spot spot) {
    Mean value = spot.point.value;
    if (!Glyphs.known(value)) {
      return;
    }
    double low = vertical.at(value.low());
    double high = vertical.at(value.high());
    PathData path = new PathData().move(spot.x, low).vertical(high);
    if (value.low() >= vertical.low()) {
      path.move(spot.x - 3, low).horizontal(spot.x + 3);
    }
    if (value.high() <= vertical.high()) {
      path.move(spot.x - 3, high).horizontal(spot.x + 3);
    }
    drawing.path(path, "whisker");
  }

  /** Names at the ends of the lines, moved apart where they would touch. */
  private void names(
      Drawing drawing, List<@Nullable Spot> ends, double right, double top, double bottom) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      if (ends.get(i) != null) {
        order.add(i);
      }
    }
    order.sort(Comparator.comparingDouble(i -> end(ends, i).y));
    double[] at = new double[order.size()];
    double free = top - LINE_HEIGHT / 2;
    for (int i = 0; i < at.length; i++) {
      at[i] = Math.max(free, end(ends, order.get(i)).y);
      free = at[i] + LINE_HEIGHT;
    }
    double ceiling = bottom + LINE_HEIGHT / 2;
    for (int i = at.length - 1; i >= 0; i--) {
      at[i] = Math.min(at[i], ceiling);
      ceiling = at[i] - LINE_HEIGHT;
    }
    for (int i = 0; i < at.length; i++) {
      Series line = series.get(order.get(i));
      Spot end = end(ends, order.get(i));
      line.look.mark(drawing, line.listed, line.label);
      if (Math.abs(at[i] - end.y) > 3 || right - end.x > 26) {
        drawing.line(end.x + 6, end.y, right + 5, at[i], "leader");
      }
      drawing.marker(line.look.marker(), right + 12, at[i], 4);
      drawing.text(right + 21, at[i] + 4.5, Anchor.START, "l", line.label);
      drawing.end();
    }
  }

  private static Spot end(List<@Nullable Spot> ends, int index) {
    Spot end = ends.get(index);
    if (end == null) {
      throw new IllegalArgumentException("A line without points has no end.");
    }
    return end;
  }

  /** Draws the legend, or only measures it where there is no drawing; returns its height. */
  private double legend(@Nullable Drawing drawing, double width, double top) {
    double x = 1;
    double y = top + 8;
    for (Series line : series) {
      String label = TextWidth.fit(line.label, TEXT, width - 40);
      double needed = TextWidth.of(label, TEXT) + 50;
      if (x > 1 && x + needed - 14 > width) {
        x = 1;
        y += 20;
      }
      if (drawing != null) {
        line.look.mark(drawing, line.listed, line.label);
        if (numeric()) {
          drawing.line(x, y - 4, x + 26, y - 4, "line d" + line.look.shape());
        }
        drawing.marker(line.look.marker(), x + 13, y - 4, 4.5);
        drawing.text(x + 32, y, Anchor.START, "l", label).end();
      }
      x += needed;
    }
    return y - top + 14;
  }
}
