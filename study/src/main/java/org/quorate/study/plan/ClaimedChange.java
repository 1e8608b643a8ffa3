package org.quorate.study.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.study.measure.Measure;

/**
 * What a claim says in numbers, so that the study's own can be held against it: how a measure of
 * some cells differs from that of others.
 *
 * @param measure of what
 * @param of the levels of the cells that are spoken of, by factor
 * @param against the levels of the cells that they are compared with; the same factors
 * @param where the levels that both have, by factor; {@link Figure#PART} names the parts of the
 *     study that the cells are taken from
 * @param change of {@code of} against {@code against}
 */
public record ClaimedChange(
    Measure measure,
    Map<String, String> of,
    Map<String, String> against,
    Map<String, List<String>> where,
    Change change) {
  /** Copies the maps. */
  public ClaimedChange {
    of = Collections.unmodifiableMap(new LinkedHashMap<>(of));
    against = Collections.unmodifiableMap(new LinkedHashMap<>(against));
    where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
  }

  /**
   * The pairs of cells that differ in these levels alone, each with what it is compared with, in
   * the order of the parts. None where the study, at the scale at hand, has no such cells.
   */
  public List<Map.Entry<Cell, Cell>> pairs(List<Part> parts) {
    List<String> named = where.get(Figure.PART);
    Set<Cell> cells = new LinkedHashSet<>();
    parts.stream()
        .filter(part -> named == null || named.contains(part.name()))
        .forEach(part -> cells.addAll(part.cells()));
    List<Map.Entry<Cell, Cell>> pairs = new ArrayList<>();
    for (Cell cell : cells) {
      Cell other = cell.with(against);
      if (cell.has(of) && isWhere(cell) && !other.equals(cell) && cells.contains(other)) {
        pairs.add(Map.entry(cell, other));
      }
    }
    return pairs;
  }

  private boolean isWhere(Cell cell) {
    return where.entrySet().stream()
        .filter(each -> !each.getKey().equals(Figure.PART))
        .allMatch(each -> each.getValue().contains(cell.levels().getOrDefault(each.getKey(), "")));
  }
}
