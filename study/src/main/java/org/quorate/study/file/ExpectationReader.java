package org.quorate.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.RunSettings;

/** Reads the {@code expects} section: what a study sets out to see. */
final class ExpectationReader {
  private static final List<String> KINDS =
      List.of("stale-reads", "no-stale-reads", "throughput-falls", "bound-kept");

  private final Map<String, List<String>> factors;
  private final Map<Cell, RunSettings> cells;
  private final boolean narrow;

  /**
   * @param factors of the study, with their levels
   * @param cells of the study, with their settings
   * @param narrow whether cells of the study are left out, whose expectations then are as well
   */
  ExpectationReader(
      Map<String, List<String>> factors, Map<Cell, RunSettings> cells, boolean narrow) {
    this.factors = factors;
    this.cells = cells;
    this.narrow = narrow;
  }

  List<Expectation> read(Section study, boolean history) throws StudyFileException {
    Entry entry = study.find("expects");
    if (entry == null) {
      return List.of();
    }
    List<Expectation> expectations = new ArrayList<>();
    for (Entry item : entry.items()) {
      for (Map.Entry<String, Entry> each : item.entries().entrySet()) {
        Expectation expectation = expectation(each.getKey(), each.getValue(), history);
        boolean any = cells.keySet().stream().anyMatch(cell -> cell.has(expectation.cells()));
        requireCell(each.getValue(), any || narrow);
        if (expectation instanceof Expectation.BoundKept kept) {
          requireBounds(each.getValue(), kept);
        }
        if (any) {
          expectations.add(expectation);
        }
      }
    }
    return expectations;
  }

  private Expectation expectation(String kind, Entry entry, boolean history)
      throws StudyFileException {
    if (!KINDS.contains(kind)) {
      throw entry.refuse(
          "this is no expectation; choose among "
              + String.join(", ", KINDS)
              + "."
              + Suggestions.didYouMean(kind, KINDS));
    }
    if (kind.endsWith("stale-reads") && !history) {
      throw entry.refuse("stale reads are found in histories; set runs.history to true.");
    }
    Map<String, List<String>> selection = selection(entry);
    if (kind.equals("throughput-falls")) {
      return throughputFalls(entry, selection);
    }
    Map<String, String> selected = single(entry, selection);
    return switch (kind) {
      case "stale-reads" -> new Expectation.StaleReads(selected);
      case "bound-kept" -> new Expectation.BoundKept(selected);
      default -> new Expectation.NoStaleReads(selected);
    };
  }

  /** Only a bounded deferral says by when a server has a write. */
  private void requireBounds(Entry entry, Expectation.BoundKept kept) throws StudyFileException {
    for (Map.Entry<Cell, RunSettings> cell : cells.entrySet()) {
      if (cell.getKey().has(kept.cells())
          && !(cell.getValue().buffering() instanceof Buffering.BoundedDeferral)) {
        throw entry.refuse(
            "writes of the cell \""
                + cell.getKey().label()
                + "\" have no bound; name levels of cells that have one, such as buffering: bounded"
                + " 1s.");
      }
    }
  }

  private static Expectation throughputFalls(Entry entry, Map<String, List<String>> selection)
      throws StudyFileException {
    List<String> ordered =
        selection.entrySet().stream()
            .filter(each -> each.getValue().size() > 1)
            .map(Map.Entry::getKey)
            .toList();
    if (ordered.size() != 1) {
      throw entry.refuse(
          "write the levels of one factor from the fastest to the slowest, such as read-level:"
              + " [ONE, QUORUM, ALL].");
    }
    String factor = ordered.get(0);
    Map<String, List<String>> others = new LinkedHashMap<>(selection);
    others.remove(factor);
    List<String> levels = selection.getOrDefault(factor, List.of());
    return new Expectation.ThroughputFalls(factor, levels, single(entry, others));
  }

  private Map<String, List<String>> selection(Entry entry) throws StudyFileException {
    Map<String, List<String>> selection = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      List<String> levels = new ArrayList<>();
      for (Value level : each.getValue().values()) {
        requireLevel(factors, each.getKey(), level);
        levels.add(level.text());
      }
      selection.put(each.getKey(), levels);
    }
    return selection;
  }

  /**
   * Refuses a selection of cells that selects none: parts of a study need not have every
   * combination of levels.
   */
  static void requireCell(Entry selection, boolean any) throws StudyFileException {
    if (!any) {
      throw selection.refuse("no cell of the study has these levels together; change one of them.");
    }
  }

  /** Refuses a factor that the study does not vary. */
  static void requireFactor(Map<String, List<String>> factors, String factor, Value place)
      throws StudyFileException {
    if (!factors.containsKey(factor)) {
      throw place.refuse(
          "the study does not vary "
              + factor
              + "; it varies "
              + (factors.isEmpty() ? "nothing" : String.join(", ", factors.keySet()))
              + "."
              + Suggestions.didYouMean(factor, factors.keySet()));
    }
  }

  /** Refuses a level that the study does not have. */
  static void requireLevel(Map<String, List<String>> factors, String factor, Value level)
      throws StudyFileException {
    requireFactor(factors, factor, level);
    List<String> known = factors.getOrDefault(factor, List.of());
    if (!known.contains(level.text())) {
      throw level.refuse(
          "\""
              + level.text()
              + "\" is not a level of "
              + factor
              + " in this study; it has "
              + String.join(", ", known)
              + "."
              + Suggestions.didYouMean(level.text(), known));
    }
  }

  private static Map<String, String> single(Entry entry, Map<String, List<String>> selection)
      throws StudyFileException {
    Map<String, String> cells = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> each : selection.entrySet()) {
      if (each.getValue().size() > 1) {
        throw entry.refuse("write one level of " + each.getKey() + ", not a list.");
      }
      cells.put(each.getKey(), each.getValue().get(0));
    }
    return cells;
  }
}
