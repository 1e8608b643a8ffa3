package org.quorate.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.study.plan.Cell;

/** Reads the {@code baseline} section: what cells are compared with. Stateless. */
final class BaselineReader {
  private BaselineReader() {}

  /**
   * The baselines, in the order of the file; without the section the first level of the first
   * factor.
   *
   * @param factors of the study, with their levels
   * @param known the same with the levels of parts that are not run, which a baseline may name; it
   *     is then left out
   */
  static List<Map<String, String>> read(
      Section study,
      Map<String, List<String>> factors,
      Set<Cell> cells,
      Map<String, List<String>> known)
      throws StudyFileException {
    Entry section = study.find("baseline");
    if (section == null) {
      return first(factors);
    }
    List<Map<String, String>> baselines = new ArrayList<>();
    for (Entry entry : section.mappings()) {
      Map<String, String> baseline = new LinkedHashMap<>();
      for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
        Value level = each.getValue().value();
        ExpectationReader.requireLevel(known, each.getKey(), level);
        baseline.put(each.getKey(), level.text());
      }
      if (cells.stream().noneMatch(cell -> cell.has(baseline))) {
        ExpectationReader.requireCell(entry, !known.equals(factors));
        continue;
      }
      if (baselines.contains(baseline)) {
        throw entry.refuse("the same baseline is there twice.");
      }
      baselines.add(baseline);
    }
    return baselines.isEmpty() ? first(factors) : baselines;
  }

  private static List<Map<String, String>> first(Map<String, List<String>> factors) {
    return factors.entrySet().stream()
        .limit(1)
        .map(first -> Map.of(first.getKey(), first.getValue().get(0)))
        .toList();
  }
}
