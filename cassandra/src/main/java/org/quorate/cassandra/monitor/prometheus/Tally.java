package org.quorate.cassandra.monitor.prometheus;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** What has been counted by the rows of one format in one scrape. Not thread-safe. */
final class Tally {
  private final Set<TableName> wanted;
  private final Map<TableName, Map<Quantity, Double>> tables = new HashMap<>();
  private final Map<Quantity, Double> node = new EnumMap<>(Quantity.class);
  private final Map<Level, Long> reads = new EnumMap<>(Level.class);
  private final Map<Level, Long> writes = new EnumMap<>(Level.class);
  private boolean countsTables;

  Tally(Set<TableName> wanted) {
    this.wanted = wanted;
  }

  /**
   * @param groups what the row's patterns found in it
   */
  void add(Quantity quantity, Map<String, String> groups, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return;
    }
    if (quantity.isOfTable()) {
      countsTables = true;
      TableName table =
          new TableName(groups.getOrDefault("keyspace", "?"), groups.getOrDefault("table", "?"));
      if (wanted.contains(table)) {
        tables
            .computeIfAbsent(table, unseen -> new EnumMap<>(Quantity.class))
            .merge(quantity, value, Double::sum);
      }
    } else if (quantity.isOfLevel()) {
      DriverLevels.toLevel(groups.getOrDefault("level", "").toUpperCase(Locale.ROOT))
          .ifPresent(
              level ->
                  (quantity == Quantity.READS_AT_LEVEL ? reads : writes)
                      .merge(level, Math.round(value), Long::sum));
    } else {
      node.merge(quantity, value, Double::sum);
    }
  }

  /** Whether any table, wanted or not, was counted: only then is it this exporter. */
  boolean countsTables() {
    return countsTables;
  }

  Map<TableName, TableCounts> tables() {
    Map<TableName, TableCounts> counts = new HashMap<>();
    tables.forEach(
        (table, values) ->
            counts.put(
                table,
                new TableCounts(
                    count(values, Quantity.CLIENT_READS),
                    count(values, Quantity.CLIENT_WRITES),
                    count(values, Quantity.REPLICA_READS),
                    count(values, Quantity.REPLICA_WRITES))));
    return counts;
  }

  NodeHealth health() {
    Double size = node.get(Quantity.AVERAGE_WRITE_BYTES);
    return new NodeHealth(
        null,
        rounded(node.get(Quantity.DROPPED_MUTATIONS)),
        rounded(node.get(Quantity.DIGEST_MISMATCHES)),
        size == null || size <= 0 ? null : size,
        reads,
        writes);
  }

  private static long count(Map<Quantity, Double> values, Quantity quantity) {
    Double value = values.get(quantity);
    return value == null ? TableCounts.UNKNOWN : Math.round(value);
  }

  private static @Nullable Long rounded(@Nullable Double value) {
    return value == null ? null : Math.round(value);
  }
}
