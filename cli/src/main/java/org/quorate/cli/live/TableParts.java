package org.quorate.cli.live;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cli.page.PageWords;
import org.quorate.core.statistics.Interval;
import org.quorate.report.format.Numbers;
import org.quorate.report.page.Html;

/** The parts of the page that are of tables. Pure. */
final class TableParts {
  /** What begins the name of the part that frames a table's others. */
  static final String FRAME = "table ";

  /** What begins the names of those that are in it. */
  static final List<String> FRAMED = List.of("now ", "hour ", "minutes ");

  private TableParts() {}

  /**
   * All tables beside each other, at their latest readings.
   *
   * @param known how many there are
   * @param now of the latest look; a reading of before it is said to be
   */
  static String overview(List<TableHour> tables, int known, Instant now) {
    if (tables.isEmpty()) {
      return new Html().element("p", "No table has been read yet.", "class", "note").toString();
    }
    Html out = new Html().open("table");
    out.element("caption", "Tables at their latest reading");
    PageWords.head(
        out,
        List.of(
            "table",
            "reads per second",
            "writes per second",
            "level in use",
            "stale, measured",
            "stale, estimated"));
    out.open("tbody");
    for (TableHour hour : tables) {
      TableReport table = hour.latest();
      out.open("tr").open("th", "scope", "row");
      out.element("a", hour.name(), "href", "#" + LiveWords.id(hour.name()));
      if (hour.at().isBefore(now)) {
        out.text(" ").element("small", "as of " + PageWords.time(hour.at()));
      }
      out.close();
      PageWords.cell(out, Numbers.of(table.reads().mean()), "");
      PageWords.cell(out, Numbers.of(table.writes().mean()), "");
      PageWords.cell(
          out,
          LiveWords.level(table),
          Double.isNaN(table.replicasPerRead())
              ? ""
              : Numbers.of(table.replicasPerRead()) + " replicas per read");
      measured(out, hour);
      estimated(out, hour);
      out.close();
    }
    out.close().close();
    if (known > tables.size()) {
      out.element(
          "p",
          "Of "
              + PageWords.count(known, "table")
              + " these have the most traffic in the last hour, those with pairs of reads first;"
              + " /metrics and the history have all.",
          "class",
          "note");
    }
    out.element(
        "p",
        "Estimated is at the weakest level, by the model that says least: others say more. The"
            + " range is that of the propagation time.",
        "class",
        "note");
    return out.toString();
  }

  private static void measured(Html out, TableHour hour) {
    long pairs = hour.pairs();
    if (pairs == 0) {
      PageWords.cell(out, Numbers.UNKNOWN, "no pairs in the last hour");
      return;
    }
    Interval bounds = hour.interval();
    PageWords.cell(
        out,
        Numbers.percent((double) hour.stale() / pairs),
        LiveWords.bounds(bounds.low(), bounds.high())
            + ", "
            + PageWords.count(pairs, "pair")
            + " in the last hour");
  }

  private static void estimated(Html out, TableHour hour) {
    TableReport table = hour.latest();
    Optional<RateEstimate> least = TableHour.least(table);
    if (!table.levels().isEmpty() && table.levels().get(0).meetsEveryWrite()) {
      PageWords.cell(out, "none", "reads meet every write");
    } else if (least.isEmpty()) {
      PageWords.cell(out, Numbers.UNKNOWN, "not known");
    } else {
      RateEstimate estimate = least.get();
      String bounds = LiveWords.bounds(estimate.low(), estimate.high());
      PageWords.cell(
          out,
          Numbers.percent(estimate.raw()),
          (bounds.isEmpty() ? "" : bounds + ", ")
              + "at "
              + table.levels().get(0).level()
              + (hour.hasKeys() ? "" : ", as if one key: a worst case")
              + (estimate.raw() > 1 ? "; above 100 %, so of no use" : ""));
    }
  }

  /**
   * Adds the parts of one table, its frame first.
   *
   * @param levels that are published
   * @param now the minute that goes on, since the epoch
   */
  static void add(
      Map<String, String> parts, TableHour hour, Optional<LevelsGlance> levels, long now) {
    String name = hour.name();
    TableCharts charts = new TableCharts(hour, now);
    parts.put(FRAME + name, frame(name));
    parts.put("now " + name, now(hour, levels));
    parts.put("hour " + name, charts.markup());
    parts.put("minutes " + name, minutes(name, charts));
  }

  /** Places for the parts of a table. */
  static String frame(String name) {
    Html out = new Html().element("h3", name, "id", LiveWords.id(name));
    out.open("div", "data-part", "now " + name).close();
    out.open("div", "class", "charts", "data-part", "hour " + name).close();
    out.open("details", "class", "fold");
    out.element("summary", "The figures of these charts");
    String label = "Figures of " + name;
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    out.open("div", "data-part", "minutes " + name).close();
    return out.close().close().toString();
  }

