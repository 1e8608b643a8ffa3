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
import java.util.function.Consumer;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.table.TableName;

/**
 * How many partitions tables have, as the servers estimate it: {@code system.table_estimates},
 * which every role may read, has for each token range that a node is the first replica of, in its
 * data centre, the partitions of the files on disk. Servers renew it every five minutes; what is in
 * memory only is not in it, and a partition in several files may count more than once; and each
 * file may count some {@value #GRAIN} for each range that it has any of. Stateless.
 */
final class PartitionEstimates {
  /** With more, the answers of all nodes together would be long. */
  static final int MOST_TABLES = 50;

  /** Files sample their partitions, one in so many. */
  private static final int GRAIN = 128;

  /** Of many times as many in each range, on average, the grain is a small part. */
  private static final int MANY = 10;

  /**
   * What the nodes tell together.
   *
   * @param ranges of tokens that they told of
   */
  record Partitions(long count, long ranges) {
    /** Whether there are so many that it hardly matters how coarsely the servers count. */
    boolean isSound() {
      return count >= MANY * GRAIN * ranges;
    }

    private Partitions plus(Partitions other) {
      return new Partitions(count + other.count, ranges + other.ranges);
    }
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String QUERY =
      "SELECT partitions_count FROM system.table_estimates WHERE keyspace_name = ? AND table_name = ?"
          + " AND range_type = 'local_primary'";

  private PartitionEstimates() {}

  /**
   * Asks all nodes of the local data centre, once.
   *
   * @param problem told sentences for people
   * @return of those tables of which every one of these nodes has told, and that have any; none
   *     where a node is down
   */
  static CompletionStage<Map<TableName, Partitions>> ask(
      CqlSession session, List<TableName> tables, Consumer<String> problem) {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .toList();
    if (tables.size() > MOST_TABLES || nodes.stream().anyMatch(KnownCluster::isDown)) {
      return CompletableFuture.completedStage(Map.of());
    }
    CompletionStage<Map<TableName, Partitions>> all =
        CompletableFuture.completedStage(new HashMap<>());
    for (TableName table : tables) {
      all =
          all.thenCompose(
              known ->
                  sum(session, table, nodes)
                      .handle(
                          (partitions, failure) -> {
                            if (failure != null) {
                              problem.accept(
                                  "How many partitions "
                                      + table
                                      + " has could not be asked: "
                                      + Failures.sentence(Failures.cause(failure))
                                      + ".");
                            } else if (partitions.count() > 0) {
                              known.put(table, partitions);
                            }
                            return known;
                          }));
    }
    return all;
  }

  private static final Partitions NONE = new Partitions(0, 0);

  private static CompletionStage<Partitions> sum(
      CqlSession session, TableName table, List<Node> nodes) {
    CompletionStage<Partitions> sum = CompletableFuture.completedStage(NONE);
    boolean first = true;
    for (Node node : nodes) {
      CompletionStage<Partitions> share =
          session
              .executeAsync(
                  SimpleStatement.newInstance(QUERY, table.keyspace(), table.table())
                      .setNode(node)
                      .setTimeout(TIMEOUT)
                      .setIdempotent(true)
                      .setConsistencyLevel(DefaultConsistencyLevel.ONE))
              .thenCompose(page -> sum(page, NONE));
      sum = first ? share : sum.thenCombine(share, PartitionEstimates::both);
      first = false;
    }
    return sum;
  }

  /** Nothing is known without the share of either. */
  private static Partitions both(Partitions some, Partitions others) {
    return some.ranges() == 0 || others.ranges() == 0 ? NONE : some.plus(others);
  }

  private static CompletionStage<Partitions> sum(AsyncResultSet page, Partitions before) {
    long count = before.count();
    long ranges = before.ranges();
    for (Row row : page.currentPage()) {
      count += row.getLong(0);
      ranges++;
    }
    Partitions soFar = new Partitions(count, ranges);
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> sum(next, soFar))
        : CompletableFuture.completedStage(soFar);
  }
}
