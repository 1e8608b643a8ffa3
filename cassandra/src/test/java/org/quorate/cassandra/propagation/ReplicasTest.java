package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;

class ReplicasTest {
  @Test
  void aReplicaThatTheDriverIsToldToIgnoreIsStillOneOfItsDataCentre() {
    FakeNode used = FakeNode.of(1, "dc1");
    FakeNode filtered = FakeNode.of(2, "dc1");
    filtered.distance = NodeDistance.IGNORED;
    FakeNode elsewhere = FakeNode.of(3, "dc2");
    elsewhere.distance = NodeDistance.REMOTE;
    List<Node> all = List.of(used.node, filtered.node, elsewhere.node);
    assertThat(Replicas.near(all, all)).containsExactly(used.node, filtered.node);
  }
}
