package org.quorate.cli.estimate;

import java.util.ArrayList;
import java.util.List;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.Forecaster;
import org.quorate.core.forecast.LevelForecast;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.core.statistics.Interval;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;

/** Estimates for people. */
record EstimateText(Paragraphs out) {
  private static final int INDENT = 2;
  private static final double NANOS = 1e9;

  void write(List<Estimated> estimates) {
    out.sentence(
        0,
        "Estimated from "
            + Numbers.count(Forecaster.TRIALS)
            + " simulated writes and reads (WARS); nothing was measured. In parentheses: 95 %"
            + " intervals, by the simulation's own error and by how far such estimates were off on"
            + " servers; errors of the numbers it began with are not in them.");
    for (Estimated each : estimates) {
      out.blank();
      write(each);
    }
  }

  private void write(Estimated estimated) {
    Situation situation = estimated.situation();
    out.heading(situation.label());
    out.fact(
        "replicas", situation.replicas() + " of each row, writes at " + situation.writeLevel());
    out.fact(
        "load",
        Numbers.of(situation.readsPerSecond())
            + " reads and "
            + Numbers.of(situation.writesPerSecond())
            + " writes per second");
    out.fact("keys", situation.keysText());
    out.fact("one way", situation.legText());
    if (situation.choice() == ReplicaChoice.FASTEST
        || situation.rows().stream().anyMatch(ReplicaRow::isOrdered)) {
      out.fact("asked", ReplicaChoices.text(situation.choice()));
    }
    table(levels(estimated.forecast(), true), levels(estimated.forecast(), false));
    situation.counted().forEach(sentence -> out.sentence(INDENT, sentence));
    if (!estimated.swept().isEmpty()) {
      out.sentence(INDENT, "Estimated stale reads:");
      table(swept(estimated, true), swept(estimated, false));
    }
  }

  /** With intervals, where they fit. */
  private void table(List<List<String>> wide, List<List<String>> narrow) {
    out.table(INDENT, out.fits(INDENT, wide) ? wide : narrow);
  }

  private static List<List<String>> levels(Forecast forecast, boolean intervals) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("read at", "stale reads", "age: median", "99 %", "replicas", "replica reads/s"));
    for (LevelForecast level : forecast.levels()) {
      rows.add(
          List.of(
              level.level().name(),
              stale(level, intervals),
              TimeUnits.text(NANOS * level.medianAgeSeconds()),
              TimeUnits.text(NANOS * level.slowAgeSeconds()),
              Integer.toString(level.replicas()),
              Numbers.of(level.replicaReadsPerSecond())));
      if (!intervals && !level.meetsEveryWrite()) {
        rows.add(List.of("", interval(level), "", "", "", ""));
      }
    }
    return rows;
  }

  private static List<List<String>> swept(Estimated estimated, boolean intervals) {
    boolean overDelay = estimated.swept().stream().anyMatch(each -> each.delayFactor() != 1);
    List<LevelForecast> telling =
        estimated.forecast().levels().stream().filter(each -> !each.meetsEveryWrite()).toList();
    List<String> head = new ArrayList<>(List.of(overDelay ? "delay" : "operations/s"));
    telling.forEach(level -> head.add("at " + level.level().name()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(head);
    for (Forecast forecast : estimated.swept()) {
      List<String> row = new ArrayList<>();
      row.add(
          overDelay
              ? Numbers.ratio(forecast.delayFactor())
              : Numbers.of(forecast.readsPerSecond() + forecast.writesPerSecond()));
      List<String> bounds = new ArrayList<>(List.of(""));
      for (int i = 0; i < telling.size(); i++) {
        row.add(stale(forecast.levels().get(i), intervals));
        bounds.add(interval(forecast.levels().get(i)));
      }
      rows.add(row);
      if (!intervals) {
        rows.add(bounds);
      }
    }
    return rows;
  }

  private static String stale(LevelForecast level, boolean withInterval) {
    String rate = Numbers.percent(level.stale().rate());
    if (level.meetsEveryWrite()) {
      return "none";
    }
    return withInterval ? rate + " (" + interval(level) + ")" : rate;
  }

  private static String interval(LevelForecast level) {
    Interval interval = level.staleInterval();
    return Numbers.of(100 * interval.low()) + " to " + Numbers.of(100 * interval.high());
  }
}
