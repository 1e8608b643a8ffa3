package org.quorate.cli.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.report.format.Numbers;
import org.quorate.study.comparison.StudyComparison;
import org.quorate.study.comparison.StudyComparison.CellComparison;
import org.quorate.study.comparison.StudyComparison.FurtherTests;
import org.quorate.study.comparison.StudyComparison.LeftOut;
import org.quorate.study.comparison.StudyComparison.MeasureComparison;
import org.quorate.study.comparison.StudyComparison.SettingDifference;
import org.quorate.study.comparison.StudyComparison.Side;
import org.quorate.study.summary.Mean;

/** A comparison of two studies for a terminal. Stateless but for what it shows. */
record ComparisonText(StudyComparison comparison) {
  /** More cells than this that are left out are only counted. */
  private static final int MOST_NAMED = 6;

  private static final int NAME_WIDTH = 26;
  private static final String STALE_RATE = "stale rate";

  void write(Paragraphs text) {
    text.heading("B against A");
    text.fact(4, "A", side(comparison.first()));
    text.fact(4, "B", side(comparison.second()));
    settings(text);
    leftOut(text);
    for (MeasureComparison measure : comparison.measures()) {
      text.blank();
      text.heading(title(measure));
      if (measure.refusal() != null) {
        text.sentence(2, measure.refusal());
      } else {
        measure(text, measure);
      }
    }
    text.blank();
    text.sentence(
        0,
        "Ratios are of geometric means and differences of means, with Welch's 95 % interval: runs"
            + " of different studies are no pairs. \"Distinguishable\" is at 5 % after Holm's"
            + " correction over the cells of a measure. The other methods are each for one cell"
            + " and without that correction, and no verdict rests on them: the U test of Mann and"
            + " Whitney by ranks with the shift of Hodges and Lehmann, Hedges' g in standard"
            + " deviations, and the ratio of means resampled 10,000 times (BCa), too narrow for"
            + " fewer than about ten runs.");
    comparison.remarks().forEach(remark -> text.sentence(0, remark));
  }

  private static String side(Side side) {
    return side.place()
        + " ("
        + side.name()
        + ", "
        + (side.measured() == side.planned()
            ? "all " + side.planned() + " runs)"
            : side.measured() + " of " + side.planned() + " runs)");
  }

  private void settings(Paragraphs text) {
    text.blank();
    if (comparison.settings().isEmpty()) {
      text.sentence(0, "No setting differs, nor any fact of where they ran.");
      return;
    }
    text.heading("What else differs");
    for (SettingDifference setting : comparison.settings()) {
      text.fact(
          NAME_WIDTH,
          setting.name(),
          setting.first()
              + " \u2192 "
              + setting.second()
              + (setting.cells() < compared()
                  ? " (in " + setting.cells() + " of " + compared() + " cells)"
                  : ""));
    }
  }

  private int compared() {
    return comparison.measures().stream().mapToInt(each -> each.cells().size()).max().orElse(0);
  }

