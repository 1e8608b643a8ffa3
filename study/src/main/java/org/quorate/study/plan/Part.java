package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set of cells of a study: all combinations of the levels of some factors.
 *
 * @param name in the study file; empty where the study has one set only
 * @param factors that vary in it with their levels, in the order of the file
 * @param cells every combination in order, the last factor changing fastest; a cell that an earlier
 *     part has as well belongs to both, and is run as the earlier part says
 * @param repetitions runs of each cell, at least 1
 * @param tolerance the largest stale-read rate, 0 to 1, that cells are judged by whose policies
 *     state none; null where the study states none either
 */
public record Part(
    String name,
    Map<String, List<String>> factors,
    Set<Cell> cells,
    int repetitions,
    @Nullable Double tolerance) {
  public Part {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
    cells = Collections.unmodifiableSet(new LinkedHashSet<>(cells));
  }
}
