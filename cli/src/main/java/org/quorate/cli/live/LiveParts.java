package org.quorate.cli.live;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.quorate.cli.page.Told;

/** All parts of the page, by their names. Pure. */
final class LiveParts {
  /** Of more tables the page would be slow to read and to send. */
  static final int MOST_TABLES = 20;

  private LiveParts() {}

  /**
   * Takes what the parts are drawn of, which may change afterwards, and gives what draws them.
   *
   * @param glance what was seen last; empty before anything was
   * @param since when the agent began
   * @param now of the latest look; the minute at the right edge of the charts is before it
   */
  static Supplier<Map<String, String>> of(
      Optional<Glance> glance, LastHour hour, Instant since, Instant now, Told told) {
    List<TableHour> tables = hour.busiest(MOST_TABLES).stream().map(TableHour::new).toList();
    int known = hour.known();
    String sentences = told.markup();
    return () -> parts(glance, tables, known, since, now, sentences);
  }

  private static Map<String, String> parts(
      Optional<Glance> glance,
      List<TableHour> tables,
      int known,
      Instant since,
      Instant now,
      String sentences) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("state", StateParts.state(glance));
    parts.put("reading", StateParts.reading(glance, since));
    parts.put("overview", TableParts.overview(tables, known, now));
    Optional<LevelsGlance> levels = glance.flatMap(Glance::levels);
    parts.put("levels", LevelParts.levels(levels, now));
    tables.forEach(table -> TableParts.add(parts, table, levels, TableHour.minute(now)));
    Optional<NodesGlance> nodes = glance.flatMap(Glance::nodes);
    parts.put("nodes", NodeParts.rings(nodes));
    parts.put("node list", NodeParts.list(nodes));
    parts.put("cluster", StateParts.cluster(glance.map(Glance::reports).orElse(List.of())));
    parts.put("told", sentences);
    return parts;
  }
}
