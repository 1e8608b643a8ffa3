package org.quorate.cli.live;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.cli.page.Told;

/** All parts of the page, by their names. Pure. */
final class LiveParts {
  /** Of more tables the page would be slow to read and to send. */
  static final int MOST_TABLES = 20;

  private LiveParts() {}

  /**
   * The parts.
   *
   * @param glance what was seen last; empty before anything was
   * @param since when the agent began
   * @param now of the latest look; the minute at the right edge of the charts is before it
   */
  static Map<String, String> of(
      Optional<Glance> glance, LastHour hour, Instant since, Instant now, Told told) {
    List<TableHour> tables = hour.busiest(MOST_TABLES);
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("state", StateParts.state(glance));
    parts.put("reading", StateParts.reading(glance, since));
    parts.put("overview", TableParts.overview(tables, hour.known(), now));
    tables.forEach(table -> TableParts.add(parts, table, TableHour.minute(now)));
    Optional<NodesGlance> nodes = glance.flatMap(Glance::nodes);
    parts.put("nodes", NodeParts.rings(nodes));
    parts.put("node list", NodeParts.list(nodes));
    parts.put("cluster", StateParts.cluster(glance.map(Glance::reports).orElse(List.of())));
    parts.put("told", told.markup());
    return parts;
  }
}
