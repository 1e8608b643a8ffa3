package org.quorate.core.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

class GuaranteePlanTest {
  private static final Set<Guarantee> BOTH = EnumSet.allOf(Guarantee.class);
  private static final Set<Guarantee> OWN_WRITES = Set.of(Guarantee.READ_YOUR_WRITES);
  private static final Set<Guarantee> MONOTONIC = Set.of(Guarantee.MONOTONIC_READS);

  @Test
  void aMajorityPaysWithEveryReadWhereNothingStrongerMayBeSent() {
    GuaranteePlan plan = plan(BOTH, levels(3, Level.QUORUM), Level.QUORUM).orElseThrow();

    assertThat(plan.first()).isEqualTo(Level.QUORUM);
    assertThat(plan.floor(true, true, true)).isEqualTo(Level.QUORUM);
    assertThat(plan.always()).isEqualTo(Level.QUORUM);
  }

  @Test
  void theSecondReadOfAKeyPaysWhereAllMayBeSent() {
    GuaranteePlan plan = plan(BOTH, levels(3, Level.QUORUM), Level.ALL).orElseThrow();

    assertThat(plan.floor(false, false, false)).isEqualTo(Level.ONE);
    assertThat(plan.floor(true, false, false)).isEqualTo(Level.QUORUM);
    assertThat(plan.floor(false, true, false)).isEqualTo(Level.QUORUM);
    assertThat(plan.floor(false, true, true)).isEqualTo(Level.ALL);
    assertThat(plan.traceOf(Level.ONE)).isEqualTo(Trace.READ_WEAKLY);
    assertThat(plan.traceOf(Level.QUORUM)).isEqualTo(Trace.READ);
    assertThat(plan.always()).isEqualTo(Level.QUORUM);
  }

  @Test
  void ownWritesAloneLeaveEveryOtherReadWeak() {
    GuaranteePlan plan = plan(OWN_WRITES, levels(3, Level.QUORUM), Level.QUORUM).orElseThrow();

    assertThat(plan.floor(false, true, true)).isEqualTo(Level.ONE);
    assertThat(plan.floor(true, true, true)).isEqualTo(Level.QUORUM);
    assertThat(plan.always()).isEqualTo(Level.ONE);
  }

  @Test
  void afterWritesAtOneOnlyAllMeetsThem() {
    ReadLevels levels = levels(3, Level.ONE);

    assertThat(plan(OWN_WRITES, levels, Level.QUORUM)).isEmpty();
    assertThat(GuaranteePlan.objection(OWN_WRITES, levels, Level.QUORUM))
        .contains(
            "read-your-writes cannot be promised: reads at QUORUM, the strongest level that they"
                + " may be sent at, do not meet every write at ONE; state safe-level = ALL, or"
                + " write at a stronger level.");
    assertThat(plan(OWN_WRITES, levels, Level.ALL).orElseThrow().afterWrite()).isEqualTo(Level.ALL);
  }

  /** A write that is under way, or has failed, may be at one replica alone. */
  @Test
  void readsAtOneAreNotMonotonicHoweverStrongWritesAre() {
    ReadLevels levels = levels(3, Level.ALL);

    assertThat(GuaranteePlan.objection(OWN_WRITES, levels, Level.ONE)).isEmpty();
    assertThat(GuaranteePlan.objection(MONOTONIC, levels, Level.ONE))
        .contains(
            "monotonic-reads cannot be promised: two reads at ONE, the strongest level that they"
                + " may be sent at, need not meet in a replica; state safe-level = QUORUM.");
  }

