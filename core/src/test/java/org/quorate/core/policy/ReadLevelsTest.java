package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;

final class ReadLevelsTest {
  private static final Replication TWO_CENTRES = new Replication(Map.of("dc1", 3, "dc2", 3));

  /** A read meets a write where no answering replicas of the one avoid those of the other. */
  @ParameterizedTest
  @MethodSource("replications")
  void whetherEveryWriteIsMetFollowsFromAllSetsOfReplicas(Replication replication) {
    for (Level write : Level.values()) {
      ReadLevels levels = ReadLevels.like(Level.LOCAL_ONE, replication, "dc1", write);
      for (Level read : Level.values()) {
        if (read != Level.EACH_QUORUM) {
          boolean met =
              answering(replication, read).stream()
                  .allMatch(
                      readers ->
                          answering(replication, write).stream()
                              .allMatch(writers -> (readers & writers) != 0));
          // A level that cannot be served at all meets, or misses, nothing.
          if (!answering(replication, read).isEmpty() && !answering(replication, write).isEmpty()) {
            assertThat(levels.meetsEveryWrite(read))
                .as("%s after %s in %s", read, write, replication)
                .isEqualTo(met);
          }
        }
      }
    }
  }

  static Stream<Replication> replications() {
    return Stream.of(
            Map.of("dc1", 1),
            Map.of("dc1", 2),
            Map.of("dc1", 3),
            Map.of("dc1", 5),
            Map.of("dc1", 3, "dc2", 3),
            Map.of("dc1", 3, "dc2", 2),
            Map.of("dc1", 1, "dc2", 3),
            Map.of("dc1", 2, "dc2", 2, "dc3", 2))
        .map(Replication::new);
  }

  /** Every set of replicas, as bits, that may be the ones to answer at a level; dc1 comes first. */
  private static List<Integer> answering(Replication replication, Level level) {
    List<Integer> sets = new ArrayList<>();
    for (int set = 1; set < 1 << replication.total(); set++) {
      if (isEnough(replication, level, set)) {
        sets.add(set);
      }
    }
    return sets;
  }

  private static boolean isEnough(Replication replication, Level level, int set) {
    int from = 0;
    for (Map.Entry<String, Integer> center : replication.replicasByDataCenter().entrySet()) {
      int answered = Integer.bitCount(set >> from & (1 << center.getValue()) - 1);
      from += center.getValue();
      boolean enough = answered >= level.replicas(center.getValue());
      if (level.isLocal() && center.getKey().equals("dc1")) {
        return enough;
      }
      if (level == Level.EACH_QUORUM && !enough) {
        return false;
      }
    }
    return level == Level.EACH_QUORUM
        || Integer.bitCount(set) >= level.replicas(replication.total());
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL_QUORUM, LOCAL_QUORUM, 3, 2, LOCAL_QUORUM",
    "LOCAL_QUORUM, EACH_QUORUM,  3, 2, LOCAL_QUORUM",
    "LOCAL_QUORUM, ALL,          3, 3, LOCAL_ONE",
    "LOCAL_QUORUM, QUORUM,       3, 1, THREE",
    "LOCAL_QUORUM, ONE,          3, 1, ALL",
    "QUORUM,       QUORUM,       6, 4, THREE",
    "QUORUM,       THREE,        6, 3, QUORUM",
    "QUORUM,       LOCAL_QUORUM, 6, 2, ALL",
    "ONE,          EACH_QUORUM,  6, 4, THREE"
  })
  void inTwoDataCentresTheApplicationsOwnLevelSaysWhichReplicasCount(
      Level own, Level write, int counted, int written, Level safe) {
    ReadLevels levels = ReadLevels.like(own, TWO_CENTRES, "dc1", write);
    assertThat(levels.replicationFactor()).isEqualTo(counted);
    assertThat(levels.writeReplicas()).isEqualTo(written);
    assertThat(levels.safe()).isEqualTo(safe);
  }

  @Test
  void inOneDataCentreLevelsOfItAndOfAllMeetEachOther() {
    Replication three = new Replication(Map.of("dc1", 3));
    assertThat(ReadLevels.like(Level.LOCAL_ONE, three, "dc1", Level.QUORUM).safe())
        .isEqualTo(Level.LOCAL_QUORUM);
    assertThat(ReadLevels.like(Level.ONE, three, "dc1", Level.LOCAL_QUORUM).safe())
        .isEqualTo(Level.QUORUM);
    assertThat(ReadLevels.like(Level.ONE, three, "dc1", Level.LOCAL_QUORUM).all())
        .containsExactly(Level.ONE, Level.QUORUM, Level.ALL);
  }

  @Test
  void betweenTwoLevelsIsTheWeakestThatMayMissAWrite() {
    Replication three = new Replication(Map.of("dc1", 3));
    Replication five = new Replication(Map.of("dc1", 5));
    ReadLevels afterOne = ReadLevels.like(Level.ONE, three, "dc1", Level.ONE);
    assertThat(afterOne.between(Level.ONE, Level.ALL)).contains(Level.QUORUM);
    assertThat(afterOne.between(Level.ONE, Level.QUORUM)).isEmpty();
    assertThat(ReadLevels.like(Level.ONE, three, "dc1", Level.QUORUM).between(Level.ONE, Level.ALL))
        .isEmpty();
    assertThat(ReadLevels.like(Level.ONE, five, "dc1", Level.ONE).between(Level.ONE, Level.ALL))
        .contains(Level.TWO);
    assertThat(
            ReadLevels.like(Level.LOCAL_ONE, five, "dc1", Level.ONE)
                .between(Level.LOCAL_ONE, Level.ALL))
        .contains(Level.LOCAL_QUORUM);
  }

  @Test
  void aSafeLevelOfAllDataCentresIsListedWithTheLocalOnes() {
    assertThat(ReadLevels.like(Level.LOCAL_ONE, TWO_CENTRES, "dc1", Level.QUORUM).all())
        .containsExactly(Level.LOCAL_ONE, Level.LOCAL_QUORUM, Level.THREE, Level.ALL);
  }

  @Test
  void withoutReplicasInTheLocalDataCentreThoseOfAllCount() {
    ReadLevels levels =
        ReadLevels.like(
            Level.LOCAL_ONE, new Replication(Map.of("dc2", 3)), "dc1", Level.LOCAL_QUORUM);
    assertThat(levels.replicationFactor()).isEqualTo(3);
    assertThat(levels.weakest()).isEqualTo(Level.ONE);
    assertThat(levels.safe()).as("nothing is known of local writes").isEqualTo(Level.ALL);
  }

  @Test
  void theStrongestLevelThatLiveReplicasServeIsFound() {
    ReadLevels levels =
        ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.ONE);
    assertThat(levels.servedBy(3)).isEqualTo(Level.ALL);
    assertThat(levels.servedBy(2)).isEqualTo(Level.QUORUM);
    assertThat(levels.servedBy(1)).isEqualTo(Level.ONE);
  }
}
