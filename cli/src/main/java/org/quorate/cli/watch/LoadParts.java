package org.quorate.cli.watch;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.page.PageWords;
import org.quorate.cli.page.TimeChart;
import org.quorate.cli.page.TimeChart.Point;
import org.quorate.cli.page.TimeChart.Span;
import org.quorate.cli.progress.LoadGlance;
import org.quorate.cli.progress.LoadGlance.Step;
import org.quorate.cli.progress.TaskGlance;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.page.Html;
import org.quorate.study.plan.Run;

/** The parts of the page that are of one load: that which goes on, or the last one. Pure. */
final class LoadParts {
  /** Rows of the table of figures; the charts have all. */
  static final int MOST_ROWS = 30;

  /** For a telephone as well as for a third of a desk. */
  private static final double WIDTH = 360;

  private static final int OPERATIONS = 2;
  private static final int TIMES = 1;
  private static final int FAILURES = 0;

  private LoadParts() {}

  /**
   * What was seen of a load last.
   *
   * @param isOver whether it has ended
   * @param run whose load it is; null where it is of none
   */
  record Seen(TaskGlance task, boolean isOver, @Nullable Run run) {}

  /**
   * What it is, its charts, and what is known beside them.
   *
   * @param latest null before any
   * @param isStudyOver whether no load goes on any more
   */
  static String load(@Nullable Seen latest, boolean isStudyOver) {
    Html out = new Html();
    LoadGlance seen = seen(latest);
    if (latest == null || seen == null) {
      return out.element("p", "No load has been sent yet.", "class", "note").toString();
    }
    TaskGlance load = latest.task();
    Run run = latest.run();
    out.element("h3", load.name() + (latest.isOver() || isStudyOver ? " (ended)" : ""));
    out.open("dl");
    PageWords.fact(
        out, "seconds", Numbers.count(load.done()) + " of " + Numbers.count(load.total()));
    PageWords.fact(
        out,
        "operations",
        Numbers.count(seen.ok()) + " that succeeded, " + Numbers.count(seen.failed()) + " failed");
    PageWords.fact(out, "level of reads", levels(seen, run));
    PageWords.fact(out, "stale reads", stale(run));
    out.close();
    charts(out, load, seen);
    return out.toString();
  }

  private static @Nullable LoadGlance seen(@Nullable Seen latest) {
    return latest == null ? null : latest.task().load();
  }

  private static String levels(LoadGlance seen, @Nullable Run run) {
    if (!seen.levelShares().isEmpty()) {
      return seen.levelShares().entrySet().stream()
              .map(share -> share.getKey() + " " + Numbers.percent(share.getValue()))
              .collect(Collectors.joining(", "))
          + " of the reads so far";
    }
    return run == null
        ? Numbers.UNKNOWN
        : run.settings()
            .readPolicy()
            .fixedLevel()
            .map(level -> level + " for all")
            .orElse("chosen by the run's policy; told after the run");
  }

  private static String stale(@Nullable Run run) {
    if (run == null) {
      return "not judged: this load belongs to no run, as one that warms up";
    }
    return run.settings().history()
        ? "judged after the runs, from the whole history"
        : "not judged: this run keeps no history";
  }

  private static void charts(Html out, TaskGlance load, LoadGlance seen) {
    double step = seen.stepSeconds();
    Span span =
        new Span(
            0,
            (double)
                Math.max(
                    Math.max(1, load.total()),
                    seen.steps().stream().mapToInt(Step::to).max().orElse(0)),
            0,
            step,
            Set.of(),
            LoadParts::time);
    String each = step == 1 ? "each second" : "every " + (int) step + " seconds";
    out.open("div", "class", "charts");
    figure(
        out,
        "Operations per second",
        "operations that succeeded, per second",
        Numbers::tick,
        OPERATIONS,
        span,
        each,
        points(seen.steps(), Step::okPerSecond, false));
    figure(
        out,
        "Response times",
        "99th percentile; the band is down to the median",
        TimeUnits::tick,
        TIMES,
        span,
        each,
        points(
            seen.steps().stream().filter(known -> known.ok() > 0).toList(),
            known -> (double) known.p99(),
            true));
    if (seen.failed() == 0) {
      PageWords.unknown(out, "Failures", "No operation has failed.");
    } else {
      figure(
          out,
          "Failures",
          "operations that failed, per second",
          Numbers::tick,
          FAILURES,
          span,
          each,
          points(seen.steps(), Step::failedPerSecond, false));
    }
    out.close();
  }

  private static String time(double seconds) {
    return Numbers.tick(seconds) + "\u00a0s";
  }

  private static List<Point> points(
      List<Step> steps, ToDoubleFunction<Step> value, boolean isTime) {
    return steps.stream()
        .map(
            step ->
                new Point(
                    step.from() + step.seconds() / 2.0,
                    value.applyAsDouble(step),
                    isTime ? (double) step.p50() : Double.NaN,
                    isTime ? (double) step.p99() : Double.NaN,
                    ""))
        .toList();
  }

  private static void figure(
      Html out,
      String title,
      String axis,
      DoubleFunction<String> format,
      int hue,
      Span span,
      String each,
      List<Point> curve) {
    TimeChart chart =
        new TimeChart(
            "load-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'),
            title,
            title + ", " + each + " of the load; the table below has the latest figures.",
            axis,
            format,
            hue,
            span,
            curve,
            List.of(),
            List.of());
    out.open("figure").element("figcaption", title).raw(chart.draw(WIDTH, "")).close();
  }

  /** The latest figures of the charts as a table. */
  static String figures(@Nullable Seen latest) {
    LoadGlance seen = seen(latest);
    Html out = new Html().open("table");
    out.element("caption", "The latest seconds, the last first");
    PageWords.head(
        out,
        List.of("seconds", "operations per second", "failed", "median time", "99th percentile"));
    out.open("tbody");
    List<Step> steps = seen == null ? List.of() : seen.steps();
    for (int i = steps.size() - 1; i >= Math.max(0, steps.size() - MOST_ROWS); i--) {
      Step step = steps.get(i);
      out.open("tr");
      out.element("th", step.from() + " to " + step.to(), "scope", "row");
      PageWords.cell(out, Numbers.of(step.okPerSecond()), "");
      PageWords.cell(out, Numbers.count(step.failed()), "");
      PageWords.cell(out, step.ok() == 0 ? Numbers.UNKNOWN : TimeUnits.text(step.p50()), "");
      PageWords.cell(out, step.ok() == 0 ? Numbers.UNKNOWN : TimeUnits.text(step.p99()), "");
      out.close();
    }
    out.close().close();
    if (seen != null && seen.stepSeconds() > 1) {
      out.element(
          "p",
          "Of steps of "
              + seen.stepSeconds()
              + " seconds: times are the highest of any second in them.",
          "class",
          "note");
    }
    return out.toString();
  }
}
