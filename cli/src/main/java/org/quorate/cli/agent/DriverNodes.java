package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.cli.live.NodesGlance;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.live.RingGlance;
import org.quorate.core.replica.ReplicatedRange;

/**
 * What the driver holds of nodes and replicas, for the page. Rings are made anew only where the
 * ring or a node's state is another: the driver formats every token. Not thread-safe.
 */
final class DriverNodes {
  /** Of more keyspaces the page would be long. */
  private static final int MOST_RINGS = 12;

  private final List<String> keyspaces;
  private @Nullable TokenMap ring;
  private Map<UUID, State> states = Map.of();
  private List<RingGlance> rings = List.of();

  /**
   * @param keyspaces as CQL has them
   */
  DriverNodes(Collection<String> keyspaces) {
    this.keyspaces =
        keyspaces.stream().map(name -> CqlIdentifier.fromCql(name).asInternal()).toList();
  }

  /** The nodes, and the rings of those keyspaces whose replicas the driver knows over the ring. */
  NodesGlance seen(Metadata metadata) {
    Map<UUID, State> now = new HashMap<>();
    List<NodesGlance.Node> nodes = new ArrayList<>();
    for (Node node : metadata.getNodes().values()) {
      State state = state(node);
      UUID id = node.getHostId();
      if (id != null) {
        now.put(id, state);
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
    // The driver has another token map as soon as tokens or a keyspace's replication are others.
    TokenMap known = metadata.getTokenMap().orElse(null);
    if (known == null || known != ring || !now.equals(states)) {
      rings = known == null ? List.of() : rings(metadata, now);
      ring = known;
      states = now;
    }
    List<String> shown = rings.stream().map(RingGlance::keyspace).toList();
    return new NodesGlance(
        nodes, rings, keyspaces.stream().filter(name -> !shown.contains(name)).toList());
  }

  private List<RingGlance> rings(Metadata metadata, Map<UUID, State> now) {
    List<RingGlance> all = new ArrayList<>();
    for (String keyspace : keyspaces.subList(0, Math.min(MOST_RINGS, keyspaces.size()))) {
      List<ReplicatedRange> ranges = DriverRing.of(metadata, keyspace, any -> true);
      // One range over several nodes is what stands for a ring that is not known.
      if (ranges.size() > 1 || metadata.getNodes().size() == 1) {
        all.add(RingGlance.of(keyspace, ranges, now));
      }
    }
    return all;
  }

  private static State state(Node node) {
    if (KnownCluster.isDown(node)) {
      return State.DOWN;
    }
    return node.getState() == NodeState.UP ? State.UP : State.UNKNOWN;
  }
}
