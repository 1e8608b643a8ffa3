package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.LevelsServed;
import org.quorate.lab.counter.ServerReading;
import org.quorate.study.result.Counter;

/**
 * Reads what {@code system_views} counts for one table over CQL: {@code local_read_latency} and
 * {@code local_write_latency}, which are the very metrics that {@link Counter#REPLICA_READS} and
 * {@link Counter#REPLICA_WRITES} are over JMX. All other counters are absent, and so is everything
 * of a node that the driver does not connect to. A server that was started anew is known by its
 * gossip generation. Used by one thread at a time.
 */
final class ViewCounters implements CounterReader {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String GENERATION = "SELECT gossip_generation FROM system.local";

  private final CqlSession session;
  private final SystemViewsSource source;
  private final Map<String, Node> nodes;
  private final TableName table;

  ViewCounters(
      CqlSession session, SystemViewsSource source, Map<String, Node> nodes, TableName table) {
    this.session = session;
    this.source = source;
    this.nodes = nodes;
    this.table = table;
  }

  @Override
  public CounterSnapshot read() throws InterruptedException {
    Map<String, CompletableFuture<ServerReading>> answers = new LinkedHashMap<>();
    nodes.forEach((name, node) -> answers.put(name, ask(node)));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<CounterSnapshot.Node> read = new ArrayList<>();
    for (Map.Entry<String, CompletableFuture<ServerReading>> answer : answers.entrySet()) {
      read.add(CounterSnapshot.Node.elsewhere(answer.getKey(), await(answer.getValue(), deadline)));
    }
    return new CounterSnapshot(read);
  }

  private static @Nullable ServerReading await(
      CompletableFuture<ServerReading> answer, long deadline) throws InterruptedException {
    try {
      return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException unanswered) {
      return null;
    }
  }

  private CompletableFuture<ServerReading> ask(Node node) {
    if (!source.reaches(node)) {
      return KnownCluster.isDown(node)
          ? CompletableFuture.failedFuture(new IllegalStateException("The node is down."))
          : CompletableFuture.completedFuture(UnknownCounters.NOTHING);
    }
    return source
        .read(node, Set.of(table))
        .thenCombine(generation(node), this::reading)
        .toCompletableFuture();
  }

  /** Seconds since 1970 at which the server was started last, or 0 where it does not tell. */
  private CompletableFuture<Long> generation(Node node) {
    return session
        .executeAsync(
            SimpleStatement.newInstance(GENERATION)
                .setNode(node)
                .setTimeout(PATIENCE)
                .setIdempotent(true)
                .setConsistencyLevel(DefaultConsistencyLevel.ONE))
        .thenApply(AsyncResultSet::one)
        .thenApply(ViewCounters::generation)
        .exceptionally(untold -> 0L)
        .toCompletableFuture();
  }

  private static long generation(@Nullable Row row) {
    return row == null || row.isNull(0) ? 0L : row.getInt(0);
  }

  private ServerReading reading(NodeCounts counts, long generation) {
    Map<Counter, Long> known = new EnumMap<>(Counter.class);
    TableCounts ofTable = counts.tables().get(table);
    if (ofTable != null) {
      put(Counter.REPLICA_READS, ofTable.replicaReads(), known);
      put(Counter.REPLICA_WRITES, ofTable.replicaWrites(), known);
    }
    return new ServerReading(TimeUnit.SECONDS.toMillis(generation), known, LevelsServed.NONE);
  }

  private static void put(Counter counter, long count, Map<Counter, Long> known) {
    if (count != TableCounts.UNKNOWN) {
      known.put(counter, count);
    }
  }

  /** The session and the source are the cluster's. */
  @Override
  public void close() {}
}
