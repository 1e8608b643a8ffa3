package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a study sets out to draw: one measure over the levels of one factor, a line for
 * each level of another.
 *
 * @param title one line for people
 * @param measure what it shows
 * @param x the factor along the axis
 * @param series the factor that has a line for each of its levels, or null for a single line
 * @param where the levels that the cells in the figure have of other factors
 * @param claims what others say on the same matter
 */
public record Figure(
    String title,
    FigureMeasure measure,
    String x,
    @Nullable String series,
    Map<String, List<String>> where,
    List<Claim> claims) {
  public Figure {
    where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
    claims = List.copyOf(claims);
  }
}
