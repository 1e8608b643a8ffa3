package org.quorate.study.finding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.quantity.Shares;
import org.quorate.study.finding.Finding.Outcome;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;

/** Holds expectations against observations. Stateless. */
public final class Findings {
  private static final int MOST_CELLS_ONE_BY_ONE = 4;

  private Findings() {}

  /**
   * The finding of each expectation.
   *
   * @param basis whether the observations are a pilot's or the study's
   */
  public static List<Finding> of(
      List<Expectation> expectations, List<CellEvidence> observations, Basis basis) {
    return expectations.stream()
        .map(
            expectation -> {
              if (expectation instanceof Expectation.StaleReads stale) {
                return staleReads(stale, matching(stale.cells(), observations));
              }
              if (expectation instanceof Expectation.NoStaleReads none) {
                return noStaleReads(none, matching(none.cells(), observations));
              }
              if (expectation instanceof Expectation.BoundKept kept) {
                return boundKept(kept, matching(kept.cells(), observations));
              }
              return ThroughputSteps.find(
                  (Expectation.ThroughputFalls) expectation, observations, basis);
            })
        .toList();
  }

  /** Whether an expectation speaks of a cell. */
  public static boolean concerns(Expectation expectation, Cell cell) {
    return cell.has(expectation.cells())
        && (!(expectation instanceof Expectation.ThroughputFalls falls)
            || falls.levels().contains(cell.levels().get(falls.factor())));
  }

  private static Finding staleReads(Expectation.StaleReads stale, List<CellEvidence> cells) {
    String expected = "stale reads" + words(stale.cells());
    if (notJudged(cells)) {
      return new Finding(expected, Outcome.UNDECIDED, "no history was judged");
    }
    boolean everywhere = cells.stream().allMatch(cell -> cell.staleReads() > 0);
    return new Finding(expected, everywhere ? Outcome.HOLDS : Outcome.DOES_NOT_HOLD, counts(cells));
  }

  private static Finding noStaleReads(Expectation.NoStaleReads none, List<CellEvidence> cells) {
    String expected = "no stale read" + words(none.cells());
    if (notJudged(cells)) {
      return new Finding(expected, Outcome.UNDECIDED, "no history was judged");
    }
    boolean anywhere = cells.stream().anyMatch(cell -> cell.staleReads() > 0);
    return new Finding(expected, anywhere ? Outcome.DOES_NOT_HOLD : Outcome.HOLDS, counts(cells));
  }

  private static boolean notJudged(List<CellEvidence> cells) {
    return cells.isEmpty() || cells.stream().anyMatch(cell -> !cell.judged() || cell.reads() == 0);
  }

  /** Stale reads of reads, for each cell where there are several, together where they are many. */
  private static String counts(List<CellEvidence> cells) {
    if (cells.size() > MOST_CELLS_ONE_BY_ONE) {
      return String.format(
          Locale.ROOT,
          "%,d of %,d reads were stale in %d cells, %d of which had any",
          cells.stream().mapToLong(CellEvidence::staleReads).sum(),
          cells.stream().mapToLong(CellEvidence::reads).sum(),
          cells.size(),
          cells.stream().filter(cell -> cell.staleReads() > 0).count());
    }
    return cells.stream()
        .map(
            cell ->
                String.format(
                    Locale.ROOT,
                    "%,d of %,d reads were stale%s",
                    cell.staleReads(),
                    cell.reads(),
                    cells.size() > 1 ? " at " + cell.cell().label() : ""))
        .collect(Collectors.joining("; "));
  }

  private static Finding boundKept(Expectation.BoundKept kept, List<CellEvidence> cells) {
    String expected =
        "at least 99.99 % of writes acknowledged within the bound" + words(kept.cells());
    if (cells.isEmpty() || cells.stream().anyMatch(cell -> cell.promised() == 0)) {
      return new Finding(expected, Outcome.UNDECIDED, "not all of these cells kept a write back");
    }
    boolean everywhere = cells.stream().allMatch(Findings::isKept);
    return new Finding(expected, everywhere ? Outcome.HOLDS : Outcome.DOES_NOT_HOLD, inTime(cells));
  }

  private static boolean isKept(CellEvidence cell) {
    return (double) cell.inTime() / cell.promised() >= Expectation.BoundKept.SHARE;
  }

  /** Writes in time of all, for each cell where there are several, together where they are many. */
  private static String inTime(List<CellEvidence> cells) {
    if (cells.size() > MOST_CELLS_ONE_BY_ONE) {
      return String.format(
              Locale.ROOT,
              "%,d of %,d writes were in %d cells, ",
              cells.stream().mapToLong(CellEvidence::inTime).sum(),
              cells.stream().mapToLong(CellEvidence::promised).sum(),
              cells.size())
          + cells.stream().filter(cell -> !isKept(cell)).count()
          + " of which had fewer";
    }
    return cells.stream()
        .map(
            cell ->
                String.format(
                    Locale.ROOT,
                    "%,d of %,d writes were, %s %%%s",
                    cell.inTime(),
                    cell.promised(),
                    Shares.percentDown((double) cell.inTime() / cell.promised()),
                    cells.size() > 1 ? ", at " + cell.cell().label() : ""))
        .collect(Collectors.joining("; "));
  }

  static List<CellEvidence> matching(Map<String, String> cells, List<CellEvidence> observations) {
    return observations.stream().filter(observation -> observation.cell().has(cells)).toList();
  }

  /** Which cells, behind what is expected of them: {@code with reads at ONE and writes at ONE}. */
  static String words(Map<String, String> cells) {
    List<String> words = new ArrayList<>();
    cells.forEach(
        (factor, level) ->
            words.add(
                switch (factor) {
                  case "read-level" -> "reads at " + level;
                  case "policy" ->
                      PolicyParser.isAdaptive(level) ? "reads under " + level : "reads at " + level;
                  case "write-level" -> "writes at " + level;
                  default -> new Cell(Map.of(factor, level)).label();
                }));
    return words.isEmpty() ? "" : " with " + String.join(" and ", words);
  }

  /** The observations grouped by the levels of all factors but one. */
  static Map<Cell, List<CellEvidence>> withoutFactor(String factor, List<CellEvidence> cells) {
    Map<Cell, List<CellEvidence>> groups = new LinkedHashMap<>();
    for (CellEvidence observation : cells) {
      Map<String, String> others = new LinkedHashMap<>(observation.cell().levels());
      others.remove(factor);
      groups.computeIfAbsent(new Cell(others), c -> new ArrayList<>()).add(observation);
    }
    return groups;
  }

  /** What observations are of. */
  public enum Basis {
    /** One short trial of each cell, which shows a direction and no interval. */
    TRIAL,
    /** The study's repetitions, compared with intervals. */
    STUDY
  }
}
