package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.MonitorReading;

/** Two nodes of dc1, where the observer's reads go to, and two of dc2. */
final class CoordinatedRatesTest {
  private final FakeNode one = FakeNode.of(1, "dc1");
  private final FakeNode two = FakeNode.of(2, "dc1");
  private final FakeNode three = FakeNode.of(3, "dc2");
  private final FakeNode four = FakeNode.of(4, "dc2");
  private final List<Node> nodes = List.of(one.node, two.node, three.node, four.node);

  CoordinatedRatesTest() {
    three.distance = NodeDistance.REMOTE;
    four.distance = NodeDistance.IGNORED;
  }

  private Map<String, Double> rates(Map<UUID, Double> coordinated, double own) {
    return CoordinatedRates.byDataCenter(
        nodes,
        new MonitorReading(
            0, 5, "known", Map.of(), coordinated, Map.of(), List.of(), List.of(), List.of()),
        own);
  }

  @Test
  void operationsBelongToTheDataCentreOfTheirCoordinator() {
    assertThat(rates(Map.of(one.id, 10.0, two.id, 20.0, three.id, 3.0, four.id, 4.0), 0))
        .isEqualTo(Map.of("dc1", 30.0, "dc2", 7.0));
  }

  @Test
  void ownReadsAreTakenOutWhereTheyAreCoordinated() {
    Map<UUID, Double> coordinated = Map.of(one.id, 10.0, two.id, 20.0, three.id, 3.0, four.id, 4.0);
    assertThat(rates(coordinated, 12)).isEqualTo(Map.of("dc1", 18.0, "dc2", 7.0));
    three.distance = NodeDistance.LOCAL;
    assertThat(rates(coordinated, 6)).isEqualTo(Map.of("dc1", 26.0, "dc2", 5.0));
    assertThat(rates(coordinated, 45)).as("only own").isEqualTo(Map.of("dc1", 0.0, "dc2", 0.0));
  }

  @Test
  void aNodeWithoutAShareMakesItsDataCentreUnknownUnlessItIsDown() {
    Map<UUID, Double> coordinated = Map.of(one.id, 10.0, two.id, 20.0, three.id, 3.0);
    assertThat(rates(coordinated, 0)).isEqualTo(Map.of("dc1", 30.0, "dc2", Double.NaN));
    four.state = NodeState.DOWN;
    assertThat(rates(coordinated, 0)).isEqualTo(Map.of("dc1", 30.0, "dc2", 3.0));
    assertThat(rates(Map.of(one.id, 10.0, two.id, Double.NaN, three.id, 3.0), 5))
        .as("not counted by its source")
        .isEqualTo(Map.of("dc1", Double.NaN, "dc2", 3.0));
  }
}
