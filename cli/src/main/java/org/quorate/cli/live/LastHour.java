package org.quorate.cli.live;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.table.TableName;

/**
 * What was seen in the last hour, in memory: of so many tables at most, those with the most traffic
 * at their latest reading. Not thread-safe.
 */
final class LastHour {
  /** Some 20 KB each. */
  static final int MOST_TABLES = 200;

  private static final Comparator<Map.Entry<TableName, TableHour>> BUSIEST_FIRST =
      Comparator.comparingDouble(
          (Map.Entry<TableName, TableHour> entry) -> -entry.getValue().traffic());

  private final Map<TableName, TableHour> tables = new TreeMap<>();
  private int left;

  /** Takes what was seen at an instant, perhaps nothing. */
  void add(Instant at, List<ClusterReport> reports) {
    for (ClusterReport report : reports) {
      for (TableReport table : report.tables()) {
        TableHour hour = tables.get(table.table());
        if (hour == null) {
          tables.put(table.table(), new TableHour(at, report, table));
        } else {
          hour.add(at, report, table);
        }
      }
    }
    tables.values().forEach(hour -> hour.forget(TableHour.minute(at)));
    tables.values().removeIf(TableHour::isEmpty);
    left = Math.max(0, tables.size() - MOST_TABLES);
    if (left > 0) {
      tables.entrySet().stream()
          .sorted(BUSIEST_FIRST)
          .skip(MOST_TABLES)
          .map(Map.Entry::getKey)
          .toList()
          .forEach(tables::remove);
    }
  }

  /** How many tables are known. */
  int known() {
    return tables.size() + left;
  }

  /** So many tables at most, the busiest ones, by their names. */
  List<TableHour> busiest(int most) {
    return tables.entrySet().stream()
        .sorted(BUSIEST_FIRST)
        .limit(most)
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }
}
