package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.table.TableName;

/**
 * How many partitions tables have, as the servers estimate it: {@code system.table_estimates},
 * which every role may read, has for each token range that a node is the first replica of, in its
 * data centre, the partitions of the files on disk. Servers renew it every five minutes; what is in
 * memory only is not in it, and a partition in several files may count more than once. Stateless.
 */
final class PartitionEstimates {
  /** With more, the answers of all nodes together would be long. */
  static final int MOST_TABLES = 50;

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String QUERY =
      "SELECT partitions_count FROM system.table_estimates WHERE keyspace_name = ? AND table_name = ?"
          + " AND range_type = 'local_primary'";

  private PartitionEstimates() {}

  /**
   * Asks all nodes of the local data centre, once.
   *
   * @return of those tables of which every one of these nodes has told, and that have any; none
   *     where a node is down
   */
  static CompletionStage<Map<TableName, Long>> ask(CqlSession session, List<TableName> tables) {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .toList();
    if (tables.size() > MOST_TABLES || nodes.stream().anyMatch(KnownCluster::isDown)) {
      return CompletableFuture.completedStage(Map.of());
    }
    CompletionStage<Map<TableName, Long>> all = CompletableFuture.completedStage(new HashMap<>());
    for (TableName table : tables) {
      all =
          all.thenCompose(
              known ->
                  sum(session, table, nodes)
                      .handle(
                          (partitions, failure) -> {
                            if (failure == null && partitions > 0) {
                              known.put(table, partitions);
                            }
                            return known;
                          }));
    }
    return all;
  }

  private static CompletionStage<Long> sum(CqlSession session, TableName table, List<Node> nodes) {
    CompletionStage<Long> sum = CompletableFuture.completedStage(0L);
    for (Node node : nodes) {
      CompletionStage<Long> share =
          session
              .executeAsync(
                  SimpleStatement.newInstance(QUERY, table.keyspace(), table.table())
                      .setNode(node)
                      .setTimeout(TIMEOUT)
                      .setIdempotent(true)
                      .setConsistencyLevel(DefaultConsistencyLevel.ONE))
              .thenCompose(page -> sum(page, 0));
      sum = sum.thenCombine(share, Long::sum);
    }
    return sum;
  }

  private static CompletionStage<Long> sum(AsyncResultSet page, long before) {
    long sum = before;
    for (Row row : page.currentPage()) {
      sum += row.getLong(0);
    }
    long soFar = sum;
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> sum(next, soFar))
        : CompletableFuture.completedStage(soFar);
  }
}
