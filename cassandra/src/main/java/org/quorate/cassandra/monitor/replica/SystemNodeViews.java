package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.cql.QueryFailure;
import org.quorate.core.replica.ReplicaTimes;
import org.quorate.core.replica.Signal;

/**
 * Asks over CQL, in keyspace {@code system_views}: {@code gossip_info}, {@code internode_inbound},
 * {@code internode_outbound}, {@code pending_hints}, {@code thread_pools} and {@code settings} of
 * Cassandra 4.1 and later. Every question is pinned to its node and waits two seconds at most.
 *
 * <p>Hints that are being delivered are in no list, so the pool that delivers them is asked too,
 * after the list: what a delivery takes from the list between the two is seen at work, or done.
 */
final class SystemNodeViews implements NodeViews {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int PAGE_SIZE = 5000;
  private static final String VIEWS = " FROM system_views.";
  private static final int MOST_UNKNOWN = 4;

  private final CqlSession session;
  private final InstantSource wallClock;

  /** The newest that any node has heard of each; another may tell of an older address. */
  private final Map<UUID, GossipRow> newest = new ConcurrentHashMap<>();

  /**
   * @param wallClock to tell how long a process has run, from the instant at which it says it began
   */
  SystemNodeViews(CqlSession session, InstantSource wallClock) {
    this.session = session;
    this.wallClock = wallClock;
  }

  @Override
  public CompletionStage<List<Signal>> heartbeats(Node at) {
    return ask(at, GossipRow.QUERY)
        .thenApply(rows -> rows.stream().flatMap(row -> GossipRow.of(row).stream()).toList())
        .thenApply(GossipRow::newest)
        .thenCompose(
            heard ->
                tokens(at, unknown(heard))
                    .thenApply(
                        tokens ->
                            List.of(
                                new Signal.Heartbeats(id(at), heartbeats(heard)),
                                new Signal.Moves(
                                    id(at), GossipRow.moves(heard, known(), tokens)))));
  }

  private Map<UUID, Signal.Heartbeat> heartbeats(List<GossipRow> rows) {
    Map<UUID, Signal.Heartbeat> heard = new HashMap<>();
    for (GossipRow row : rows) {
      newest.merge(row.id(), row, GossipRow::newer);
      Duration running =
          Duration.between(Instant.ofEpochSecond(row.generation()), wallClock.instant());
      heard.put(row.id(), new Signal.Heartbeat(row.generation(), row.heartbeat(), running));
    }
    newest.keySet().retainAll(known());
    return heard;
  }

  private Set<UUID> known() {
    return session.getMetadata().getNodes().keySet();
  }

  /** Members of the ring that the driver does not know yet: a few at most, and seldom any. */
  private List<GossipRow> unknown(List<GossipRow> rows) {
    Set<UUID> known = known();
    return rows.stream()
        .filter(row -> row.isMember() && !known.contains(row.id()))
        .limit(MOST_UNKNOWN)
        .toList();
  }

  /** Their tokens, which servers keep of members alone; where that fails they are not known. */
  private CompletionStage<Map<UUID, Set<Long>>> tokens(Node at, List<GossipRow> of) {
    CompletionStage<Map<UUID, Set<Long>>> all = CompletableFuture.completedStage(Map.of());
    for (GossipRow row : of) {
      all =
          all.thenCombine(
              ask(
                      at,
                      "SELECT tokens FROM system.peers_v2 WHERE peer = ? AND peer_port = ?",
                      row.address().getAddress(),
                      row.address().getPort())
                  .exceptionally(failure -> List.of()),
              (before, peers) -> {
                Map<UUID, Set<Long>> tokens = new HashMap<>(before);
                peers.forEach(peer -> tokens.put(row.id(), tokens(peer)));
                return tokens;
              });
    }
    return all;
  }

  private static Set<Long> tokens(Row peer) {
    Set<String> texts = peer.getSet("tokens", String.class);
    return texts == null ? Set.of() : GossipRow.tokens(texts);
  }

  @Override
  public CompletionStage<List<Signal>> messages(Node at, Node from) {
    InetSocketAddress address = address(from);
    if (address == null) {
      return CompletableFuture.completedStage(List.of());
    }
    return ask(
            at,
            "SELECT received_count" + VIEWS + "internode_inbound WHERE address = ? AND port = ?",
            address.getAddress(),
            address.getPort())
        .thenApply(
            rows ->
                rows.stream()
                    .<Signal>map(
                        row -> new Signal.Messages(id(at), id(from), row.getLong("received_count")))
                    .toList());
  }

  private @Nullable InetSocketAddress address(Node node) {
    return Optional.ofNullable(newest.get(id(node)))
        .map(GossipRow::address)
        .or(node::getBroadcastAddress)
        .orElse(null);
  }

  /** Nodes by the newest address under which others know them. */
  private Map<InetSocketAddress, UUID> ids() {
    Map<InetSocketAddress, GossipRow> rows = new HashMap<>();
    newest.values().forEach(row -> rows.merge(row.address(), row, GossipRow::newer));
    Map<InetSocketAddress, UUID> ids = new HashMap<>();
    rows.forEach((address, row) -> ids.put(address, row.id()));
    return ids;
  }

