package org.quorate.lab.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;

/**
 * A source whose last two readings of each node are remembered, so that what a monitor makes of
 * them can be computed again.
 */
final class RememberedSource implements CounterSource {
  private final CounterSource source;
  private final Map<UUID, NodeCounts> before = new ConcurrentHashMap<>();
  private final Map<UUID, NodeCounts> now = new ConcurrentHashMap<>();

  RememberedSource(CounterSource source) {
    this.source = source;
  }

  /** By how much a count of all nodes together grew. */
  long difference(TableName table, ToLongFunction<TableCounts> count) {
    return now.keySet().stream().mapToLong(node -> difference(node, table, count)).sum();
  }

  /** The sum of all nodes' rates, in 1/s, each over the time between the node's own readings. */
  double rate(TableName table, ToLongFunction<TableCounts> count) {
    return now.keySet().stream()
        .mapToDouble(node -> difference(node, table, count) / seconds(node))
        .sum();
  }

  private long difference(UUID node, TableName table, ToLongFunction<TableCounts> count) {
    return count.applyAsLong(now.get(node).tables().get(table))
        - count.applyAsLong(before.get(node).tables().get(table));
  }

  private double seconds(UUID node) {
    return (now.get(node).takenAtNanos() - before.get(node).takenAtNanos()) / 1e9;
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
    return source
        .read(node, tables)
        .thenApply(
            counts -> {
              NodeCounts last = now.put(counts.hostId(), counts);
              if (last != null) {
                before.put(counts.hostId(), last);
              }
              return counts;
            });
  }

  @Override
  public boolean reaches(Node node) {
    return source.reaches(node);
  }

  @Override
  public void forget(UUID hostId) {
    source.forget(hostId);
  }

  @Override
  public void close() {
    source.close();
  }
}
