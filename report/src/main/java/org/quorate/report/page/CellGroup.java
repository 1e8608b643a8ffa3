package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.report.chart.Looks;
import org.quorate.study.plan.Cell;
import org.quorate.study.summary.CellSummary;

/**
 * Some cells of a study that go into one chart. Cells are in one group when they have the same
 * levels of the factors that divide the study; a factor that a cell has not is a level of its own.
 *
 * @param number from 1; 0 where the whole study is one group
 * @param title the levels that its cells share; empty where the whole study is one group
 * @param cells in the order of the study
 * @param dividing the factors that the title tells
 */
record CellGroup(int number, String title, List<CellSummary> cells, Set<String> dividing) {
  private static final int MOST_FACTORS = 8;

  CellGroup {
    cells = List.copyOf(cells);
    dividing = Set.copyOf(dividing);
  }

  /**
   * Divides a study's cells by as few factors as it takes.
   *
   * @param most cells in a group, unless their colours alone are more
   */
  static List<CellGroup> of(Set<String> factors, List<CellSummary> cells, Looks looks, int most) {
    List<String> candidates = new ArrayList<>();
    for (String name : factors) {
      long levels =
          cells.stream().map(cell -> cell.cell().getOrDefault(name, "")).distinct().count();
      if (levels > 1 && !name.equals(looks.hueFactor()) && !name.equals(looks.shapeFactor())) {
        candidates.add(name);
      }
    }
    if (looks.shapeFactor() != null) {
      candidates.add(looks.shapeFactor());
    }
    Set<String> dividing = fewest(candidates, cells, most);
    Map<Map<String, String>, List<CellSummary>> groups = divide(cells, dividing);
    if (groups.size() < 2) {
      return List.of(new CellGroup(0, "", cells, Set.of()));
    }
    List<CellGroup> all = new ArrayList<>();
    groups.forEach(
        (levels, group) ->
            all.add(
                new CellGroup(
                    all.size() + 1,
                    levels.isEmpty() ? "other cells" : new Cell(levels).label(),
                    group,
                    dividing)));
    return all;
  }

  /** The factors that make the fewest groups of the size wanted; all where none do. */
  private static Set<String> fewest(List<String> factors, List<CellSummary> cells, int most) {
    List<String> usable = factors.subList(0, Math.min(factors.size(), MOST_FACTORS));
    Set<String> best = new LinkedHashSet<>(usable);
    int fewest = Integer.MAX_VALUE;
    for (int chosen = 0; chosen < 1 << usable.size(); chosen++) {
      Set<String> some = new LinkedHashSet<>();
      for (int i = 0; i < usable.size(); i++) {
        if ((chosen >> i & 1) == 1) {
          some.add(usable.get(i));
        }
      }
      Map<Map<String, String>, List<CellSummary>> groups = divide(cells, some);
      if (groups.size() < fewest
          && groups.values().stream().allMatch(group -> group.size() <= most)) {
        fewest = groups.size();
        best = some;
      }
    }
    return best;
  }

  private static Map<Map<String, String>, List<CellSummary>> divide(
      List<CellSummary> cells, Set<String> factors) {
    Map<Map<String, String>, List<CellSummary>> groups = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      Map<String, String> levels = new LinkedHashMap<>(cell.cell());
      levels.keySet().retainAll(factors);
      groups.computeIfAbsent(levels, l -> new ArrayList<>()).add(cell);
    }
    return groups;
  }

  /** The name of a chart of this group. */
  String name(String chart) {
    return number == 0 ? chart : chart + "-" + number;
  }

  /** The title of a chart of this group. */
  String title(String chart) {
    return number == 0 ? chart : chart + " \u00b7 " + title;
  }

  /** The name of a cell beside the title of the group. */
  String label(CellSummary cell) {
    Map<String, String> rest = new LinkedHashMap<>(cell.cell());
    rest.keySet().removeAll(dividing);
    return number == 0 || rest.isEmpty() ? cell.label() : new Cell(rest).label();
  }
}
