package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;

/**
 * A figure that a study sets out to draw: one measure over the levels of one factor, a line for
 * each level of another.
 *
 * @param title one line for people
 * @param measure what it shows
 * @param x the factor along the axis
 * @param series the factor that has a line for each of its levels, or null for a single line
 * @param where the levels that the cells in the figure have, by factor; {@link #PART} names the
 *     parts of the study that the cells are taken from instead
 * @param relativeTo levels, by factor, of the cells that others are shown as a ratio to; empty
 *     where the measure itself is shown
 * @param claims what others say on the same matter
 */
public record Figure(
    String title,
    Measure measure,
    String x,
    @Nullable String series,
    Map<String, List<String>> where,
    Map<String, String> relativeTo,
    List<Claim> claims) {
  public Figure {
    relativeTo = Collections.unmodifiableMap(new LinkedHashMap<>(relativeTo));
    where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
    claims = List.copyOf(claims);
  }

  /** A figure of the measure itself. */
  public Figure(
      String title,
      Measure measure,
      String x,
      @Nullable String series,
      Map<String, List<String>> where,
      List<Claim> claims) {
    this(title, measure, x, series, where, Map.of(), claims);
  }

  /** Whether it shows ratios. */
  public boolean isRelative() {
    return !relativeTo.isEmpty();
  }

  /**
   * The cell that another one is shown as a ratio to, with the same levels but for these; the cell
   * itself where it has them, and empty where it lacks one of their factors.
   */
  public Optional<Cell> reference(Cell cell) {
    return cell.levels().keySet().containsAll(relativeTo.keySet())
        ? Optional.of(cell.with(relativeTo))
        : Optional.empty();
  }

  /** The key of {@link #where} that names parts of the study; no factor has this name. */
  public static final String PART = "part";

  /** The cells that are in the figure, each once, in the order of the parts. */
  public List<Cell> cells(List<Part> parts) {
    List<String> named = where.get(PART);
    return parts.stream()
        .filter(part -> named == null || named.contains(part.name()))
        .flatMap(part -> part.cells().stream())
        .distinct()
        .filter(this::shows)
        .toList();
  }

  /** The level of the cell that it has a place along the axis by. */
  public String x(Cell cell) {
    return cell.levels().getOrDefault(x, "");
  }

  /** The level of the cell that its line is for; empty in a figure of a single line. */
  public String series(Cell cell) {
    return series == null ? "" : cell.levels().getOrDefault(series, "");
  }

  private boolean shows(Cell cell) {
    return cell.levels().containsKey(x)
        && (series == null || cell.levels().containsKey(series))
        && where.entrySet().stream()
            .filter(each -> !each.getKey().equals(PART))
            .allMatch(
                each -> each.getValue().contains(cell.levels().getOrDefault(each.getKey(), "")));
  }
}
