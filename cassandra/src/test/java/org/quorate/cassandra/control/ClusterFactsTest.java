package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;

class ClusterFactsTest {
  @Test
  void theLocalDataCentreIsTheOneThatTheDriverCallsLocal() {
    FakeNode remote = FakeNode.of(1, "dc1");
    remote.distance = NodeDistance.REMOTE;
    FakeNode local = FakeNode.of(2, "dc2");
    assertThat(ClusterFacts.localDataCenter(List.of(remote.node, local.node))).isEqualTo("dc2");
    local.state = NodeState.DOWN;
    assertThat(ClusterFacts.localDataCenter(List.of(remote.node, local.node)))
        .as("an outage does not move the client")
        .isEqualTo("dc2");
    assertThat(ClusterFacts.localDataCenter(List.of(remote.node))).isEqualTo("dc1");
    assertThat(ClusterFacts.localDataCenter(List.of())).isEmpty();
  }

  @Test
  void aProfileWithAnotherLocalDataCentreMovesNoLevels() {
    FakeSession driver = new FakeSession("LOCAL_ONE"); // of which nodes of dc1 are local to some
    driver.options.put(TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc2");
    driver.options.put("other", TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, "dc1");
    ClusterFacts.Answer answer =
        new ClusterFacts(driver.session).of(new TableName("shop", "carts"));
    assertThat(answer.facts().orElseThrow().localDataCenter()).isEqualTo("dc2");
  }
}
