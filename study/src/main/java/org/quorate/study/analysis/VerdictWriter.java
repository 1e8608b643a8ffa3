package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.NumberText;

/**
 * Writes what a study found in plain sentences. A difference is claimed only where it is
 * distinguishable; every rate comes with its interval; none seen is "0 of N" with an upper bound,
 * never "none". Used once.
 */
final class VerdictWriter {
  private static final int MOST_CELLS_IN_SENTENCES = 12;

  /** Stale reads come in clusters, so the rule of three promises too much. */
  private static final String IF_INDEPENDENT = " if reads were independent)";

  private final Map<String, String> baseline;
  private final List<CellSummary> cells;
  private final Map<Cell, Difference> throughputs = new LinkedHashMap<>();

  /**
   * @param baseline the one that is spoken of; differences from others are passed over
   */
  VerdictWriter(
      Map<String, String> baseline, List<CellSummary> cells, List<Difference> differences) {
    this.baseline = baseline;
    this.cells = cells;
    for (Difference difference : differences) {
      if (difference.measure().equals(Measure.THROUGHPUT.comparedAs())
          && new Cell(difference.baseline()).has(baseline)) {
        throughputs.put(new Cell(difference.cell()), difference);
      }
    }
  }

  /** The headline, then a sentence for each cell where they are few. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<List<CellSummary>> groups = List.copyOf(groups().values());
    sentences.add(headline(telling(groups)));
    if (cells.size() > 1 && cells.size() <= MOST_CELLS_IN_SENTENCES) {
      for (List<CellSummary> group : groups) {
        for (CellSummary cell : group) {
          sentences.add(sentence(cell, group));
        }
      }
    }
    if (cells.stream().allMatch(cell -> cell.runs() < 2)) {
      sentences.add("Each cell was run once, so nothing can be said about chance.");
    }
    return sentences;
  }

  /** Cells that are compared with each other: all levels but the baseline's factors are equal. */
  private Map<Cell, List<CellSummary>> groups() {
    Map<Cell, List<CellSummary>> groups = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      groups.computeIfAbsent(new Cell(others(cell)), c -> new ArrayList<>()).add(cell);
    }
    return groups;
  }

  /**
   * The first group of which the headline can tell stale reads: a client alone, for one, misses no
   * write of its own. The first of all where none can.
   */
  private List<CellSummary> telling(List<List<CellSummary>> groups) {
    return groups.stream()
        .filter(group -> isStale(firstOf(group)) || isStale(lastOf(group)))
        .findFirst()
        .orElse(groups.get(0));
  }

  private static boolean isStale(CellSummary cell) {
    StalenessResult stale = cell.staleness();
    return stale != null && stale.staleReads() > 0;
  }

  private CellSummary firstOf(List<CellSummary> group) {
    return baselineOf(group).orElse(group.get(0));
  }

  private CellSummary lastOf(List<CellSummary> group) {
    CellSummary end = group.get(group.size() - 1);
    return end.equals(firstOf(group)) ? group.get(0) : end;
  }

  /** From the baseline to the last cell of its group in the file; from the last to the first. */
  private String headline(List<CellSummary> group) {
    CellSummary first = firstOf(group);
    CellSummary last = lastOf(group);
    String context = Phrases.context(others(first));
    StalenessResult stale = first.staleness();
    String opening =
        stale != null && stale.reads() > 0
            ? context + staleReads(first, stale)
            : (context.isEmpty() ? "Throughput was " : context + "throughput was ")
                + throughput(first.throughput())
                + (group.size() > 1 ? " " + Phrases.at(own(first)) : "");
    if (last.equals(first)) {
      return Phrases.capitalized(opening) + ".";
    }
    Difference difference = throughputs.get(new Cell(last.cell()));
    StalenessResult lastStale = last.staleness();
    String closing =
        stale != null && stale.reads() > 0 && lastStale != null && lastStale.reads() > 0
            ? "; " + Phrases.at(own(last)) + " it was " + staleShare(last, lastStale) + ", with "
            : "; " + Phrases.at(own(last)) + " there was ";
    String throughput =
        difference == null
            ? throughput(last.throughput())
            : difference.distinguishable()
                ? change(difference, "less throughput", "more throughput")
                : "no distinguishable difference in throughput";
    return Phrases.capitalized(opening) + closing + throughput + ".";
  }

  /** {@code 5.9 % of reads at ONE were stale (95 % interval 5.1 to 6.7 %)}. */
  private String staleReads(CellSummary cell, StalenessResult stale) {
    String at = Phrases.at(own(cell));
    Mean rate = cell.staleRate();
    if (stale.staleReads() == 0 || rate == null) {
      return "0 of "
          + NumberText.count(stale.reads())
          + " reads "
          + at
          + " were stale (at most "
          + NumberText.percent(Mean.ruleOfThree(stale.reads()))
          + IF_INDEPENDENT;
    }
    return NumberText.percent(rate.mean())
        + " of reads "
        + at
        + " were stale"
        + (rate.hasInterval()
            ? " (95 % interval " + NumberText.percents(rate.low(), rate.high()) + ")"
            : "");
  }

  /**
   * {@code 5.9 % (5.1 to 6.7 %)} or {@code 0 of 50,321 reads (at most 0.006 % if reads were
   * independent)}.
   */
  private static String staleShare(CellSummary cell, StalenessResult stale) {
    Mean rate = cell.staleRate();
    if (stale.staleReads() == 0 || rate == null) {
      return "0 of "
          + NumberText.count(stale.reads())
          + " reads (at most "
          + NumberText.percent(Mean.ruleOfThree(stale.reads()))
          + IF_INDEPENDENT;
    }
    return NumberText.percent(rate.mean())
        + (rate.hasInterval() ? " (" + NumberText.percents(rate.low(), rate.high()) + ")" : "");
  }

  private String sentence(CellSummary cell, List<CellSummary> group) {
    StringBuilder sentence = new StringBuilder();
    sentence
        .append(Phrases.capitalized(cell.label()))
        .append(": ")
        .append(throughput(cell.throughput()));
    Difference difference = throughputs.get(new Cell(cell.cell()));
    Optional<CellSummary> base = baselineOf(group);
    if (difference != null && base.isPresent()) {
      String than = Phrases.at(own(base.get()));
      sentence.append(
          difference.distinguishable()
              ? ", " + change(difference, "less than " + than, "more than " + than)
              : ", not distinguishable from that " + than);
    }
    StalenessResult stale = cell.staleness();
    if (stale != null && stale.reads() > 0) {
      sentence.append("; stale: ");
      if (stale.staleReads() > 0) {
        sentence
            .append(NumberText.count(stale.staleReads()))
            .append(" of ")
            .append(NumberText.count(stale.reads()))
            .append(" reads, ");
      }
      sentence.append(staleShare(cell, stale));
    }
    return sentence.append('.').toString();
  }

  /** {@code 2,310 operations/s (2,250 to 2,370)}. */
  private static String throughput(Mean throughput) {
    return NumberText.rate(throughput.mean())
        + " operations/s"
        + (throughput.hasInterval()
            ? " ("
                + NumberText.rate(throughput.low())
                + " to "
                + NumberText.rate(throughput.high())
                + ")"
            : "");
  }

  /**
   * The ratio of two cells as a change: {@code 42 % less (36 to 47 %)}, or that there is none to be
   * told.
   *
   * @param less the word for a fall, such as less or lower
   * @param more the word for a rise
   */
  private static String change(Difference difference, String less, String more) {
    double ratio = difference.ratio().mean();
    if (!difference.distinguishable() || Double.isNaN(ratio)) {
      return "not distinguishable";
    }
    boolean falls = ratio < 1;
    double low = falls ? 1 - difference.ratio().high() : difference.ratio().low() - 1;
    double high = falls ? 1 - difference.ratio().low() : difference.ratio().high() - 1;
    return NumberText.percent(Math.abs(1 - ratio))
        + " "
        + (falls ? less : more)
        + (difference.ratio().hasInterval() ? " (" + NumberText.percents(low, high) + ")" : "");
  }

  private Optional<CellSummary> baselineOf(List<CellSummary> group) {
    return group.stream().filter(cell -> new Cell(cell.cell()).has(baseline)).findFirst();
  }

  /** The levels of the factors that are compared. */
  private Map<String, String> own(CellSummary cell) {
    Map<String, String> own = new LinkedHashMap<>(cell.cell());
    own.keySet().retainAll(baseline.keySet());
    return own;
  }

  private Map<String, String> others(CellSummary cell) {
    Map<String, String> others = new LinkedHashMap<>(cell.cell());
    others.keySet().removeAll(baseline.keySet());
    return others;
  }
}
