package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.pool.Pool;
import org.quorate.core.pool.PoolLayout;

class ClusterSpecTest {
  @Test
  void threeNodesWithThreeReplicasAreTheDefault() {
    ClusterSpec spec = ClusterSpec.builder("demo", "5.0.9").build();
    assertThat(spec.dataCenters()).containsExactly(new DataCenter("dc1", 3, 1));
    assertThat(spec.nodes()).isEqualTo(3);
    assertThat(spec.replicationFactor()).isEqualTo(3);
    assertThat(spec.tokensPerNode()).isEqualTo(1);
    assertThat(spec.heap()).hasToString("192M");
  }

  @Test
  void theDefaultReplicationFactorFitsTheSmallestDataCenter() {
    assertThat(
            ClusterSpec.builder("demo", "5.0.9")
                .dataCenters(List.of(new DataCenter("a", 5, 1), new DataCenter("b", 2, 2)))
                .build()
                .replicationFactor())
        .isEqualTo(2);
  }

  @Test
  void impossibleClustersAreRefusedInOneSentence() {
    refused(builder().replicationFactor(4))
        .hasMessageContaining("replication factor 4 is above the 3 nodes of dc1");
    refused(builder().nodes(1).replicationFactor(2)).hasMessageContaining("the 1 node of dc1");
    refused(builder().replicationFactor(0)).hasMessageContaining("at least 1");
    refused(builder().tokensPerNode(0)).hasMessageContaining("1 to 256 tokens");
    refused(builder().heap(MemorySize.parse("10M"))).hasMessageContaining("heap of 10M");
    refused(builder().processorQuota(0.0)).hasMessageContaining("quota of 0.0");
    refused(builder().processorQuota(Double.NaN)).hasMessageContaining("quota of NaN");
    refused(builder().nodes(61)).hasMessageContaining("61 nodes");
    refused(builder().dataNodes(5)).hasMessageContaining("5 data nodes on one machine; use 1 to 4");
    refused(builder().dataNodes(-1)).hasMessageContaining("-1 data nodes");
    refused(
            builder()
                .dataCenters(List.of(new DataCenter("dc1", 3, 1), new DataCenter("dc1", 3, 1))))
        .hasMessageContaining("two data centres named dc1");
    refused(ClusterSpec.builder("../etc", "5.0.9")).hasMessageContaining("cannot name a cluster");
    refused(ClusterSpec.builder("demo", "../5")).hasMessageContaining("version");
  }

  @Test
  void poolsNeedPlannedTokensAndMoreThanOneNode() {
    refused(builder().pools(PoolLayout.HOT_COLD).tokensPerNode(16))
        .hasMessageContaining("1 token per node only, but 16 are asked");
    refused(builder().pools(PoolLayout.HOT_COLD).nodes(1))
        .hasMessageContaining("The one node of dc1 cannot be split");
    assertThat(builder().tokensPerNode(16).nodes(1).build().pools().balanced()).isTrue();
  }

  @Test
  void aStoreWithoutARingHasNoTokensFactorOrPools() {
    ClusterSpec spec = builder().withoutRing().build();
    assertThat(spec.ring()).isNull();
    assertThat(spec.pools().balanced()).isTrue();
    assertThat(spec.pool(3)).isEqualTo(Pool.HOT);
    assertThatThrownBy(spec::tokensPerNode)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no ring");
    refused(builder().withoutRing().tokensPerNode(16)).hasMessageContaining("leave them out");
    refused(builder().withoutRing().replicationFactor(1)).hasMessageContaining("leave them out");
  }

  @Test
  void aClusterKnowsThePoolOfEachNode() {
    ClusterSpec spec = builder().nodes(4).pools(PoolLayout.HOT_COLD).build();
    assertThat(List.of(spec.pool(1), spec.pool(2), spec.pool(3), spec.pool(4)))
        .containsExactly(Pool.HOT, Pool.COLD, Pool.HOT, Pool.COLD);
    assertThat(builder().build().pool(2)).isEqualTo(Pool.HOT);
    assertThatThrownBy(() -> spec.pool(5)).hasMessageContaining("no node 5");
    assertThatThrownBy(() -> spec.pool(0)).hasMessageContaining("no node 0");
  }

  @Test
  void impossibleDataCentersAreRefused() {
    assertThatThrownBy(() -> new DataCenter("dc 1", 1, 1)).hasMessageContaining("dc 1");
    assertThatThrownBy(() -> new DataCenter("dc1", 0, 1)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new DataCenter("dc1", 2, 3)).hasMessageContaining("between 1 and 2");
  }

  private static ClusterSpec.Builder builder() {
    return ClusterSpec.builder("demo", "5.0.9");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
      ClusterSpec.Builder builder) {
    return assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
  }
}
