package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A set of cells of a study: all combinations of the levels of some factors.
 *
 * @param name in the study file; empty where the study has one set only
 * @param factors that vary in it with their levels, in the order of the file
 * @param cells every combination in order, the last factor changing fastest; a cell that an earlier
 *     part has as well belongs to both, and is run as the earlier part says
 * @param repetitions runs of each cell, at least 1
 */
public record Part(
    String name, Map<String, List<String>> factors, Set<Cell> cells, int repetitions) {
  public Part {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
    cells = Collections.unmodifiableSet(new LinkedHashSet<>(cells));
  }
}
