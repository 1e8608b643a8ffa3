package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The driver's default policy over a part of the nodes: those that it is told are up, and no
 * others. So everything that the driver does for replicas, slow nodes, turns and failover, it does
 * among these. Distances are left to whoever leads it.
 */
final class HotCoordinators extends DefaultLoadBalancingPolicy {
  private static final LoadBalancingPolicy.DistanceReporter NOBODY = (node, distance) -> {};

  private volatile String dataCenter = "";

  HotCoordinators(DriverContext context, String profileName) {
    super(context, profileName);
  }

  /** Begins with no node. */
  void begin(String localDataCenter) {
    dataCenter = localDataCenter;
    init(Map.of(), NOBODY);
  }

  @Override
  protected Optional<String> discoverLocalDc(Map<UUID, Node> nodes) {
    return Optional.of(dataCenter);
  }

  /** Whether a node of the local data centre is among them. */
  boolean any() {
    return !getLiveNodes().dc(dataCenter).isEmpty();
  }

  /** Notes that a node has answered, which tells slow ones. */
  void answered(Node node) {
    updateResponseTimes(node);
  }
}