  @Override
  public CompletionStage<List<Signal>> hints(Node at) {
    return ask(at, "SELECT host_id, files" + VIEWS + "pending_hints")
        .thenCompose(
            files ->
                ask(
                        at,
                        "SELECT name, active_tasks, pending_tasks"
                            + VIEWS
                            + "thread_pools WHERE name IN ('HintsDispatcher', 'MutationStage')")
                    .thenApply(
                        pools ->
                            List.of(
                                new Signal.Hints(
                                    id(at), kept(files), tasks(pools, "HintsDispatcher", true) > 0),
                                new Signal.Backlog(id(at), tasks(pools, "MutationStage", false)))));
  }

  private static Set<UUID> kept(List<Row> files) {
    Set<UUID> kept = new HashSet<>();
    for (Row row : files) {
      if (row.getInt("files") > 0) {
        kept.add(Objects.requireNonNull(row.getUuid("host_id")));
      }
    }
    return kept;
  }

  /**
   * Tasks of a pool, those that wait and perhaps those that run; a server that has no such pool has
   * had none since its start.
   */
  private static long tasks(List<Row> pools, String name, boolean running) {
    return pools.stream()
        .filter(row -> name.equals(row.getString(0)))
        .mapToLong(row -> row.getInt(2) + (running ? row.getInt(1) : 0))
        .sum();
  }

  @Override
  public CompletionStage<List<Signal>> losses(Node at) {
    return ask(
            at,
            "SELECT address, port, pending_count, sent_count, expired_count, overload_count"
                + VIEWS
                + "internode_outbound")
        .thenCompose(
            sent ->
                ask(
                        at,
                        "SELECT address, port, received_count, expired_count"
                            + VIEWS
                            + "internode_inbound")
                    .thenApply(received -> lost(at, sent, received)));
  }

  private List<Signal> lost(Node at, List<Row> sent, List<Row> received) {
    List<Signal> lost = new ArrayList<>();
    Map<InetSocketAddress, UUID> ids = ids();
    for (Row row : sent) {
      UUID target = ids.get(address(row));
      if (target != null) {
        long count = row.getLong("expired_count") + row.getLong("overload_count");
        lost.add(new Signal.Losses(target, id(at), "messages that waited too long for it", count));
      }
    }
    lost.add(
        new Signal.Losses(
            id(at),
            id(at),
            "messages in time",
            received.stream().mapToLong(row -> row.getLong("expired_count")).sum()));
    lost.add(
        new Signal.Exchange(
            id(at),
            counts(at, ids, sent, "sent_count", "pending_count", "expired_count"),
            counts(at, ids, received, "received_count")));
    return lost;
  }

  /** By the node at the other end, in rows that have one each. */
  private static Map<UUID, Long> counts(
      Node at, Map<InetSocketAddress, UUID> ids, List<Row> rows, String... columns) {
    Map<UUID, Long> counts = new HashMap<>();
    for (Row row : rows) {
      UUID other = ids.get(address(row));
      if (other != null && !other.equals(at.getHostId())) {
        counts.put(other, Stream.of(columns).mapToLong(row::getLong).sum());
      }
    }
    return counts;
  }

  @Override
  public CompletionStage<List<Signal>> settings(Node at) {
    return ask(
            at,
            "SELECT name, value"
                + VIEWS
                + "settings WHERE name IN ('hinted_handoff_enabled',"
                + " 'write_request_timeout_in_ms', 'hints_flush_period_in_ms',"
                + " 'max_hint_window_in_ms')")
        .thenApply(rows -> List.of(settings(at, rows)));
  }

  private static Signal settings(Node at, List<Row> rows) {
    Map<String, String> values = new HashMap<>();
    rows.forEach(row -> values.put(row.getString(0), row.getString(1)));
    return new Signal.HintSettings(
        id(at),
        !"false".equals(values.get("hinted_handoff_enabled")),
        ReplicaTimes.of(
            millis(values, "write_request_timeout_in_ms", Duration.ofSeconds(2)),
            millis(values, "hints_flush_period_in_ms", Duration.ofSeconds(10)),
            millis(values, "max_hint_window_in_ms", Duration.ofHours(3))));
  }

  private static Duration millis(Map<String, String> values, String name, Duration otherwise) {
    try {
      return Duration.ofMillis(Long.parseLong(values.getOrDefault(name, "")));
    } catch (NumberFormatException notTold) {
      return otherwise;
    }
  }

  private static InetSocketAddress address(Row row) {
    return new InetSocketAddress(row.getInetAddress("address"), row.getInt("port"));
  }

  private static UUID id(Node node) {
    return Objects.requireNonNull(node.getHostId());
  }

  private CompletionStage<List<Row>> ask(Node at, String query, Object... values) {
    return session
        .executeAsync(
            SimpleStatement.newInstance(query, values)
                .setNode(at)
                .setTimeout(PATIENCE)
                .setPageSize(PAGE_SIZE)
                .setIdempotent(true)
                .setTracing(false)
                .setConsistencyLevel(DefaultConsistencyLevel.ONE))
        .thenCompose(page -> collect(page, new ArrayList<>()))
        .exceptionallyCompose(failure -> CompletableFuture.failedStage(explained(failure)));
  }

  /** A server that lacks a table or a column of it will not have it the next time. */
  private static Throwable explained(Throwable failure) {
    Throwable cause = QueryFailure.explained(failure);
    return cause instanceof InvalidQueryException
        ? new SourceException("The server has not what is asked: " + cause.getMessage(), cause)
        : cause;
  }

  private static CompletionStage<List<Row>> collect(AsyncResultSet page, List<Row> rows) {
    page.currentPage().forEach(rows::add);
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> collect(next, rows))
        : CompletableFuture.completedStage(rows);
  }
}
