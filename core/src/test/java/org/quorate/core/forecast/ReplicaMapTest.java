package org.quorate.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.Proximity;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.wars.ReplicaRow;

/** Of four nodes in two racks. */
final class ReplicaMapTest {
  private static final OneWayDelay DELAY = new OneWayDelay(Math.log(0.02), 0);
  private static final ReplicaMap MAP =
      new ReplicaMap(
          List.of(
              node("n1", "a", Map.of("n1", 0.3, "n2", 0.1)),
              node("n2", "b", Map.of()),
              node("n3", "a", Map.of()),
              node("n4", "b", Map.of())),
          List.of(List.of(0, 1, 2), List.of(1, 3)),
          0.5);

  @Test
  void linksCountByHowNearTheirEndsAreWithoutWhatAnIdleReplicaTakes() {
    Map<Proximity, Double> medians =
        MAP.medians(
            List.of(
                new MeasuredLink("n1", "n3", 0.005, 0.001),
                new MeasuredLink("n3", "n1", 0.007, Double.NaN),
                new MeasuredLink("n1", "n2", 0.021, 0.004),
                new MeasuredLink("n1", "n9", 0.5, 0.002)));
    assertThat(medians).containsOnlyKeys(Proximity.SAME_RACK, Proximity.SAME_DATA_CENTER);
    assertThat(medians.get(Proximity.SAME_RACK)).isCloseTo(0.0025, within(1e-12));
    assertThat(medians.get(Proximity.SAME_DATA_CENTER)).isCloseTo(0.01, within(1e-12));
  }

  @Test
  void rowsHaveThePlacesAndScoresOfTheirNodes() {
    List<ReplicaRow> rows = MAP.rows(3, DELAY, List.of(new MeasuredLink("n1", "n3", 0.004, 0)));
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).snitch().places())
        .extracting(NodePlace::rack)
        .containsExactly("a", "b", "a");
    assertThat(rows.get(0).snitch().scores())
        .as("who is not known to a node that has scores is taken for the best")
        .containsExactly(List.of(0.3, 0.1, 0.0), List.of(), List.of());
    assertThat(rows.get(0).snitch().badnessThreshold()).isEqualTo(0.5);
    SeededRandom random = SeededRandom.stream(1, 0);
    assertThat(rows.get(0).legs().sameRack().draw(random)).isCloseTo(0.002, within(1e-12));
    assertThat(rows.get(0).legs().otherRack().draw(random))
        .as("as all links, where none was measured")
        .isCloseTo(0.02, within(1e-12));
  }

  @Test
  void whereNoSuchRowIsKnownAllReplicasAreAsFar() {
    assertThat(MAP.rows(4, DELAY, List.of())).hasSize(1).noneMatch(ReplicaRow::isOrdered);
    assertThat(ReplicaMap.NONE.rows(3, DELAY, List.of()).get(0).replicas()).isEqualTo(3);
    assertThat(ReplicaMap.NONE.medians(List.of(new MeasuredLink("n1", "n3", 1, 0)))).isEmpty();
  }

  @Test
  void aRowOfANodeThatThereIsNotIsRefused() {
    assertThatThrownBy(() -> new ReplicaMap(MAP.nodes(), List.of(List.of(0, 4)), 1))
        .hasMessageContaining("none of the 4 nodes");
  }

  private static ReplicaMap.MappedNode node(
      String address, String rack, Map<String, Double> scores) {
    return new ReplicaMap.MappedNode(address, "dc1", rack, scores);
  }
}
