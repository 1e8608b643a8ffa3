package org.quorate.cassandra.monitor.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.table.TableName;

/**
 * Reads counts over CQL from the virtual tables {@code coordinator_read_latency}, {@code
 * coordinator_write_latency}, {@code local_read_latency}, {@code local_write_latency} and {@code
 * pending_hints} of keyspace {@code system_views}.
 *
 * <p>Every statement is pinned to its node, and has its own time limit, page size and level, so the
 * application's profile does not matter. Nodes that the session's load balancing ignores, such as
 * those of other data centres, are out of reach. A server that lacks one of the tables is read
 * without it; which ones a version lacks is asked once.
 *
 * <p>Of a node's health it knows only files of pending hints. There is no average write size: the
 * mean size of a partition, which {@code system.size_estimates} has, is not the size of a write,
 * and can be thousands of times as large.
 *
 * <p>Thread-safe. Closing it leaves the session open.
 */
public final class SystemViewsSource implements CounterSource {
  static final String KEYSPACE = "system_views";

  /** A server computes all rows for each question, so more tables are asked for all at once. */
  private static final int FEW_TABLES = 1;

  private static final int PAGE_SIZE = 5000;
  private static final String HINTS = "pending_hints";
  private static final String PENDING_HINTS = "SELECT files FROM " + KEYSPACE + "." + HINTS;

  private final CqlSession session;
  private final Duration timeout;
  private final LongSupplier clock;
  private final Set<Missing> missing = ConcurrentHashMap.newKeySet();
  private volatile @Nullable WantedTables wanted;

  /** With the monitor's patience, on the system's clock. */
  public SystemViewsSource(CqlSession session) {
    this(session, ClusterMonitor.DEFAULT_PATIENCE, System::nanoTime);
  }

  /**
   * @param timeout how long to wait for each answer
   * @param clock nanoseconds, as {@link System#nanoTime()}
   */
  public SystemViewsSource(CqlSession session, Duration timeout, LongSupplier clock) {
    this.session = session;
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public String name() {
    return KEYSPACE;
  }

  @Override
  public boolean reaches(Node node) {
    return node.getDistance() != NodeDistance.IGNORED;
  }

  @Override
  public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
    long asked = clock.getAsLong();
    WantedTables wanted = wanted(tables);
    Map<LatencyView, CompletableFuture<long[]>> views = new EnumMap<>(LatencyView.class);
    for (LatencyView view : LatencyView.values()) {
      if (!missing.contains(Missing.of(node, view.table()))) {
        views.put(view, counts(node, view, wanted));
      }
    }
    if (views.isEmpty()) {
      return CompletableFuture.failedStage(QueryFailure.noViews());
    }
    CompletableFuture<Optional<Long>> hints = pendingHints(node);
    List<CompletableFuture<?>> all = new ArrayList<>(views.values());
    all.add(hints);
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                new NodeCounts(
                    Objects.requireNonNull(node.getHostId()),
                    asked + (clock.getAsLong() - asked) / 2,
                    wanted.byTable(views),
                    health(hints.join())))
        .thenCompose(
            reading ->
                lacksAllViews(node)
                    ? CompletableFuture.failedStage(QueryFailure.noViews())
                    : CompletableFuture.completedStage(reading))
        .exceptionallyCompose(
            failure -> CompletableFuture.failedStage(QueryFailure.explained(failure)));
  }

  private boolean lacksAllViews(Node node) {
    return Arrays.stream(LatencyView.values())
        .allMatch(view -> missing.contains(Missing.of(node, view.table())));
  }

  private static NodeHealth health(Optional<Long> pendingHints) {
    return new NodeHealth(pendingHints.orElse(null), null, null, null, Map.of(), Map.of());
  }

  /** The same as long as the same set is asked for, as in every round of a monitor. */
  private WantedTables wanted(Set<TableName> tables) {
    WantedTables known = wanted;
    if (known == null || known.tables() != tables) {
      known = new WantedTables(tables);
      wanted = known;
    }
    return known;
  }

  /** Counts in the order of the tables; unknown where the server lacks the view. */
  private CompletableFuture<long[]> counts(Node node, LatencyView view, WantedTables wanted) {
    long[] counts = wanted.unknown();
    List<CompletableFuture<?>> answers = new ArrayList<>();
    if (wanted.tables().size() <= FEW_TABLES) {
      for (TableName table : wanted.tables()) {
        answers.add(
            counts(
                node,
                SimpleStatement.newInstance(view.row(), table.keyspace(), table.table()),
                wanted,
                counts));
      }
    } else {
      answers.add(counts(node, SimpleStatement.newInstance(view.rows()), wanted, counts));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> counts)
        .exceptionallyCompose(failure -> orMissing(node, view.table(), wanted.unknown(), failure));
  }

  private CompletableFuture<?> counts(
      Node node, SimpleStatement statement, WantedTables wanted, long[] counts) {
    return execute(node, statement)
        .thenCompose(page -> collect(page, wanted, counts))
        .toCompletableFuture();
  }

  private static CompletionStage<?> collect(
      AsyncResultSet page, WantedTables wanted, long[] counts) {
    wanted.take(page.currentPage(), counts);
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> collect(next, wanted, counts))
        : CompletableFuture.completedStage(counts);
  }

  private CompletableFuture<Optional<Long>> pendingHints(Node node) {
    if (missing.contains(Missing.of(node, HINTS))) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return execute(node, SimpleStatement.newInstance(PENDING_HINTS))
        .thenApply(
            page -> {
              long files = 0;
              for (Row row : page.currentPage()) {
                files += row.getInt(0);
              }
              return Optional.of(files);
            })
        .exceptionallyCompose(failure -> orMissing(node, HINTS, Optional.<Long>empty(), failure))
        .toCompletableFuture();
  }

  private <T> CompletableFuture<T> orMissing(
      Node node, String table, T instead, Throwable failure) {
    if (QueryFailure.isTableMissing(failure)) {
      missing.add(Missing.of(node, table));
      return CompletableFuture.completedFuture(instead);
    }
    return CompletableFuture.failedFuture(failure);
  }

  private CompletionStage<AsyncResultSet> execute(Node node, SimpleStatement statement) {
    return session.executeAsync(
        statement
            .setNode(node)
            .setTimeout(timeout)
            .setPageSize(PAGE_SIZE)
            .setIdempotent(true)
            .setTracing(false)
            .setConsistencyLevel(DefaultConsistencyLevel.ONE));
  }

  /** The session is the caller's. */
  @Override
  public void close() {}

  /** A virtual table that a version of the server lacks. */
  private record Missing(String version, String table) {
    static Missing of(Node node, String table) {
      return new Missing(String.valueOf(node.getCassandraVersion()), table);
    }
  }
}
