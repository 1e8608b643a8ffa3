package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.cli.live.NodesGlance;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.live.RingGlance;
import org.quorate.core.replica.ReplicatedRange;

/** What the driver holds of nodes and replicas, for the page. Stateless. */
final class DriverNodes {
  private DriverNodes() {}

  /**
   * The nodes, and the rings of those keyspaces whose replicas the driver knows over the ring.
   *
   * @param keyspaces as CQL has them
   */
  static NodesGlance of(Metadata metadata, Collection<String> keyspaces) {
    Map<UUID, State> states = new HashMap<>();
    List<NodesGlance.Node> nodes = new ArrayList<>();
    for (Node node : metadata.getNodes().values()) {
      State state = state(node);
      UUID id = node.getHostId();
      if (id != null) {
        states.put(id, state);
      }
      nodes.add(
          new NodesGlance.Node(
              NodeHost.of(node),
              Objects.requireNonNullElse(node.getDatacenter(), ""),
              Objects.requireNonNullElse(node.getRack(), ""),
              state));
    }
    nodes.sort(
        Comparator.comparing(NodesGlance.Node::dataCenter).thenComparing(NodesGlance.Node::host));
    List<RingGlance> rings = new ArrayList<>();
    if (metadata.getTokenMap().isPresent()) {
      for (String keyspace : keyspaces) {
        String name = CqlIdentifier.fromCql(keyspace).asInternal();
        List<ReplicatedRange> ranges = DriverRing.of(metadata, name, any -> true);
        // One range over several nodes is what stands for a ring that is not known.
        if (ranges.size() > 1 || nodes.size() == 1) {
          rings.add(RingGlance.of(name, ranges, states));
        }
      }
    }
    return new NodesGlance(nodes, rings);
  }

  private static State state(Node node) {
    if (KnownCluster.isDown(node)) {
      return State.DOWN;
    }
    return node.getState() == NodeState.UP ? State.UP : State.UNKNOWN;
  }
}
