package org.quorate.lab.backend;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.pool.Pool;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.Coordinators;

/**
 * The client's connections to one cluster: one for each choice of nodes that may coordinate, made
 * when it is first asked for. Used by one thread.
 */
final class Connections implements AutoCloseable {
  private final RunningCluster cluster;
  private final Map<Coordinators, CassandraConnection> open = new EnumMap<>(Coordinators.class);

  Connections(RunningCluster cluster) {
    this.cluster = cluster;
  }

  /** The connection on which such nodes coordinate. */
  CassandraConnection of(Coordinators coordinators) throws BackendException {
    // Where all nodes are hot, both choices are the same.
    Coordinators wanted =
        cluster.spec().pools().balanced() ? Coordinators.TOKEN_AWARE : coordinators;
    CassandraConnection known = open.get(wanted);
    if (known != null) {
      return known;
    }
    ConnectionSettings settings =
        ConnectionSettings.of(cluster.contactPoints())
            .withLocalDataCenter(cluster.spec().dataCenters().get(0).name());
    if (wanted == Coordinators.HOT) {
      settings =
          settings.withCoordinators(
              cluster.nodes().stream()
                  .filter(node -> cluster.spec().pool(node.index()) == Pool.HOT)
                  .map(RunningNode::clientAddress)
                  .toList());
    }
    try {
      CassandraConnection made = CassandraConnection.open(settings);
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
