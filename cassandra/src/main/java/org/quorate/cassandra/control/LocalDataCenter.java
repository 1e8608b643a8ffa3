package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.loadbalancing.BasicLoadBalancingPolicy;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which data centre the load balancing of a profile calls local, so that the coordinators of its
 * statements are there, and LOCAL levels mean its replicas. Stateless.
 */
public final class LocalDataCenter {
  private LocalDataCenter() {}

  /**
   * The data centre; null where the policy has none, or is not the driver's and was not told it in
   * one of the driver's own ways.
   */
  public static @Nullable String of(DriverContext context, String profile) {
    LoadBalancingPolicy policy = context.getLoadBalancingPolicy(profile);
    String found =
        policy instanceof BasicLoadBalancingPolicy basic ? basic.getLocalDatacenter() : null;
    if (found == null && context instanceof InternalDriverContext internal) {
      found = internal.getLocalDatacenter(profile);
    }
    return found != null
        ? found
        : context
            .getConfig()
            .getProfile(profile)
            .getString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, null);
  }

  /**
   * That of the default profile, since other profiles may have data centres of their own; empty
   * where neither the policy nor the nodes tell.
   */
  public static Optional<String> of(CqlSession session) {
    return Optional.ofNullable(of(session.getContext(), DriverExecutionProfile.DEFAULT_NAME))
        .or(() -> ofNodes(session.getMetadata().getNodes().values()));
  }

  /**
   * The data centre of the nodes that some load balancing calls local, whether or not it can be
   * reached now; nodes of others may be connected too, for when it cannot.
   *
   * @return empty where they are of several, or there is none
   */
  static Optional<String> ofNodes(Collection<Node> nodes) {
    List<String> local =
        dataCenters(nodes.stream().filter(node -> node.getDistance() == NodeDistance.LOCAL));
    List<String> candidates = local.isEmpty() ? dataCenters(nodes.stream()) : local;
    return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private static List<String> dataCenters(Stream<Node> nodes) {
    return nodes.map(Node::getDatacenter).filter(Objects::nonNull).distinct().toList();
  }
}
