package org.quorate.lab.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;

/**
 * Where the regions of tables are, and moving them from server to server. HBase's own balancer
 * weighs many things, does it when it likes, and may leave a small table uneven; a measurement
 * needs regions spread evenly, at a known time. Thread-safe.
 */
public final class Regions {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  private final Connection connection;

  /**
   * @param connection with the cluster; stays the caller's
   */
  public Regions(Connection connection) {
    this.connection = connection;
  }

  /**
   * How many regions of the table each server holds, those that hold none included.
   *
   * @param nodes the servers
   * @return in the order of the nodes
   * @throws IOException when the cluster does not answer, or a region is nowhere at the moment
   */
  public Map<RunningNode, Integer> spread(TableName table, List<RunningNode> nodes)
      throws IOException {
    Map<RunningNode, Integer> counts = new LinkedHashMap<>();
    nodes.forEach(node -> counts.put(node, 0));
    for (ServerName server : held(table).values()) {
      nodes.stream()
          .filter(node -> is(server, node))
          .forEach(node -> counts.merge(node, 1, Integer::sum));
    }
    return counts;
  }

  /**
   * Moves as few regions of the table as possible so that these servers hold equally many, and all
   * others none; waits until they do. Clients go on meanwhile: what meets a region on its way is
   * tried again by HBase's client.
   *
   * @param nodes the servers that shall hold the table, at least one, all of them running
   * @throws EngineException when the regions are not where they shall be after a minute
   */
  public void spreadEvenly(TableName table, Collection<RunningNode> nodes)
      throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Exception reason;
      try (Admin admin = connection.getAdmin()) {
        RegionMoves<String, ServerName> plan = RegionMoves.even(held(table), servers(admin, nodes));
        if (plan.moves().isEmpty()) {
          return;
        }
        for (Map.Entry<String, ServerName> move : plan.moves().entrySet()) {
          admin.move(move.getKey().getBytes(StandardCharsets.US_ASCII), move.getValue());
        }
        reason = new IOException("a region is still on its way");
      } catch (IOException notNow) {
        InterruptedCalls.rethrow(notNow);
        reason = notNow;
      }
      if (System.nanoTime() > deadline) {
        throw new EngineException(
            "The regions of table "
                + table
                + " are not spread over "
                + names(nodes)
                + " after "
                + PATIENCE.toSeconds()
                + " s ("
                + reason.getMessage()
                + "); see the master's log.",
            reason);
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  /** The encoded name of each region with the server that holds it, in the order of their keys. */
  private Map<String, ServerName> held(TableName table) throws IOException {
    Map<String, ServerName> held = new LinkedHashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      List<HRegionLocation> locations = new ArrayList<>(locator.getAllRegionLocations());
      locations.sort(Comparator.comparing(HRegionLocation::getRegion));
      for (HRegionLocation location : locations) {
        if (location.getServerName() == null) {
          throw new IOException("no server holds region " + location.getRegion().getEncodedName());
        }
        held.put(location.getRegion().getEncodedName(), location.getServerName());
      }
    }
    return held;
  }

  /** The newest start of each of the nodes that the master knows, in the order of addresses. */
  private static Collection<ServerName> servers(Admin admin, Collection<RunningNode> nodes)
      throws IOException {
    Map<String, ServerName> servers = new TreeMap<>();
    for (ServerName server : admin.getRegionServers()) {
      if (nodes.stream().anyMatch(node -> is(server, node))) {
        servers.merge(
            server.getAddress().toString(),
            server,
            (one, other) -> one.getStartCode() > other.getStartCode() ? one : other);
      }
    }
    if (servers.size() < nodes.size()) {
      throw new IOException("the master does not know of all of " + names(nodes));
    }
    return servers.values();
  }

  /**
   * The newest start of a node among servers; an earlier one may still be known for a while.
   *
   * @param servers that the master tells of
   */
  public static Optional<ServerName> newest(Collection<ServerName> servers, RunningNode node) {
    return servers.stream()
        .filter(server -> is(server, node))
        .max(Comparator.comparingLong(ServerName::getStartCode));
  }

  static boolean is(ServerName server, RunningNode node) {
    return is(server, node.clientAddress());
  }

  static boolean is(ServerName server, InetSocketAddress address) {
    return server.getHostname().equals(address.getAddress().getHostAddress())
        && server.getPort() == address.getPort();
  }

  private static String names(Collection<RunningNode> nodes) {
    return String.join(", ", nodes.stream().map(RunningNode::name).toList());
  }
}
