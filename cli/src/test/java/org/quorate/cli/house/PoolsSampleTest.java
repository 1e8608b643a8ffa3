package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy;

/** The configuration that docs/pools.md shows is one that the driver takes. */
final class PoolsSampleTest {
  @Test
  void theDriverMakesThePoliciesOfTheExample() {
    DefaultDriverContext driver =
        new DefaultDriverContext(
            DriverConfigLoader.fromFile(
                House.root().resolve("examples/pools/application.conf").toFile()),
            ProgrammaticArguments.builder().build());
    assertThat(driver.getLoadBalancingPolicy("default"))
        .isExactlyInstanceOf(DefaultLoadBalancingPolicy.class);
    assertThat(driver.getLoadBalancingPolicy("hot"))
        .isInstanceOf(HotPoolLoadBalancingPolicy.class)
        .isNotSameAs(driver.getLoadBalancingPolicy("hot-listed"));
    assertThat(driver.getLoadBalancingPolicy("hot-listed"))
        .isInstanceOf(HotPoolLoadBalancingPolicy.class);
  }
}
