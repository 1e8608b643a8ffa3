package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;

final class ObservedLevelsTest {
  @ParameterizedTest
  @CsvSource({
    "2, 'ONE QUORUM'",
    "3, 'ONE QUORUM ALL'",
    "4, 'ONE TWO QUORUM ALL'",
    "5, 'ONE TWO QUORUM ALL'"
  })
  void aLevelIsListedForEveryNumberOfReplicasThatHasOne(int replicas, String expected) {
    ReadLevels levels =
        ObservedLevels.of("k", new Replication(Map.of("dc1", replicas)), "dc1", null);
    assertThat(levels.all().stream().map(Level::name)).containsExactly(expected.split(" "));
    assertThat(levels.writeLevel()).isEqualTo(Level.QUORUM);
  }

  @Test
  void theSafeLevelFollowsFromTheWriteLevel() {
    Replication three = new Replication(Map.of("dc1", 3));
    assertThat(ObservedLevels.of("k", three, "dc1", null).safe()).isEqualTo(Level.QUORUM);
    assertThat(ObservedLevels.of("k", three, "dc1", Level.ONE).safe()).isEqualTo(Level.ALL);
    assertThat(ObservedLevels.of("k", three, "dc1", Level.ALL).safe()).isEqualTo(Level.ONE);
    assertThat(ObservedLevels.of("k", three, "dc1", Level.LOCAL_QUORUM).safe())
        .isEqualTo(Level.LOCAL_QUORUM);
  }

  @Test
  void inSeveralDataCentresTheLocalLevelsCount() {
    ReadLevels levels =
        ObservedLevels.of("k", new Replication(Map.of("dc1", 3, "dc2", 5)), "dc1", null);
    assertThat(levels.all()).containsExactly(Level.LOCAL_ONE, Level.LOCAL_QUORUM, Level.ALL);
    assertThat(levels.writeLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(levels.safe()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(levels.replicas(Level.LOCAL_QUORUM)).isEqualTo(2);
    assertThat(levels.replicas(Level.ALL)).isEqualTo(8);
    assertThat(levels.counted(Level.ALL)).isEqualTo(3);
  }

  @Test
  void aWriteLevelOfAllDataCentresHasReadLevelsOfAll() {
    ReadLevels levels =
        ObservedLevels.of("k", new Replication(Map.of("dc1", 3, "dc2", 2)), "dc1", Level.QUORUM);
    assertThat(levels.all()).containsExactly(Level.ONE, Level.TWO, Level.QUORUM, Level.ALL);
    assertThat(levels.safe()).isEqualTo(Level.QUORUM);
    assertThat(levels.replicas(Level.QUORUM)).isEqualTo(3);
  }

  @Test
  void whereEveryReadMeetsTheOnlyReplicaThereIsNothingToEstimate() {
    assertThatThrownBy(() -> ObservedLevels.of("k", new Replication(Map.of("dc1", 1)), "dc1", null))
        .hasMessageContaining("replication factor 1")
        .hasMessageContaining("nothing to estimate");
    assertThatThrownBy(
            () -> ObservedLevels.of("k", new Replication(Map.of("dc1", 1, "dc2", 3)), "dc1", null))
        .hasMessageContaining("one replica of each row in data centre dc1");
  }

  @Test
  void aDataCentreWithoutReplicasAndAWriteLevelOfTooManyAreRefused() {
    assertThatThrownBy(
            () ->
                ObservedLevels.of(
                    "k", new Replication(Map.of("dc1", 3)), "dc9", Level.LOCAL_QUORUM))
        .hasMessageContaining("no replicas in data centre dc9")
        .hasMessageContaining("dc1:3");
    assertThatThrownBy(
            () -> ObservedLevels.of("k", new Replication(Map.of("dc1", 2)), "dc1", Level.THREE))
        .hasMessage("Writes at THREE need 3 replicas, but keyspace k has 2.");
  }
}