  @Test
  void levelsOfOneDataCentrePromiseWithinIt() {
    Replication two = new Replication(Map.of("dc1", 3, "dc2", 3));
    ReadLevels local = new ReadLevels(two, "dc1", LevelLadder.LOCAL, Level.LOCAL_QUORUM);
    ReadLevels elsewhere = new ReadLevels(two, "dc1", LevelLadder.LOCAL, Level.QUORUM);

    assertThat(plan(BOTH, local, Level.LOCAL_QUORUM).orElseThrow().always())
        .isEqualTo(Level.LOCAL_QUORUM);
    assertThat(GuaranteePlan.objection(OWN_WRITES, elsewhere, Level.LOCAL_QUORUM)).isPresent();
    assertThat(GuaranteePlan.objection(MONOTONIC, elsewhere, Level.LOCAL_QUORUM)).isEmpty();
  }

  @Test
  void oneReplicaNeedsNothing() {
    GuaranteePlan plan = plan(BOTH, levels(1, Level.ONE), Level.ONE).orElseThrow();

    assertThat(plan.floor(true, true, true)).isEqualTo(Level.ONE);
  }

  /** The plan against the sets of replicas that may have answered, one by one. */
  @ParameterizedTest
  @EnumSource(
      value = Level.class,
      names = {"ONE", "TWO", "QUORUM", "ALL"})
  void whateverReplicasAnswerAReadMeetsWhatItMust(Level writeLevel) {
    for (int replicas = 1; replicas <= 5; replicas++) {
      if (writeLevel.replicas(replicas) > replicas) {
        continue;
      }
      ReadLevels levels = levels(replicas, writeLevel);
      for (Level ceiling : levels.all()) {
        GuaranteePlan plan = plan(BOTH, levels, ceiling).orElse(null);
        if (plan == null) {
          continue;
        }
        assertThat(levels.replicas(plan.floor(true, true, true)))
            .isLessThanOrEqualTo(levels.replicas(ceiling));
        assertThat(alwaysMeet(replicas, writeLevel, plan.floor(true, false, false))).isTrue();
        for (Level read : EnumSet.of(plan.first(), plan.afterRead(), plan.afterWeakRead())) {
          boolean weak = plan.traceOf(read) == Trace.READ_WEAKLY;
          assertThat(alwaysMeet(replicas, read, plan.floor(false, true, weak)))
              .as("%s of %d, then %s", read, replicas, plan)
              .isTrue();
        }
      }
    }
  }

  private static boolean alwaysMeet(int replicas, Level earlier, Level later) {
    for (int one = 0; one < 1 << replicas; one++) {
      for (int other = 0; other < 1 << replicas; other++) {
        if (Integer.bitCount(one) == earlier.replicas(replicas)
            && Integer.bitCount(other) == later.replicas(replicas)
            && (one & other) == 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** The plan that is told of in the package's essay: no pair of reads costs less. */
  @Test
  void noPlanNeedsFewerReplicasForTwoReadsOfAKey() {
    ReadLevels levels = levels(3, Level.QUORUM);
    GuaranteePlan lazy = plan(MONOTONIC, levels, Level.ALL).orElseThrow();
    GuaranteePlan even = plan(MONOTONIC, levels, Level.QUORUM).orElseThrow();

    int cheapest = Integer.MAX_VALUE;
    for (Level one : levels.all()) {
      for (Level other : levels.all()) {
        if (alwaysMeet(3, one, other)) {
          cheapest = Math.min(cheapest, levels.replicas(one) + levels.replicas(other));
        }
      }
    }
    assertThat(levels.replicas(lazy.first()) + levels.replicas(lazy.floor(false, true, true)))
        .isEqualTo(cheapest);
    assertThat(levels.replicas(even.first()) + levels.replicas(even.floor(false, true, false)))
        .isEqualTo(cheapest);
  }

  private static Optional<GuaranteePlan> plan(
      Set<Guarantee> guarantees, ReadLevels levels, Level ceiling) {
    return GuaranteePlan.of(guarantees, levels, ceiling);
  }

  private static ReadLevels levels(int replicas, Level writeLevel) {
    return new ReadLevels(
        new Replication(Map.of("dc1", replicas)), "dc1", LevelLadder.GLOBAL, writeLevel);
  }
}
