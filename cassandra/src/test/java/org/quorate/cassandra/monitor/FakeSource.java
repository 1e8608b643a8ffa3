package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.table.TableName;

/** A source whose answers a test gives by hand. */
final class FakeSource implements CounterSource {
  private static final long SECOND = 1_000_000_000L;

  private final String name;
  final Map<UUID, CompletableFuture<NodeCounts>> open = new LinkedHashMap<>();
  final List<UUID> forgotten = new ArrayList<>();
  int questions;
  boolean closed;

  FakeSource(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean reaches(Node node) {
    return node.getDistance() != NodeDistance.IGNORED;
  }

  @Override
  public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
    questions++;
    CompletableFuture<NodeCounts> answer = new CompletableFuture<>();
    open.put(node.getHostId(), answer);
    return answer;
  }

  void answer(FakeNode node, double seconds, Map<TableName, TableCounts> tables) {
    answer(node, seconds, tables, NodeHealth.UNKNOWN);
  }

  void answer(
      FakeNode node, double seconds, Map<TableName, TableCounts> tables, NodeHealth health) {
    open.remove(node.id)
        .complete(new NodeCounts(node.id, (long) (seconds * SECOND), tables, health));
  }

  void fail(FakeNode node, Exception failure) {
    open.remove(node.id).completeExceptionally(failure);
  }

  @Override
  public void forget(UUID hostId) {
    forgotten.add(hostId);
  }

  @Override
  public void close() {
    closed = true;
  }
}
