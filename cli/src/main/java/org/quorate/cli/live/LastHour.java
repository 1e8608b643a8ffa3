package org.quorate.cli.live;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.table.TableName;

/**
 * What was seen in the last hour, in memory: of so many tables at most, those of which pairs of
 * reads were compared and then those with the most traffic in the hour. Not thread-safe.
 */
final class LastHour {
  /** Some 20 KB each. */
  static final int MOST_TABLES = 200;

  /** A table takes the place of another where its traffic is so many times as much. */
  private static final double CLEARLY = 1.25;

  private final Map<TableName, TableHour> tables = new TreeMap<>();
  private final Map<String, Integer> sizes = new HashMap<>();
  private Set<TableName> shown = Set.of();
  private @Nullable Instant looked;

  /** What tables are ranked by. */
  private record Rank(TableName table, boolean hasPairs, double traffic) {
    static final Comparator<Rank> FIRST =
        Comparator.comparing(Rank::hasPairs).thenComparingDouble(Rank::traffic).reversed();
  }

  /** Takes what was seen at an instant, perhaps nothing. */
  void add(Instant at, List<ClusterReport> reports) {
    Set<TableName> before = Set.copyOf(tables.keySet());
    for (ClusterReport report : reports) {
      sizes.put(report.keyspace(), report.tables().size());
      Instant from = began(at, report);
      for (TableReport table : report.tables()) {
        TableHour hour = tables.get(table.table());
        if (hour == null) {
          tables.put(table.table(), new TableHour(at, report, table));
        } else {
          hour.add(from, at, report, table);
        }
      }
    }
    looked = at;
    tables.values().forEach(hour -> hour.forget(TableHour.minute(at)));
    tables.values().removeIf(TableHour::isEmpty);
    if (tables.size() > MOST_TABLES) {
      tables.keySet().retainAll(first(MOST_TABLES, before));
    }
  }

  /** When an interval began, as far as no look was in vain since; within a second. */
  private Instant began(Instant at, ClusterReport report) {
    Instant start = at.minusMillis(Math.round(1000 * report.seconds()) + 1000);
    return looked != null && looked.isAfter(start) ? looked : start;
  }

  /** The first so many; those that are kept stay until they are clearly overtaken. */
  private Set<TableName> first(int most, Set<TableName> kept) {
    return tables.entrySet().stream()
        .map(
            entry ->
                new Rank(
                    entry.getKey(),
                    entry.getValue().pairs() > 0,
                    entry.getValue().traffic() * (kept.contains(entry.getKey()) ? CLEARLY : 1)))
        .sorted(Rank.FIRST)
        .limit(most)
        .map(Rank::table)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How many tables are known: of each keyspace, at its latest reading. */
  int known() {
    int all = sizes.values().stream().mapToInt(Integer::intValue).sum();
    return tables.isEmpty() ? 0 : Math.max(tables.size(), all);
  }

  /** So many tables at most, the first ones, by their names. */
  List<TableHour> busiest(int most) {
    shown = first(most, shown);
    return tables.entrySet().stream()
        .filter(entry -> shown.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
