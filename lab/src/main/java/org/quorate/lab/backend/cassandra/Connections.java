package org.quorate.lab.backend.cassandra;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.RunSettings;

/**
 * The client's connections to one cluster: one on which every node may coordinate, one for the hot
 * nodes alone, and others for runs with faults, made when they are first asked for. Used by one
 * thread.
 *
 * <p>In runs without faults a client waits longer than any server does, so that a server's
 * time-outs are seen as such. Where servers stand still or are cut off, that would hold a closed
 * loop's clients up for a quarter of a minute; there a client gives up a silent coordinator after 4
 * s, two heartbeats, and a request after 6 s, a second more than Cassandra's own limit for reads.
 */
public final class Connections implements AutoCloseable {
  /** A frozen server is noticed by its silence. */
  private static final Duration FAULT_HEARTBEAT = Duration.ofSeconds(2);

  /** Of requests in runs with faults. */
  private static final Duration FAULT_TIMEOUT = Duration.ofSeconds(6);

  private final ConnectionSettings settings;
  private final List<InetSocketAddress> hotNodes;
  private final Map<Kind, CassandraConnection> open = new LinkedHashMap<>();

  /** What sets connections apart. */
  private record Kind(boolean hotNodesAlone, boolean forFaults) {
    static final Kind USUAL = new Kind(false, false);
  }

  /**
   * @param settings of a connection on which every node coordinates
   * @param hotNodes where clients reach the nodes of the hot pool; empty where all nodes are alike,
   *     so that both choices are the same
   */
  public Connections(ConnectionSettings settings, List<InetSocketAddress> hotNodes) {
    this.settings = settings;
    this.hotNodes = List.copyOf(hotNodes);
  }

  /**
   * The same, with a connection that is open already.
   *
   * @param everyNode made with {@code settings}; closed with the others
   */
  public static Connections around(
      CassandraConnection everyNode,
      ConnectionSettings settings,
      List<InetSocketAddress> hotNodes) {
    Connections connections = new Connections(settings, hotNodes);
    connections.open.put(Kind.USUAL, everyNode);
    return connections;
  }

  /** The connection of everything but runs: every node coordinates. */
  public CassandraConnection usual() throws BackendException {
    return of(Kind.USUAL);
  }

  /** The connection for a run's requests. */
  public CassandraConnection of(RunSettings run) throws BackendException {
    return of(
        new Kind(
            !hotNodes.isEmpty() && run.coordinators() == Coordinators.HOT,
            !run.faults().isEmpty()));
  }

  private CassandraConnection of(Kind wanted) throws BackendException {
    CassandraConnection known = open.get(wanted);
    if (known != null) {
      return known;
    }
    try {
      ConnectionSettings changed =
          wanted.hotNodesAlone() ? settings.withCoordinators(hotNodes) : settings;
      CassandraConnection made =
          CassandraConnection.open(
              wanted.forFaults() ? changed.withTimeouts(FAULT_TIMEOUT, FAULT_HEARTBEAT) : changed);
      open.put(wanted, made);
      return made;
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** All that are open. */
  List<CassandraConnection> all() {
    return List.copyOf(open.values());
  }

  @Override
  public void close() {
    open.values().forEach(CassandraConnection::close);
    open.clear();
  }
}
