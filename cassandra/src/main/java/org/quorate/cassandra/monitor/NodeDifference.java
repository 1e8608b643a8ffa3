package org.quorate.cassandra.monitor;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * What one node did between two readings, divided by the time between them on that node's own
 * instants. Pure.
 */
record NodeDifference(NodeCounts before, NodeCounts now) {
  private static final double NANOS = 1e9;

  /**
   * The difference, or null where none can be taken: there is no earlier reading, no time has
   * passed, or a count went backwards since the node was started anew.
   */
  static @Nullable NodeDifference between(@Nullable NodeCounts before, NodeCounts now) {
    if (before == null || now.takenAtNanos() - before.takenAtNanos() <= 0) {
      return null;
    }
    return wentBackwards(before, now) ? null : new NodeDifference(before, now);
  }

  double seconds() {
    return (now.takenAtNanos() - before.takenAtNanos()) / NANOS;
  }

  /** Whether the node counted this table at both readings. */
  boolean has(TableName table) {
    return before.tables().containsKey(table) && now.tables().containsKey(table);
  }

  /** How fast a count of a table grew, per second; NaN where it is not known at both readings. */
  double rate(TableName table, ToLongFunction<TableCounts> count) {
    long first = count.applyAsLong(Objects.requireNonNull(before.tables().get(table)));
    long last = count.applyAsLong(Objects.requireNonNull(now.tables().get(table)));
    return first == TableCounts.UNKNOWN || last == TableCounts.UNKNOWN
        ? Double.NaN
        : (last - first) / seconds();
  }

  /** Reads and writes per second that the node coordinated; NaN where it does not count both. */
  double coordinated(Set<TableName> tables) {
    return tables.stream()
        .filter(this::has)
        .mapToDouble(
            table -> rate(table, TableCounts::clientReads) + rate(table, TableCounts::clientWrites))
        .sum();
  }

  private static boolean wentBackwards(NodeCounts before, NodeCounts now) {
    for (Map.Entry<TableName, TableCounts> entry : before.tables().entrySet()) {
      TableCounts later = now.tables().get(entry.getKey());
      if (later != null && entry.getValue().isAheadOf(later)) {
        return true;
      }
    }
    Long mismatches = before.health().digestMismatches();
    Long laterMismatches = now.health().digestMismatches();
    return (mismatches != null && laterMismatches != null && laterMismatches < mismatches)
        || wentBackwards(before.health().readsByLevel(), now.health().readsByLevel())
        || wentBackwards(before.health().writesByLevel(), now.health().writesByLevel());
  }

  private static boolean wentBackwards(Map<Level, Long> before, Map<Level, Long> now) {
    return before.entrySet().stream()
        .anyMatch(entry -> now.getOrDefault(entry.getKey(), entry.getValue()) < entry.getValue());
  }
}
