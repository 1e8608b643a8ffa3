package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.core.level.Replication;

/** What the monitor needs to know of a cluster beforehand. Thread-safe; asks nobody. */
interface ClusterTopology {
  /** All nodes of the cluster, whatever their state. */
  Collection<Node> nodes();

  /** Where the keyspace's replicas are, or null where that is not known. */
  @Nullable Replication replication(String keyspace);

  /** What the driver knows. */
  static ClusterTopology of(CqlSession session) {
    return new ClusterTopology() {
      @Override
      public Collection<Node> nodes() {
        return session.getMetadata().getNodes().values();
      }

      @Override
      public @Nullable Replication replication(String keyspace) {
        return KnownCluster.replication(session, keyspace);
      }
    };
  }
}
