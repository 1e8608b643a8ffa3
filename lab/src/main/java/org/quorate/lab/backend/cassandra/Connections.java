package org.quorate.lab.backend.cassandra;

import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.Coordinators;

/**
 * The client's connections to one cluster: one for each choice of nodes that may coordinate, made
 * when it is first asked for. Used by one thread.
 */
public final class Connections implements AutoCloseable {
  private final ConnectionSettings settings;
  private final List<InetSocketAddress> hotNodes;
  private final Map<Coordinators, CassandraConnection> open = new EnumMap<>(Coordinators.class);

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
    connections.open.put(Coordinators.TOKEN_AWARE, everyNode);
    return connections;
  }

  /** The connection on which such nodes coordinate. */
  public CassandraConnection of(Coordinators coordinators) throws BackendException {
    Coordinators wanted = hotNodes.isEmpty() ? Coordinators.TOKEN_AWARE : coordinators;
    CassandraConnection known = open.get(wanted);
    if (known != null) {
      return known;
    }
    try {
      CassandraConnection made =
          CassandraConnection.open(
              wanted == Coordinators.HOT ? settings.withCoordinators(hotNodes) : settings);
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
