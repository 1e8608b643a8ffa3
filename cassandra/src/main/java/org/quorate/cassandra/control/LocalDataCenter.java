package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.loadbalancing.BasicLoadBalancingPolicy;
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
}
