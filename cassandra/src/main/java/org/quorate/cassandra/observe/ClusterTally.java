package org.quorate.cassandra.observe;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Adds up by how much the counts of nodes grow, from each node's first reading by a source on. A
 * count that went backwards is that of a node that was started anew, and has grown from 0. Not
 * thread-safe; of a size that depends on the numbers of nodes and tables only.
 */
final class ClusterTally {
  private static final double INDISTINCT = 0.05;

  private final Map<UUID, NodeHealth> last = new HashMap<>();
  private final Map<Level, Long> reads = new EnumMap<>(Level.class);
  private final Map<Level, Long> writes = new EnumMap<>(Level.class);
  private final Map<Level, Long> own = new EnumMap<>(Level.class);
  private final Set<TableName> conditionallyWritten = new HashSet<>();
  private boolean knowsConditional;
  private @Nullable Long mismatches;
  private @Nullable Long dropped;
  private @Nullable Long hints;
  private double seconds;
  private String source = "";

  /**
   * @param ownReads of the observer, by level, since the reading before
   */
  void add(MonitorReading reading, Map<Level, Long> ownReads) {
    if (!reading.source().equals(source)) {
      // Another source need not count the same, and one that knew no levels says nothing of them.
      source = reading.source();
      last.clear();
    }
    seconds += last.isEmpty() ? 0 : reading.seconds();
    boolean first = last.isEmpty();
    knowsConditional |=
        reading.isComplete()
            && !reading.health().isEmpty()
            && reading.health().values().stream()
                .allMatch(health -> health.conditionallyWritten() != null);
    hints = null;
    reading
        .health()
        .forEach(
            (node, now) -> {
              NodeHealth before = last.put(node, now);
              hints = sum(hints, now.pendingHints());
              Set<TableName> conditional = now.conditionallyWritten();
              if (conditional != null) {
                conditionallyWritten.addAll(conditional);
              }
              if (before != null) {
                mismatches = sum(mismatches, growth(before, now, NodeHealth::digestMismatches));
                dropped = sum(dropped, growth(before, now, NodeHealth::droppedMutations));
                grow(reads, before.readsByLevel(), now.readsByLevel());
                grow(writes, before.writesByLevel(), now.writesByLevel());
              }
            });
    if (!first) {
      ownReads.forEach((level, count) -> own.merge(level, count, Long::sum));
    }
  }

  ClusterCounts counts() {
    return new ClusterCounts(mismatches, dropped, hints, others(), writes, seconds);
  }

  /**
   * Whether some node has seen conditional writes of a table; null where none that tells has, and
   * not all tell.
   */
  @Nullable Boolean isConditionallyWritten(TableName table) {
    return conditionallyWritten.contains(table)
        ? Boolean.TRUE
        : knowsConditional ? Boolean.FALSE : null;
  }

  /**
   * Reads without the observer's own; so few that they may be its own by their date are nobody's.
   */
  private Map<Level, Long> others() {
    Map<Level, Long> others = new EnumMap<>(Level.class);
    reads.forEach(
        (level, all) -> {
          long mine = own.getOrDefault(level, 0L);
          others.put(level, all - mine > INDISTINCT * mine ? all - mine : 0);
        });
    return others;
  }

  private static @Nullable Long growth(
      NodeHealth before, NodeHealth now, Function<NodeHealth, @Nullable Long> count) {
    Long then = count.apply(before);
    Long later = count.apply(now);
    return then == null || later == null ? null : Long.valueOf(growth(then, later));
  }

  private static long growth(long before, long now) {
    return now >= before ? now - before : now;
  }

  private static @Nullable Long sum(@Nullable Long sum, @Nullable Long part) {
    return part == null ? sum : Long.valueOf(sum == null ? part : sum + part);
  }

  private static void grow(Map<Level, Long> sums, Map<Level, Long> before, Map<Level, Long> now) {
    now.forEach(
        (level, count) ->
            sums.merge(level, growth(before.getOrDefault(level, 0L), count), Long::sum));
  }
}