  private void leftOut(Paragraphs text) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (LeftOut cell : comparison.leftOut()) {
      byReason.computeIfAbsent(cell.reason(), reason -> new ArrayList<>()).add(cell.label());
    }
    if (!byReason.isEmpty()) {
      text.blank();
      text.heading("Not compared");
    }
    byReason.forEach(
        (reason, labels) -> {
          int more = labels.size() - MOST_NAMED;
          text.sentence(
              2,
              (labels.size() == 1 ? "1 cell" : labels.size() + " cells")
                  + ", because "
                  + reason
                  + ": "
                  + String.join("; ", labels.subList(0, Math.min(MOST_NAMED, labels.size())))
                  + (more > 0 ? "; and " + more + " more" : "")
                  + ".");
        });
  }

  private static String title(MeasureComparison measure) {
    String name = measure.measure();
    String unit =
        name.equals("throughput") ? ", operations/s" : name.equals(STALE_RATE) ? ", %" : "";
    return Character.toUpperCase(name.charAt(0)) + name.substring(1) + unit;
  }

  private static void measure(Paragraphs text, MeasureComparison measure) {
    boolean rate = measure.measure().equals(STALE_RATE);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("cell", "A", "B", rate ? "B\u2212A" : "B/A", "95 %", "B is"));
    measure.cells().forEach(cell -> rows.add(row(cell, rate ? 100 : 1)));
    if (text.fits(2, rows)) {
      text.table(2, rows);
    } else {
      for (List<String> row : rows.subList(1, rows.size())) {
        text.sentence(2, row.get(0));
        text.sentence(
            4,
            row.get(1)
                + " \u2192 "
                + row.get(2)
                + ", "
                + (rate ? "difference " : "ratio ")
                + row.get(3)
                + " ("
                + row.get(4)
                + "): "
                + row.get(5));
      }
    }
    reasons(measure).forEach(reason -> text.sentence(2, reason));
    further(text, measure, rate ? 100 : 1);
  }

  /** What other methods say, below the table that verdicts rest on. */
  private static void further(Paragraphs text, MeasureComparison measure, double factor) {
    List<CellComparison> cells =
        measure.cells().stream().filter(cell -> cell.further() != null).toList();
    if (cells.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("other methods", "U test p", "shift, 95 %", "g", "g, 95 %", "resampled"));
    cells.forEach(cell -> rows.add(further(cell, factor)));
    text.blank();
    if (text.fits(2, rows)) {
      text.table(2, rows);
    } else {
      for (List<String> row : rows.subList(1, rows.size())) {
        text.sentence(
            2,
            row.get(0)
                + ": U test p "
                + row.get(1)
                + ", shift "
                + row.get(2)
                + "; g "
                + row.get(3)
                + " ("
                + row.get(4)
                + "); resampled B/A "
                + row.get(5));
      }
    }
    cells.stream()
        .map(CellComparison::further)
        .flatMap(Stream::ofNullable)
        .map(FurtherTests::runsNeeded)
        .flatMap(Stream::ofNullable)
        .max(Comparator.comparingInt(RunsNeeded::runs))
        .ifPresent(
            needed ->
                text.sentence(
                    2,
                    "Where nothing is shown, "
                        + Numbers.count(needed.runs())
                        + " runs of a cell in each study would show a change of "
                        + Numbers.wholePercent(needed.effect())
                        + " with a chance of 80 % at least."));
  }

  private static List<String> further(CellComparison cell, double factor) {
    FurtherTests further = Objects.requireNonNull(cell.further());
    Mean g = further.hedgesG();
    Mean resampled = further.bootstrapRatio();
    return List.of(
        cell.label(),
        Numbers.of(further.mannWhitneyP()),
        interval(further.shift(), factor),
        g == null ? Numbers.UNKNOWN : Numbers.of(g.mean()),
        interval(g, 1),
        resampled == null ? Numbers.UNKNOWN : interval(resampled, 1));
  }

  private static List<String> row(CellComparison cell, double factor) {
    Mean ratio = cell.ratio();
    Mean difference = cell.difference();
    Mean change = ratio == null ? difference : ratio;
    double scale = ratio == null ? factor : 1;
    return List.of(
        cell.label(),
        Numbers.of(cell.first().mean() * factor),
        Numbers.of(cell.second().mean() * factor),
        change == null
            ? Numbers.UNKNOWN
            : ratio == null ? Numbers.of(change.mean() * scale) : Numbers.ratio(change.mean()),
        interval(change, scale),
        verdict(cell));
  }

  private static String interval(@Nullable Mean change, double scale) {
    String interval =
        change == null ? "" : Numbers.interval(change.low() * scale, change.high() * scale);
    return interval.isEmpty() ? Numbers.UNKNOWN : interval;
  }

  private static String verdict(CellComparison cell) {
    String energy = cell.energyVerdict();
    String reason = cell.energyReason();
    if (energy != null) {
      return reason == null
          ? energy.equals("saves") ? "saving" : "costlier"
          : reason.substring(0, Math.max(0, reason.indexOf(':')));
    }
    if (!cell.distinguishable()) {
      return "not distinguishable";
    }
    Mean ratio = cell.ratio();
    Mean difference = cell.difference();
    boolean lower = ratio == null ? difference != null && difference.mean() < 0 : ratio.mean() < 1;
    return lower ? "lower" : "higher";
  }

  /** What the words in the last column of a table of joules mean. */
  private static List<String> reasons(MeasureComparison measure) {
    Set<String> reasons = new LinkedHashSet<>();
    measure
        .cells()
        .forEach(
            cell -> {
              String reason = cell.energyReason();
              if (reason != null) {
                reasons.add(Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".");
              }
            });
    List<String> sentences = new ArrayList<>(reasons);
    measure.cells().stream()
        .map(CellComparison::servers)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            servers ->
                sentences.add(
                    "Joules are estimated: what the hosts used was replayed through the curves of "
                        + servers.servers()
                        + " published servers of their kind, and a change is claimed only where all"
                        + " of them show it."));
    if (measure.relativeError() > 0) {
      sentences.add(
          Double.isInfinite(measure.relativeError())
              ? "Nobody states how far off these joules may be, so that no change is claimed."
              : "Joules are of power models or meters whose ratios may err by "
                  + Numbers.wholePercent(measure.relativeError())
                  + "; no smaller change is claimed.");
    }
    return sentences;
  }
}
