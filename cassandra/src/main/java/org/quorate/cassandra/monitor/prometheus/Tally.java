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
  private final Map<TableName, Map<NodeQuantity, Double>> tables = new HashMap<>();
  private final Map<NodeQuantity, Double> node = new EnumMap<>(NodeQuantity.class);
  private final Map<Level, Long> reads = new EnumMap<>(Level.class);
  private final Map<Level, Long> writes = new EnumMap<>(Level.class);
  private boolean countsTables;

  Tally(Set<TableName> wanted) {
    this.wanted = wanted;
  }

  /**
   * @param groups what the row's patterns found in it
   */
  void add(NodeQuantity quantity, Map<String, String> groups, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return;
    }
    if (quantity.isOfTable()) {
      countsTables = true;
      TableName table =
          new TableName(groups.getOrDefault("keyspace", "?"), groups.getOrDefault("table", "?"));
      if (wanted.contains(table)) {
        tables
            .computeIfAbsent(table, unseen -> new EnumMap<>(NodeQuantity.class))
            .merge(quantity, value, Double::sum);
      }
    } else if (quantity.isOfLevel()) {
      DriverLevels.toLevel(groups.getOrDefault("level", "").toUpperCase(Locale.ROOT))
          .ifPresent(
              level ->
                  (quantity == NodeQuantity.READS_AT_LEVEL ? reads : writes)
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
                    count(values, NodeQuantity.CLIENT_READS),
                    count(values, NodeQuantity.CLIENT_WRITES),
                    count(values, NodeQuantity.REPLICA_READS),
                    count(values, NodeQuantity.REPLICA_WRITES))));
    return counts;
  }

  NodeHealth health() {
    Double size = node.get(NodeQuantity.AVERAGE_WRITE_BYTES);
    return new NodeHealth(
        null,
        rounded(node.get(NodeQuantity.DROPPED_MUTATIONS)),
        rounded(node.get(NodeQuantity.DIGEST_MISMATCHES)),
        size == null || size <= 0 ? null : size,
        reads,
        writes);
  }

  private static long count(Map<NodeQuantity, Double> values, NodeQuantity quantity) {
    Double value = values.get(quantity);
    return value == null ? TableCounts.UNKNOWN : Math.round(value);
  }

  private static @Nullable Long rounded(@Nullable Double value) {
    return value == null ? null : Math.round(value);
  }
}
