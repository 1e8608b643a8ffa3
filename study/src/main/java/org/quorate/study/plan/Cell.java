package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of factor levels.
 *
 * @param levels factor name to its level as text, in the order of the study file
 */
public record Cell(Map<String, String> levels) {
  public Cell {
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
  }
}
