package org.quorate.report.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.quorate.core.level.Level;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LinearScale;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.report.svg.TextWidth;
import org.quorate.study.result.WindowCounts;

/** Draws one panel of a {@link FaultChart}, its seconds put together to windows. */
final class FaultPanel {
  /** Room for the panel's name above its rates. */
  static final double TITLE = 26;

  private static final double BAND = 12;
  private static final double GAP = 6;

  /** Between parts whose labels at the left must not touch. */
  private static final double WIDE_GAP = 13;

  private static final double FAILED = 6;
  private static final double REPLICAS = 30;
  private static final double TIMES = 36;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Times the panel's median, from which a time is worth a word. */
  private static final double SLOW = 2;

  private static final double FIFTIETHS = 50;

  /** Neighbours overlap by so much, since browsers show a seam between them otherwise. */
  private static final double SEAM = 0.3;

  private static final double NAME_TEXT = 12.5;

  /** Below this width of a window its neighbour follows without a gap. */
  private static final double NARROW_BAR = 4;

  private final FaultChart chart;
  private final FaultChart.Panel panel;
  private final List<Window> windows = new ArrayList<>();

  /** Some seconds. */
  private record Window(int from, int to, WindowCounts counts, boolean broken) {}

  /**
   * What all panels of a chart share.
   *
   * @param rates height of the plot of stale-read rates
   * @param highest rate that has room
   * @param most replica reads per read that have room
   * @param failures whether there is a row for operations that failed
   * @param times whether it is known how long reads took
   */
  record Frame(
      Scale time, double rates, double highest, double most, boolean failures, boolean times) {
    double height() {
      return TITLE
          + rates
          + WIDE_GAP
          + (failures ? FAILED + GAP : 0)
          + BAND
          + WIDE_GAP
          + REPLICAS
          + (times ? WIDE_GAP + TIMES : 0);
    }
  }

  FaultPanel(FaultChart chart, FaultChart.Panel panel, int windowSeconds) {
    this.chart = chart;
    this.panel = panel;
    for (int from = 0; from < chart.seconds(); from += windowSeconds) {
      WindowCounts counts =
          panel.windows().subMap(from, from + windowSeconds).values().stream()
              .reduce(WindowCounts.NONE, WindowCounts::plus);
      if (counts.allReads() + counts.failed() > 0) {
        windows.add(new Window(from, from + windowSeconds, counts, panel.broken().test(counts)));
      }
    }
  }

  /** The axis of stale-read rates. */
  static Axis shares(double highest, double top, double bottom) {
    return new Axis(
        LinearScale.round(0, highest, 2, bottom, top),
        share -> Numbers.tick(share * 100) + "\u00a0%");
  }

  /** The axis of the times of reads, which all panels share; empty where none are known. */
  static Optional<Axis> times(List<FaultChart.Panel> panels, double top, double bottom) {
    DoubleSummaryStatistics all =
        panels.stream()
            .flatMap(panel -> panel.readP99().values().stream())
            .mapToDouble(Double::doubleValue)
            .filter(time -> time > 0)
            .summaryStatistics();
    return all.getCount() == 0
        ? Optional.empty()
        : Optional.of(
            new Axis(
                LogScale.round(all.getMin(), all.getMax(), bottom, top),
                time -> TimeUnits.tick(time * NANOS_PER_MILLI)));
  }