  private static String now(TableHour hour, Optional<LevelsGlance> levels) {
    TableReport table = hour.latest();
    Html out = new Html().open("dl");
    PageWords.fact(out, "latest reading", PageWords.time(hour.at()));
    PageWords.fact(out, "reads", LiveWords.rate(table.reads()));
    PageWords.fact(out, "writes", LiveWords.rate(table.writes()));
    levels.ifPresent(
        all ->
            all.of(hour.name())
                .ifPresent(
                    word -> PageWords.fact(out, "level in force", LevelParts.sentence(all, word))));
    PageWords.fact(out, "level in use", LiveWords.why(table));
    PageWords.fact(out, "stale, measured", pairs(hour));
    for (LevelEstimate level : table.levels()) {
      PageWords.fact(out, "stale at " + level.level() + ", estimated", estimate(hour, level));
    }
    return out.close().toString();
  }

  private static String pairs(TableHour hour) {
    if (hour.pairs() == 0) {
      return "not known: no pair of reads was compared in the last hour";
    }
    Interval bounds = hour.interval();
    return Numbers.percent((double) hour.stale() / hour.pairs())
        + " at "
        + hour.weak()
        + ": "
        + Numbers.count(hour.stale())
        + " of "
        + PageWords.count(hour.pairs(), "pair")
        + " of reads of sampled keys in the last hour (95 % interval "
        + LiveWords.bounds(bounds.low(), bounds.high())
        + ", pairs taken as independent)";
  }

  private static String estimate(TableHour hour, LevelEstimate level) {
    if (level.meetsEveryWrite()) {
      return "none: a read meets every write at " + hour.levels().writeLevel();
    }
    return TableHour.least(level)
        .map(
            estimate -> {
              String bounds = LiveWords.bounds(estimate.low(), estimate.high());
              return Numbers.percent(estimate.raw())
                  + (bounds.isEmpty() ? "" : " (" + bounds + ")")
                  + " by "
                  + estimate.model()
                  + ", the lowest of "
                  + PageWords.count(level.estimates().size(), "model")
                  + (hour.hasKeys() ? "" : ", as if the whole table were one key: a worst case");
            })
        .orElse("not known");
  }

  private static String minutes(String name, TableCharts charts) {
    Html out = new Html().open("table");
    out.element("caption", name + ", minute by minute, the latest first");
    PageWords.head(
        out,
        List.of(
            "UTC",
            "reads per second",
            "writes per second",
            "replicas per read",
            "stale, estimated",
            "pairs",
            "of these stale"));
    out.open("tbody");
    Map<Long, TableMinute> seen =
        charts.minutes().stream()
            .collect(Collectors.toUnmodifiableMap(TableMinute::minute, minute -> minute));
    for (long minute = charts.last(); minute >= charts.first(); minute--) {
      row(out, minute, seen.get(minute));
    }
    out.close().close();
    steps(out, charts.steps());
    return out.toString();
  }

  private static void row(Html out, long minute, @Nullable TableMinute known) {
    TableMinute seen = known == null ? TableMinute.empty(minute) : known;
    out.open("tr").open("th", "scope", "row").text(LiveWords.clock((double) minute));
    if (known == null) {
      out.element("small", " no reading");
    }
    out.close();
    PageWords.cell(out, Numbers.of(seen.reads().mean()), "");
    PageWords.cell(out, Numbers.of(seen.writes().mean()), "");
    PageWords.cell(out, Numbers.of(seen.replicas().mean()), "");
    PageWords.cell(
        out,
        Numbers.percent(seen.estimate().mean()),
        LiveWords.bounds(seen.low().mean(), seen.high().mean()));
    PageWords.cell(out, known == null ? Numbers.UNKNOWN : Numbers.count(seen.pairs()), "");
    PageWords.cell(out, known == null ? Numbers.UNKNOWN : Numbers.count(seen.stale()), "");
    out.close();
  }

  private static void steps(Html out, List<TableCharts.Step> steps) {
    if (steps.isEmpty()) {
      return;
    }
    out.open("table").element("caption", "Pairs of reads, in steps of five minutes");
    PageWords.head(out, List.of("UTC", "pairs", "of these stale", "share", "95 % interval"));
    out.open("tbody");
    for (int i = steps.size() - 1; i >= 0; i--) {
      TableCharts.Step step = steps.get(i);
      out.open("tr").element("th", step.time(), "scope", "row");
      PageWords.cell(out, Numbers.count(step.pairs()), "");
      PageWords.cell(out, Numbers.count(step.stale()), "");
      PageWords.cell(out, Numbers.percent(step.share()), "");
      PageWords.cell(out, LiveWords.bounds(step.interval().low(), step.interval().high()), "");
      out.close();
    }
    out.close().close();
  }
}
