package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;

class ClusterFactsTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  @Test
  void theLocalDataCentreIsTheOneThatTheDriverCallsLocal() {
    FakeNode remote = FakeNode.of(1, "dc1");
    remote.distance = NodeDistance.REMOTE;
    FakeNode local = FakeNode.of(2, "dc2");
    assertThat(LocalDataCenter.ofNodes(List.of(remote.node, local.node))).contains("dc2");
    local.state = NodeState.DOWN;
    assertThat(LocalDataCenter.ofNodes(List.of(remote.node, local.node)))
        .as("an outage does not move the client")
        .contains("dc2");
    assertThat(LocalDataCenter.ofNodes(List.of(remote.node))).contains("dc1");
    assertThat(LocalDataCenter.ofNodes(List.of())).isEmpty();
  }

  @Test
  void whereNodesOfSeveralDataCentresAreLocalNoneOfThemIsTheLocalOne() {
    FakeNode one = FakeNode.of(1, "dc1");
    FakeNode two = FakeNode.of(2, "dc2");
    assertThat(LocalDataCenter.ofNodes(List.of(one.node, two.node))).isEmpty();
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    driver.options.put(TypedDriverOption.LOAD_BALANCING_POLICY_CLASS, "BasicLoadBalancingPolicy");
    driver.nodes(one.node, two.node);
    driver.replicas(Map.of("dc1", "3", "dc2", "3"));
    ClusterFacts facts = new ClusterFacts(driver.session);
    assertThat(facts.of(CARTS).problem())
        .get()
        .asString()
        .contains("several data centres", "basic.load-balancing-policy.local-datacenter");
    driver.replicas(Map.of("dc1", "3"));
    assertThat(facts.of(CARTS).problem().orElse("")).doesNotContain("several data centres");
  }

  @Test
  void aTableWithCountersIsNotMinded() {
    FakeSession driver = new FakeSession("ONE");
    driver.makeCounters();
    ClusterFacts.Answer answer = new ClusterFacts(driver.session).of(CARTS);
    assertThat(answer.problem())
        .contains("The table shop.carts has counters, which are left alone.");
    assertThat(answer.facts()).isEmpty();
    assertThat(answer.lasting()).isTrue();
  }

  @Test
  void aProfileWithAnotherLocalDataCentreMovesNoLevels() {
    FakeSession driver = new FakeSession("LOCAL_ONE"); // of which nodes of dc1 are local to some
    driver.options.put(TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc2");
    driver.options.put("other", TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc1");
    ClusterFacts.Answer answer = new ClusterFacts(driver.session).of(CARTS);
    assertThat(answer.facts().orElseThrow().localDataCenter()).isEqualTo("dc2");
  }
}