  double highestRate() {
    return windows.stream()
        .mapToDouble(window -> window.counts().staleRate())
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  double mostReplicas() {
    return windows.stream()
        .mapToDouble(window -> window.counts().replicaReadsPerRead())
        .filter(Double::isFinite)
        .max()
        .orElse(1);
  }

  boolean hasFailures() {
    return windows.stream().anyMatch(window -> window.counts().failed() > 0);
  }

  void draw(Drawing drawing, Frame frame, double y) {
    double top = y + TITLE;
    double base = top + frame.rates();
    double failedTop = base + WIDE_GAP;
    double levelTop = failedTop + (frame.failures() ? FAILED + GAP : 0);
    double bottom = y + frame.height();
    Scale time = frame.time();
    double left = time.at(0);
    double right = time.at(chart.seconds());
    for (FaultChart.Mark fault : panel.faults()) {
      if (fault.until() > fault.from()) {
        double from = time.at(fault.from());
        drawing.rectangle(from, top, time.at(fault.until()) - from, bottom - top, "harmed");
      }
    }
    name(drawing, y, right);
    Axis shares = shares(frame.highest(), top, base);
    shares.vertical(drawing, left, right, 2);
    rates(drawing, time, shares.scale());
    Double tolerance = chart.tolerance();
    if (tolerance != null) {
      double at = shares.scale().at(tolerance);
      drawing.line(left, at, right, at, "target");
    }
    if (frame.failures()) {
      drawing.text(left - 6, failedTop + FAILED, Anchor.END, "a", "failed");
      failures(drawing, time, failedTop);
    }
    drawing.text(left - 6, levelTop + BAND - 2, Anchor.END, "a", "levels");
    levels(drawing, time, levelTop);
    double replicaTop = levelTop + BAND + WIDE_GAP;
    replicas(drawing, time, new LinearScale(0, frame.most(), replicaTop + REPLICAS, replicaTop));
    times(chart.panels(), bottom - TIMES, bottom).ifPresent(axis -> times(drawing, time, axis));
    for (FaultChart.Mark fault : panel.faults()) {
      drawing.line(time.at(fault.at()), top - 3, time.at(fault.at()), bottom, "event");
      if (chart.faults().stream().noneMatch(all -> all.words().equals(fault.words()))) {
        words(drawing, fault, time.at(fault.at()), top, right);
      }
    }
  }

  private static void words(
      Drawing drawing, FaultChart.Mark fault, double at, double top, double right) {
    boolean turned = at + 4 + TextWidth.of(fault.words(), Axis.TEXT) > right;
    drawing.text(
        turned ? at - 4 : at + 4,
        top + Axis.TEXT,
        turned ? Anchor.END : Anchor.START,
        "a l fault",
        fault.words());
  }

  private void name(Drawing drawing, double y, double right) {
    panel.look().mark(drawing, panel.label() + "\n" + panel.summary());
    drawing.rectangle(1, y + 5, 10, 10, 2, "fill");
    String label = TextWidth.fit(panel.label(), NAME_TEXT, right * 0.6);
    drawing.text(17, y + 14.5, Anchor.START, "strong l", label).end();
    double room = right - 30 - TextWidth.of(label, NAME_TEXT) * 1.08;
    drawing.text(right, y + 14, Anchor.END, "a l", TextWidth.fit(panel.summary(), Axis.TEXT, room));
  }

  /** Only windows with stale or failed operations say more than the panel does. */
  private void rates(Drawing drawing, Scale time, Scale shares) {
    double base = shares.at(0);
    double highest = shares.at(Double.MAX_VALUE);
    for (Window window : windows) {
      double rate = window.counts().staleRate();
      if (!(rate > 0) && window.counts().failed() == 0) {
        continue;
      }
      double from = time.at(window.from());
      double width = to(time, window) - from;
      panel.look().mark(drawing, hover(window));
      drawing.rectangle(from, highest, width, base - highest, "hit");
      if (rate > 0) {
        double top = Math.min(shares.at(rate), base - 1.5);
        double gap = width > NARROW_BAR ? 1 : 0;
        drawing.rectangle(from, top, width - gap, base - top, window.broken() ? "failed" : "fill");
      }
      drawing.end();
    }
  }

  private double to(Scale time, Window window) {
    return time.at(Math.min(window.to(), chart.seconds()));
  }

  private String hover(Window window) {
    WindowCounts counts = window.counts();
    StringBuilder text = new StringBuilder("second " + window.from());
    text.append(window.to() - window.from() > 1 ? " to " + window.to() : "").append("\n");
    text.append(Numbers.count(counts.staleReads())).append(" of ");
    text.append(Numbers.count(counts.reads())).append(" reads stale");
    if (counts.staleReads() > 0) {
      text.append(", ").append(Numbers.percent(counts.staleRate()));
    }
    text.append(window.broken() ? ": broken" : "");
    if (counts.failed() > 0) {
      text.append("\n").append(Numbers.count(counts.failed())).append(" operations failed");
    }
    double slowest = slowest(window);
    if (Double.isFinite(slowest)) {
      text.append("\n").append(times(slowest));
    }
    counts
        .sentReads()
        .forEach(
            (level, sent) ->
                text.append("\n")
                    .append(Numbers.wholePercent((double) sent / counts.allReads()))
                    .append(" of reads at ")
                    .append(level));
    return text.toString();
  }

  private void failures(Drawing drawing, Scale time, double top) {
    Look.NEUTRAL.mark(drawing, "");
    for (Window window : windows) {
      if (window.counts().failed() > 0) {
        double from = time.at(window.from());
        drawing.rectangle(from, top, Math.max(2, to(time, window) - from), FAILED, "failed");
      }
    }
    drawing.end();
  }

  /** One stacked bar for each window; neighbours of equal shares are put together. */
  private void levels(Drawing drawing, Scale time, double top) {
    int start = 0;
    for (int i = 1; i <= windows.size(); i++) {
      Map<Level, Long> shares = shares(windows.get(start));
      if (i < windows.size()
          && windows.get(i).from() == windows.get(i - 1).to()
          && shares(windows.get(i)).equals(shares)) {
        continue;
      }
      double from = time.at(windows.get(start).from());
      double to = to(time, windows.get(i - 1));
      double y = top + BAND;
      for (Map.Entry<Level, Long> share : shares.entrySet()) {
        double height = BAND * share.getValue() / FIFTIETHS;
        drawing.group("c" + Looks.hueOfLevel(share.getKey().name()));
        drawing.rectangle(from, y - height, to - from + SEAM, height, "fill").end();
        y -= height;
      }
      start = i;
    }
  }

  /** In fiftieths of the reads, finer than the band can show. */
  private static Map<Level, Long> shares(Window window) {
    Map<Level, Long> shares = new EnumMap<>(Level.class);
    WindowCounts counts = window.counts();
    counts
        .sentReads()
        .forEach(
            (level, sent) -> shares.put(level, Math.round(FIFTIETHS * sent / counts.allReads())));
    return shares;
  }

  private void replicas(Drawing drawing, Scale time, Scale scale) {
    new Axis(scale, Numbers::tick).vertical(drawing, time.at(0), time.at(chart.seconds()), 1);
    panel.look().mark(drawing, "");
    drawing.path(steps(time, scale, window -> window.counts().replicaReadsPerRead()), "line").end();
  }

  private void times(Drawing drawing, Scale time, Axis axis) {
    axis.vertical(drawing, time.at(0), time.at(chart.seconds()), 2);
    panel.look().mark(drawing, "");
    drawing.path(steps(time, axis.scale(), this::slowest), "line fine").end();
    double slow = SLOW * median();
    int start = 0;
    for (int i = 1; i <= windows.size(); i++) {
      boolean isSlow = slowest(windows.get(start)) >= slow;
      if (i == windows.size() || isSlow != slowest(windows.get(i)) >= slow) {
        if (isSlow) {
          hit(drawing, time, axis, windows.subList(start, i));
        }
        start = i;
      }
    }
  }

  /** Says how slow reads were in a stretch of windows. */
  private void hit(Drawing drawing, Scale time, Axis axis, List<Window> slow) {
    Window last = slow.get(slow.size() - 1);
    double most = slow.stream().mapToDouble(this::slowest).max().orElseThrow();
    double from = time.at(slow.get(0).from());
    double high = axis.scale().at(Double.MAX_VALUE);
    panel
        .look()
        .mark(drawing, "second " + slow.get(0).from() + " to " + last.to() + "\n" + times(most));
    drawing.rectangle(
        from, high, Math.max(2, to(time, last) - from), axis.scale().at(0) - high, "hit");
    drawing.end();
  }

  private static String times(double slowestMillis) {
    return "reads that succeeded: p99 "
        + TimeUnits.text(slowestMillis * NANOS_PER_MILLI)
        + " in the slowest second";
  }

  /** The slowest second of a window; NaN where none is known. */
  private double slowest(Window window) {
    return panel.readP99().subMap(window.from(), window.to()).values().stream()
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(Double.NaN);
  }

  /** Of all seconds; NaN where none is known. */
  private double median() {
    List<Double> sorted = panel.readP99().values().stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
  }

  /**
   * A line that is flat in each window, to half a pixel, and broken where a number is not known.
   */
  private PathData steps(Scale time, Scale scale, ToDoubleFunction<Window> number) {
    PathData line = new PathData();
    double y = Double.NaN;
    int before = -1;
    for (Window window : windows) {
      double value = number.applyAsDouble(window);
      if (!Double.isFinite(value)) {
        continue;
      }
      double at = Math.rint(scale.at(value) * 2) / 2;
      if (window.from() != before) {
        end(line, time, before);
        line.move(time.at(window.from()), at);
      } else if (at != y) {
        line.horizontal(time.at(window.from())).vertical(at);
      }
      y = at;
      before = window.to();
    }
    end(line, time, before);
    return line;
  }

  private void end(PathData line, Scale time, int second) {
    if (second >= 0) {
      line.horizontal(time.at(Math.min(second, chart.seconds())));
    }
  }
}
