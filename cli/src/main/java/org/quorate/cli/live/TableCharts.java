package org.quorate.cli.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cli.page.PageWords;
import org.quorate.cli.page.TimeChart;
import org.quorate.cli.page.TimeChart.Mark;
import org.quorate.cli.page.TimeChart.Point;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.Looks;
import org.quorate.report.format.Numbers;
import org.quorate.report.page.Html;

/**
 * The charts of a table's last hour: stale reads as pairs of reads have measured them, as models
 * estimate them, and how many replicas execute a read, beside what each level asks for. What is not
 * known is a sentence in the chart's place.
 */
final class TableCharts {
  /** Minutes whose pairs are put together, since those of one would say little. */
  static final int STEP = 5;

  /** For a telephone as well as for a third of a desk. */
  private static final double WIDTH = 360;

  private final TableHour hour;
  private final long last;
  private final List<TableMinute> minutes;
  private final Set<Long> silent;

  /**
   * Charts of an hour.
   *
   * @param now the minute that goes on, since the epoch
   */
  TableCharts(TableHour hour, long now) {
    this.hour = hour;
    this.last = hour.shownUntil(now);
    this.minutes = hour.minutes().stream().filter(minute -> minute.minute() <= last).toList();
    Set<Long> seen =
        minutes.stream().map(TableMinute::minute).collect(Collectors.toUnmodifiableSet());
    this.silent =
        LongStream.rangeClosed(first(), last)
            .filter(minute -> !seen.contains(minute))
            .boxed()
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The minutes that are shown, the oldest first. */
  List<TableMinute> minutes() {
    return minutes;
  }

  /** The first minute of those that can be known, since the epoch. */
  final long first() {
    return Math.max(hour.since(), last - TableHour.MINUTES + 1);
  }

  /** The last minute that is shown, since the epoch. */
  long last() {
    return last;
  }

  /** Pairs of some minutes. */
  record Step(long minute, long pairs, long stale) {
    Interval interval() {
      return Wilson.interval(stale, pairs, TableHour.CONFIDENCE);
    }

    double share() {
      return (double) stale / pairs;
    }

    /** Such as {@code 23:40 to 23:45}. */
    String time() {
      return LiveWords.clock((double) minute) + " to " + LiveWords.clock(minute + (double) STEP);
    }

    String text() {
      Interval bounds = interval();
      return Numbers.count(stale)
          + " of "
          + PageWords.count(pairs, "pair")
          + " stale: "
          + Numbers.percent(share())
          + " ("
          + LiveWords.bounds(bounds.low(), bounds.high())
          + ")";
    }
  }

  /** Pairs in steps of some minutes, those without any left out, the oldest first. */
  List<Step> steps() {
    Map<Long, Step> steps = new TreeMap<>();
    for (TableMinute minute : minutes) {
      if (minute.pairs() > 0) {
        long first = Math.floorDiv(minute.minute(), (long) STEP) * STEP;
        steps.merge(
            first,
            new Step(first, minute.pairs(), minute.stale()),
            (one, more) -> new Step(first, one.pairs + more.pairs, one.stale + more.stale));
      }
    }
    return List.copyOf(steps.values());
  }

  /** All three, as markup. */
  String markup() {
    Html out = new Html();
    measured(out);
    estimated(out);
    replicas(out);
    return out.toString();
  }

  private void measured(Html out) {
    String title = "Stale reads, measured";
    List<Step> steps = steps();
    if (steps.isEmpty()) {
      PageWords.unknown(
          out,
          title,
          hour.latest().sampled().isPresent()
              ? "No pair of reads has been compared in the last hour."
              : "No pairs of reads are compared: the agent's file has no sample-keys, or the"
                  + " sampling could not begin.");
      return;
    }
    Level weak = hour.weak();
    List<Point> spots =
        steps.stream()
            .map(
                step ->
                    new Point(
                        step.minute + STEP / 2.0,
                        step.share(),
                        step.interval().low(),
                        step.interval().high(),
                        step.time() + " UTC: " + step.text()))
            .toList();
    figure(
        out,
        title,
        "Share of sampled pairs of reads of "
            + hour.name()
            + " that were stale at "
            + weak
            + ", every five minutes of the last hour",
        "stale at " + weak + ", share of pairs, 95 % interval",
        TableCharts::percent,
        Looks.ofLevel(weak).hue(),
        List.of(),
        spots,
        List.of());
  }

  private void estimated(Html out) {
    String title = "Stale reads, estimated";
    List<LevelEstimate> levels = hour.latest().levels();
    if (!levels.isEmpty() && levels.get(0).meetsEveryWrite()) {
      PageWords.unknown(
          out,
          title,
          "Reads at "
              + weakest()
              + " meet every write at "
              + hour.levels().writeLevel()
              + ", so none is stale.");
      return;
    }
    List<Point> curve =
        points(minute -> minute.estimate().mean(), m -> m.low().mean(), m -> m.high().mean());
    if (curve.isEmpty()) {
      PageWords.unknown(
          out,
          title,
          !hour.hasPropagation()
              ? "Nothing is estimated without a propagation time; why there is none is said below,"
                  + " under what the agent told."
              : "Nothing is estimated without rates of reads and writes.");
      return;
    }
    figure(
        out,
        title,
        "Estimated share of stale reads of "
            + hour.name()
            + " at "
            + weakest()
            + ", every minute of the last hour",
        "stale at " + weakest() + ", and range by propagation time",
        TableCharts::percent,
        Looks.ofLevel(weakest()).hue(),
        curve,
        List.of(),
        List.of());
  }

  private void replicas(Html out) {
    String title = "Level in use";
    List<Point> curve =
        points(minute -> minute.replicas().mean(), m -> Double.NaN, m -> Double.NaN);
    if (curve.isEmpty()) {
      PageWords.unknown(
          out,
          title,
          "How many replicas execute a read is not known: nothing was read, or the nodes' counts do"
              + " not tell.");
      return;
    }
    Map<Integer, String> asked = new LinkedHashMap<>();
    for (LevelEstimate level : hour.latest().levels()) {
      asked.merge(level.replicas(), level.level().name(), (one, more) -> one + ", " + more);
    }
    List<Mark> marks = new ArrayList<>();
    asked.forEach((replicas, names) -> marks.add(new Mark(replicas, names + " asks " + replicas)));
    figure(
        out,
        title,
        "Replicas that executed a read of "
            + hour.name()
            + ", every minute of the last hour, beside what each level asks",
        "replicas that executed a read, as nodes counted",
        Numbers::tick,
        Looks.HUES - 1,
        curve,
        List.of(),
        marks);
  }

  private Level weakest() {
    return hour.levels().weakest();
  }

  private List<Point> points(
      ToDoubleFunction<TableMinute> value,
      ToDoubleFunction<TableMinute> low,
      ToDoubleFunction<TableMinute> high) {
    Predicate<TableMinute> isKnown = minute -> Double.isFinite(value.applyAsDouble(minute));
    return minutes.stream()
        .filter(isKnown)
        .map(
            minute ->
                new Point(
                    minute.minute() + 0.5,
                    value.applyAsDouble(minute),
                    low.applyAsDouble(minute),
                    high.applyAsDouble(minute),
                    ""))
        .toList();
  }

  private static String percent(double share) {
    return Numbers.tick(100 * share) + "\u00a0%";
  }

  private void figure(
      Html out,
      String title,
      String about,
      String axis,
      DoubleFunction<String> format,
      int hue,
      List<Point> curve,
      List<Point> spots,
      List<Mark> marks) {
    String name = LiveWords.id(hour.name()) + "-" + title.replaceAll("[ ,]+", "-");
    String description = about + "; the table below has the figures.";
    Chart chart =
        new TimeChart(
            name,
            title,
            description,
            axis,
            format,
            hue,
            new TimeChart.Span(
                last - TableHour.MINUTES + 1.0,
                last + 1.0,
                (double) hour.since(),
                1,
                silent,
                LiveWords::clock),
            curve,
            spots,
            marks);
    out.open("figure").element("figcaption", title).raw(chart.draw(WIDTH, "")).close();
  }
}
