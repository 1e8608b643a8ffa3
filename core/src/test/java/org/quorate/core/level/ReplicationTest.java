package org.quorate.core.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplicationTest {
  private static final Replication THREE = new Replication(Map.of("dc1", 3));

  @Test
  void simpleStrategyMeansTheSameInOneDataCentre() {
    Map<String, String> simple =
        Map.of("class", "org.apache.cassandra.locator.SimpleStrategy", "replication_factor", "3");
    assertThat(Replication.parse(simple, Set.of("dc1"))).isEqualTo(THREE);
    assertThat(Replication.parse(simple, Set.of("dc1", "dc2"))).isNull();
  }

  @Test
  void dataCentresWithoutReplicasAreLeftOut() {
    assertThat(
            Replication.parse(
                Map.of(
                    "class",
                    "org.apache.cassandra.locator.NetworkTopologyStrategy",
                    "dc1",
                    "3",
                    "dc2",
                    "0"),
                Set.of("dc1", "dc2")))
        .isEqualTo(THREE);
  }

  @Test
  void whatCannotBeSaidIsNotGuessed() {
    assertThat(
            Replication.parse(
                Map.of("class", "NetworkTopologyStrategy", "dc1", "3/1"), Set.of("dc1")))
        .isNull();
    assertThat(Replication.parse(Map.of("class", "LocalStrategy"), Set.of("dc1"))).isNull();
  }

  @Test
  void itIsWrittenForCqlAndForPeople() {
    Replication two = new Replication(Map.of("dc2", 2, "dc1", 3));
    assertThat(two.toCql()).isEqualTo("{'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 2}");
    assertThat(two).hasToString("dc1:3, dc2:2");
    assertThat(two.total()).isEqualTo(5);
  }

  @Test
  void aFactorBelowOneIsRefused() {
    assertThatThrownBy(() -> new Replication(Map.of("dc1", 0))).hasMessageContaining("dc1");
    assertThatThrownBy(() -> new Replication(Map.of())).hasMessageContaining("1 data centre");
  }
}
