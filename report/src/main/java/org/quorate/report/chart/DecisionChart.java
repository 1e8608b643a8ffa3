package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.quorate.report.format.Numbers;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.report.svg.ZeroLogScale;

/**
 * What an adaptive policy saw and did, second by second, in three panels: the load, the estimate
 * that it decided on beside the share of stale reads that was counted, and the level in effect.
 * Several runs are laid end to end with a seam between them.
 *
 * @param model whose estimate at ONE is shown
 * @param tolerance the largest stale-read rate that the policy accepts, 0 to 1; NaN where it is not
 *     known
 */
public record DecisionChart(
    String name,
    String title,
    String description,
    String model,
    double tolerance,
    List<Segment> segments)
    implements Chart {
  private static final List<String> ROWS = List.of("ONE", "TWO", "QUORUM", "ALL");
  private static final List<String> ORDER =
      List.of("LOCAL_ONE", "ONE", "TWO", "THREE", "LOCAL_QUORUM", "QUORUM", "EACH_QUORUM", "ALL");
  private static final double GAP = 36;
  private static final double ROW = 18;
  private static final Look ESTIMATED = new Look(5, 0);
  private static final Look COUNTED = new Look(7, 1);

  /** One run and what was decided in it. */
  public record Segment(Track track, List<Step> steps) {
    public Segment {
      steps = List.copyOf(steps);
    }

    private double until(int step) {
      return step + 1 < steps.size() ? at(step + 1) : track.seconds();
    }

    private double at(int step) {
      return Math.max(0, Math.min(track.seconds(), steps.get(step).second));
    }
  }

  /**
   * One decision, in force until the next.
   *
   * @param second since the run began
   * @param estimate of the share of stale reads at ONE, raw; NaN where there was none
   */
  public record Step(double second, double estimate, String level, String hover) {}

  public DecisionChart {
    segments = List.copyOf(segments);
  }

  /** Where the panels are. */
  private record Panels(Scale time, double left, double right, double width) {
    double at(Segment segment, double second) {
      return time.at(segment.track.start() + second);
    }
  }

  @Override
  public String draw(double width, String css) {
    boolean narrow = width < NARROW;
    List<Track> tracks = segments.stream().map(Segment::track).toList();
    int binSeconds = Track.binSeconds(tracks, (int) (width / 3));
    List<List<Track.Bin>> bins = tracks.stream().map(track -> track.bins(binSeconds)).toList();
    List<String> rows = rows();
    double loadTop = 24;
    double loadBottom = loadTop + (narrow ? 70 : 90);
    double shareTop = loadBottom + GAP + (narrow ? 18 : 0);
    double shareBottom = shareTop + (narrow ? 130 : 150);
    double levelTop = shareBottom + GAP;
    double bottom = levelTop + rows.size() * ROW;

    double most =
        bins.stream().flatMap(List::stream).mapToDouble(Track.Bin::okPerSecond).max().orElse(1);
    Axis load =
        new Axis(LinearScale.round(0, most > 0 ? most : 1, 3, loadBottom, loadTop), Numbers::tick);
    Axis share = new Axis(shares(bins, shareBottom, shareTop), DecisionChart::percent);
    double names = rows.stream().mapToDouble(row -> TextWidth.of(row, Axis.TEXT)).max().orElse(0);
    double left = DoubleStream.of(load.labelWidth(3), share.labelWidth(5), names).max().orElse(0);
    double total = tracks.stream().mapToDouble(t -> t.start() + t.seconds()).max().orElse(1);
    Panels panels =
        new Panels(
            new LinearScale(0, Math.max(total, 0.001), left + 10, width - 4),
            left + 10,
            width - 4,
            width);

    Drawing drawing =
        new Drawing(name + "-" + (int) width, width, bottom + 42, title, description, css);
    drawing.text(1, 12, Anchor.START, "a", "operations that succeeded, per second");
    load.vertical(drawing, panels.left, panels.right, 3);
    keys(drawing, shareTop - (narrow ? 28 : 10), narrow, tracks);
    share.vertical(drawing, panels.left, panels.right, 5);
    drawing.text(1, levelTop - 8, Anchor.START, "a", "read level in effect");
    Axis seconds = new Axis(panels.time, second -> Numbers.tick(second) + "\u00a0s");
    seconds.grid(drawing, bottom, bottom + 4, panels.right - panels.left);
    seconds.labels(drawing, bottom + 4, 0, width, panels.right - panels.left);
    drawing.text(
        panels.left,
        bottom + 36,
        Anchor.START,
        "a",
        segments.size() > 1 ? "measured time, " + segments.size() + " runs" : "measured time");
    levelRows(drawing, rows, levelTop, panels);
    for (int i = 1; i < segments.size(); i++) {
      double x = panels.at(segments.get(i), 0);
      drawing.line(x, loadTop, x, bottom, "seam");
    }
    for (int i = 0; i < segments.size(); i++) {
      load(drawing, segments.get(i), bins.get(i), load.scale(), panels);
      counted(drawing, segments.get(i), bins.get(i), share.scale(), panels);
      estimated(drawing, segments.get(i), share.scale(), panels);
      levels(drawing, segments.get(i), rows, levelTop, panels);
    }
    if (tolerance > 0) {
      double y = share.scale().at(tolerance);
      drawing.line(panels.left, y, panels.right, y, "target");
    }
    return drawing.finish();
  }

  /** From the strongest, on top, to the weakest; the common ones are always there. */
  private List<String> rows() {
    List<String> used =
        segments.stream().flatMap(s -> s.steps.stream()).map(Step::level).distinct().toList();
    List<String> rows = new ArrayList<>();
    ORDER.stream().filter(level -> ROWS.contains(level) || used.contains(level)).forEach(rows::add);
    used.stream().filter(level -> !rows.contains(level)).forEach(rows::add);
    Collections.reverse(rows);
    return rows;
  }

  private Scale shares(List<List<Track.Bin>> bins, double from, double to) {
    DoubleStream values =
        DoubleStream.concat(
            bins.stream().flatMap(List::stream).mapToDouble(Track.Bin::staleShare),
            segments.stream().flatMap(s -> s.steps.stream()).mapToDouble(Step::estimate));
    var range =
        DoubleStream.concat(values, DoubleStream.of(tolerance))
            .filter(value -> Double.isFinite(value) && value > 1e-6)
            .summaryStatistics();
    boolean none = range.getCount() == 0;
    double high = none ? 1 : range.getMax() * 1.05;
    double low = none ? 0.01 : Math.min(range.getMin(), high / 10);
    return new ZeroLogScale(LogScale.round(low, high, from - 26, to), from - 4);
  }

  private void keys(Drawing drawing, double y, boolean narrow, List<Track> tracks) {
    boolean judged =
        tracks.stream().flatMap(track -> track.points().stream()).anyMatch(p -> p.reads() > 0);
    double x = key(drawing, ESTIMATED, 1, y, "estimated at ONE (" + model + ")", true);
    if (tolerance > 0) {
      drawing.line(x, y - 4, x + 18, y - 4, "target");
      drawing.text(x + 23, y, Anchor.START, "a", "tolerance " + percent(tolerance));
      x += 40 + TextWidth.of("tolerance " + percent(tolerance), Axis.TEXT);
    }
    if (judged) {
      double at = narrow ? 1 : x;
      key(drawing, COUNTED, at, narrow ? y + 18 : y, "stale share of reads, counted", false);
    }
  }

  private static double key(
      Drawing drawing, Look look, double x, double y, String text, boolean line) {
    look.mark(drawing, Look.Listed.NOT, text);
    if (line) {
      drawing.line(x, y - 4, x + 18, y - 4, "step");
    } else {
      drawing.marker(look.marker(), x + 9, y - 4, 3.5);
    }
    drawing.text(x + 23, y, Anchor.START, "a", text).end();
    return x + 40 + TextWidth.of(text, Axis.TEXT);
  }

  private static void load(
      Drawing drawing, Segment segment, List<Track.Bin> bins, Scale scale, Panels panels) {
    if (bins.isEmpty()) {
      return;
    }
    PathData path = new PathData().move(panels.at(segment, bins.get(0).from()), scale.at(0));
    for (Track.Bin bin : bins) {
      path.vertical(scale.at(bin.okPerSecond())).horizontal(panels.at(segment, bin.to()));
    }
    path.vertical(scale.at(0));
    new Look(1, 0).mark(drawing, Look.Listed.NOT, segment.track.hover());
    drawing.path(path, "area").end();
  }

  private static void counted(
      Drawing drawing, Segment segment, List<Track.Bin> bins, Scale scale, Panels panels) {
    for (Track.Bin bin : bins) {
      if (!Double.isNaN(bin.staleShare())) {
        double x = (panels.at(segment, bin.from()) + panels.at(segment, bin.to())) / 2;
        COUNTED.mark(
            drawing,
            Look.Listed.NOT,
            "second "
                + Numbers.tick(bin.from())
                + ": "
                + Numbers.percent(bin.staleShare())
                + " of reads were stale (counted)");
        drawing.marker(COUNTED.marker(), x, scale.at(bin.staleShare()), 3).end();
      }
    }
  }

  private static void estimated(Drawing drawing, Segment segment, Scale scale, Panels panels) {
    PathData path = new PathData();
    boolean drawing0 = false;
    for (int i = 0; i < segment.steps.size(); i++) {
      double estimate = segment.steps.get(i).estimate;
      if (Double.isNaN(estimate)) {
        drawing0 = false;
        continue;
      }
      double y = scale.at(estimate);
      if (drawing0) {
        path.vertical(y);
      } else {
        path.move(panels.at(segment, segment.at(i)), y);
      }
      path.horizontal(panels.at(segment, segment.until(i)));
      drawing0 = true;
    }
    ESTIMATED.mark(drawing, Look.Listed.NOT, "");
    drawing.path(path, "step").end();
  }

  private static void levelRows(Drawing drawing, List<String> rows, double top, Panels panels) {
    for (int i = 0; i < rows.size(); i++) {
      double y = top + (i + 0.5) * ROW;
      drawing.line(panels.left, y, panels.right, y, "grid");
      drawing.text(panels.left - 6, y + 4, Anchor.END, "a", rows.get(i));
    }
  }

  /** A thick line for each time that a level was in force; equal decisions are put together. */
  private static void levels(
      Drawing drawing, Segment segment, List<String> rows, double top, Panels panels) {
    int start = 0;
    double before = Double.NaN;
    for (int i = 1; i <= segment.steps.size(); i++) {
      Step step = segment.steps.get(start);
      if (i < segment.steps.size() && segment.steps.get(i).level.equals(step.level)) {
        continue;
      }
      double from = panels.at(segment, segment.at(start));
      double to = panels.at(segment, segment.until(i - 1));
      double y = top + (rows.indexOf(step.level) + 0.5) * ROW;
      if (!Double.isNaN(before)) {
        drawing.line(from, before, from, y, "rise");
      }
      new Look(Looks.hueOfLevel(step.level.toUpperCase(Locale.ROOT)), 0)
          .mark(drawing, Look.Listed.NOT, step.hover);
      drawing.line(from, y, to, y, "level").end();
      before = y;
      start = i;
    }
  }

  private static String percent(double share) {
    return Numbers.tick(share * 100) + "\u00a0%";
  }
}
