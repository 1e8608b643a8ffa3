package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/** The loop on a clock that the test turns; what a session adds is in {@code TableControlTest}. */
class DecisionLoopTest {
  private static final long SECOND = 1_000_000_000L;
  private static final List<Level> WRITES = List.of(Level.values());
  private static final List<Level> READS =
      List.of(
          Level.ONE,
          Level.TWO,
          Level.THREE,
          Level.QUORUM,
          Level.ALL,
          Level.LOCAL_ONE,
          Level.LOCAL_QUORUM,
          Level.EACH_QUORUM);

  /** 10,000 random clusters, ladders, loads and policies; seed 7. */
  @Test
  void noReadIsSentAtALevelThatTheApplicationsOwnCouldNotBeServedWithout() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      Replication replication =
          random.nextBoolean()
              ? new Replication(Map.of("dc1", 1 + random.nextInt(5)))
              : new Replication(Map.of("dc1", 1 + random.nextInt(3), "dc2", 3));
      Level own = READS.get(random.nextInt(READS.size()));
      Level write = WRITES.get(random.nextInt(WRITES.size()));
      ReadLevels levels =
          random.nextBoolean()
              ? ReadLevels.like(own, replication, "dc1", write)
              : new ReadLevels(
                  replication,
                  "dc1",
                  random.nextBoolean() ? LevelLadder.LOCAL : LevelLadder.GLOBAL,
                  write);
      DecisionLoop loop =
          new DecisionLoop(
              settings(Policies.of(name(random), random.nextDouble()), Optional.empty()),
              levels,
              own);
      loop.propagation(Propagation.exactly(random.nextDouble()), RoundTrips.NONE, 0);
      loop.traffic(new Traffic(0, 1, random.nextInt(1000), random.nextInt(1000), 0, true));
      for (Level sent :
          List.of(loop.at(0).decision().level(), loop.at(100 * SECOND).decision().level())) {
        for (int here = 0; here <= center(replication, "dc1"); here++) {
          for (int there = 0; there <= center(replication, "dc2"); there++) {
            assertThat(isServed(sent, here, there, replication))
                .as("%s instead of %s, %d and %d of %s up", sent, own, here, there, replication)
                .isIn(true, isServed(own, here, there, replication));
          }
        }
      }
    }
  }

  /** Whether a read is served when so many of its replicas in each data centre are up. */
  private static boolean isServed(Level read, int here, int there, Replication replication) {
    int ofHere = center(replication, "dc1");
    int ofThere = center(replication, "dc2");
    return switch (read) {
      case LOCAL_ONE -> here >= 1;
      case LOCAL_QUORUM -> here > ofHere / 2;
      case EACH_QUORUM -> here > ofHere / 2 && (ofThere == 0 || there > ofThere / 2);
      default -> here + there >= read.replicas(ofHere + ofThere);
    };
  }

  private static int center(Replication replication, String name) {
    return replication.replicasByDataCenter().getOrDefault(name, 0);
  }

  private static String name(SplittableRandom random) {
    return Policies.names().get(random.nextInt(Policies.names().size()));
  }

  @Test
  void aStatedSafeLevelIsTheStrongestUnlessLessMeetsEveryWrite() {
    assertThat(busy(Level.ONE, Level.ONE, Level.ALL)).isEqualTo(Level.ALL);
    assertThat(busy(Level.ONE, Level.QUORUM, Level.ALL)).isEqualTo(Level.QUORUM);
    assertThat(busy(Level.ONE, Level.ONE, Level.QUORUM)).isEqualTo(Level.QUORUM);
    assertThat(busy(Level.QUORUM, Level.ONE, Level.ONE)).isEqualTo(Level.ONE);
  }

  private static Level busy(Level own, Level write, Level safe) {
    DecisionLoop loop = loop(Policies.of("harmony", 0), own, write, Optional.of(safe));
    assertThat(loop.at(0).decision().level()).as("nothing known").isEqualTo(loop.ceiling());
    loop.propagation(Propagation.exactly(1), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 1000, 1000, 0, true));
    return loop.at(0).decision().level();
  }

  @Test
  void aPolicysRaisesAreHeldToTheSameLevels() {
    ConsistencyPolicy raising =
        new ConsistencyPolicy() {
          @Override
          public String name() {
            return "raising 0%";
          }

          @Override
          public Decision decide(Observation observation, ReadLevels levels) {
            return new Decision(
                levels.weakest(),
                List.of(
                    new Raise.RecentlyWritten(50, Level.ALL),
                    new Raise.TokenRange(0, 9, Level.QUORUM)),
                "It raises.",
                Optional.empty());
          }
        };
    DecisionLoop loop = loop(raising, Level.QUORUM, Level.ONE, Optional.empty());
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 1, 1, 0, true));
    Standing standing = loop.at(0);
    assertThat(standing.known()).isTrue();
    assertThat(standing.decision().level()).isEqualTo(Level.ONE);
    assertThat(standing.decision().raises())
        .containsExactly(
            new Raise.RecentlyWritten(50, Level.QUORUM), new Raise.TokenRange(0, 9, Level.QUORUM));
    assertThat(standing.decision().reason())
        .isEqualTo("It raises. Nothing stronger than QUORUM is sent, the application's own level.");
  }

  @Test
  void whatTheOwnLevelMeansForTheToleranceIsSaidWhereItMissesWrites() {
    assertThat(loop(harmony(), Level.QUORUM, Level.QUORUM, Optional.empty()).limit()).isEmpty();
    assertThat(loop(harmony(), Level.QUORUM, Level.ONE, Optional.empty()).limit().orElseThrow())
        .startsWith("Reads are sent at QUORUM at most, the application's own level, which does")
        .contains("state safe-level = ALL");
    assertThat(loop(harmony(), Level.ONE, Level.ONE, Optional.of(Level.TWO)).limit().orElseThrow())
        .startsWith("Reads are sent at TWO at most, the stated safe level, which does not");
  }

  /** Of four replicas three have a write, perhaps none of them the only one of dc1. */
  @Test
  void whereWritesNeedNotReachTheOnlyReplicaHereNothingIsTakenForFresh() {
    ReadLevels levels =
        ReadLevels.like(
            Level.LOCAL_ONE, new Replication(Map.of("dc1", 1, "dc2", 3)), "dc1", Level.QUORUM);
    DecisionLoop loop =
        new DecisionLoop(settings(harmony(), Optional.of(Level.ALL)), levels, Level.LOCAL_ONE);
    loop.propagation(Propagation.exactly(0), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 1000, 1000, 0, true));
    assertThat(loop.at(0).decision().level()).isEqualTo(Level.TWO);
    assertThat(loop.at(0).decision().reason())
        .startsWith("Writes at QUORUM need not reach the one replica in dc1");
  }

  /** One read in 30 s, ten writes a second, 50 ms: the read is stale with 33 %, not with none. */
  @Test
  void aTableThatIsReadSeldomIsNotTakenForOneThatCannotBeStale() {
    DecisionLoop loop =
        loop(Policies.of("harmony", 0.05), Level.QUORUM, Level.QUORUM, Optional.empty());
    loop.propagation(Propagation.exactly(0.05), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 0, 10, 0, true));
    assertThat(loop.at(0).decision().level()).isEqualTo(Level.QUORUM);
    loop.traffic(new Traffic(SECOND, 1, 0, 0, 0, true));
    assertThat(loop.at(SECOND).decision().level()).as("nothing is written").isEqualTo(Level.ONE);
  }

  @Test
  void aPropagationTimeToOtherReplicasDecidesNothing() {
    DecisionLoop loop = loop(harmony(), Level.QUORUM, Level.QUORUM, Optional.empty());
    loop.levels(
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 1)), "dc1", Level.QUORUM),
        Level.QUORUM);
    loop.propagation(Propagation.exactly(0), RoundTrips.NONE, 0);
    loop.levels(
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM),
        Level.QUORUM);
    loop.traffic(new Traffic(0, 1, 100, 100, 0, true));
    assertThat(loop.at(0).known()).isFalse();
    loop.propagation(Propagation.exactly(0.05), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 100, 100, 0, true));
    assertThat(loop.at(0).known()).isTrue();
  }

  @Test
  void aReadingCoversSomeTime() {
    assertThatThrownBy(() -> new Traffic(0, 0, 1, 1, 0, true))
        .hasMessage("A reading must cover some time, but it covers 0.0 seconds.");
  }

  @Test
  void ownReadsAreTakenOutAndWhatTheirDateLeavesOfThemIsNothing() {
    assertThat(new Traffic(0, 5, 20, 1, 60, true).applicationReadsPerSecond()).isEqualTo(8);
    assertThat(new Traffic(0, 5, 11, 1, 60, true).applicationReadsPerSecond()).isZero();
    assertThat(new Traffic(0, 5, 12.0004, 1, 60, true).applicationReadsPerSecond()).isZero();
    assertThat(new Traffic(0, 5, 0.0004, 1, 0, true).applicationReadsPerSecond()).isEqualTo(0.0004);
  }

  private static ConsistencyPolicy harmony() {
    return Policies.of("harmony", 0.1);
  }

  @Test
  void aPolicyThatNeedsNoRatesDecidesWithoutReadings() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.QUORUM, Level.ONE, Optional.of(Level.ALL));
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 0);
    assertThat(loop.at(0).known()).isFalse();
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 10);
    assertThat(loop.at(10).known()).isTrue();
    assertThat(loop.at(10).decision().level()).isEqualTo(Level.ONE);
    assertThat(loop.pairs()).isNotSameAs(PairBudget.NONE);
    long later = Duration.ofSeconds(41).toNanos();
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, later);
    assertThat(loop.at(later).lost()).as("the propagation time is too old").isTrue();
  }

  @Test
  void pairsAreTimedWhereTheyWaitForAllReplicasAndAnyAreSent() {
    assertThat(wantsTimes(Level.ONE, LoopSettings.DEFAULT_PAIR_BUDGET)).isTrue();
    assertThat(wantsTimes(Level.ONE, 0)).as("no pairs are sent").isFalse();
    assertThat(wantsTimes(Level.QUORUM, LoopSettings.DEFAULT_PAIR_BUDGET))
        .as("pairs at QUORUM say nothing of the slowest")
        .isFalse();
  }

  private static boolean wantsTimes(Level write, double pairBudget) {
    DecisionLoop loop =
        new DecisionLoop(
            new LoopSettings(
                Policies.of("quorate", 0.01),
                KeyPopularity.ONE_KEY,
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Optional.of(Level.ALL),
                pairBudget),
            ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", write),
            Level.ONE);
    PairTimes times = new PairTimes();
    loop.timed(times);
    DelaySample trips = DelaySample.of(List.of(0.02, 0.02, 0.02));
    loop.propagation(Propagation.exactly(0.01), new RoundTrips(trips, trips), 0);
    count(loop, 0, 1);
    return times.isWanted();
  }

  @Test
  void thatNothingIsWrittenIsBelievedUntilThisProcessWrites() {
    DecisionLoop loop = quietForLongWithoutATime();
    for (int second = 101; second <= 104; second++) {
      count(loop, 21, second);
    }
    assertThat(loop.at(104 * SECOND).lost()).isTrue();
    assertThat(loop.at(104 * SECOND).decision().level()).isEqualTo(Level.ALL);
  }

  @Test
  void thatNothingIsWrittenIsBelievedNoLongerThanTheReadingMayBeOld() {
    DecisionLoop loop = quietForLongWithoutATime();
    for (int second = 101; second <= 107; second++) {
      count(loop, 20, second);
      assertThat(loop.at(second * SECOND).known()).as("second %d", second).isEqualTo(second <= 106);
    }
    assertThat(loop.at(107 * SECOND).decision().level()).isEqualTo(Level.ALL);
  }

  private static DecisionLoop quietForLongWithoutATime() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.QUORUM, Level.ONE, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    for (int second = 0; second <= 100; second++) {
      count(loop, 20, second);
      loop.traffic(new Traffic(second * SECOND, 1, 10, 0, 0, true));
    }
    assertThat(loop.at(100 * SECOND).known()).isTrue();
    return loop;
  }

  private static void count(DecisionLoop loop, double ownWrites, int second) {
    ClassCounts none = ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE);
    loop.evidence(none, ownWrites, second * SECOND);
  }

  /** Servers that are too busy to answer for a while say nothing against it. */
  @Test
  void aFixedLevelStaysHoweverOldReadingsAre() {
    DecisionLoop loop =
        loop(new StaticPolicy(Level.ONE), Level.QUORUM, Level.QUORUM, Optional.empty());
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 1, 1, 0, true));
    assertThat(loop.at(0).decision().level()).isEqualTo(Level.ONE);
    long day = Duration.ofDays(1).toNanos();
    assertThat(loop.at(day).decision().level()).isEqualTo(Level.ONE);
    assertThat(loop.at(day).known()).isTrue();
    loop.levels(
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 5)), "dc1", Level.QUORUM),
        Level.QUORUM);
    assertThat(loop.at(day).known()).as("of another cluster").isFalse();
  }

  @Test
  void aDecisionAgesOnAClockThatBeginsBelowZero() {
    long begin = -Duration.ofHours(1).toNanos();
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.QUORUM, Level.ONE, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, begin);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, begin);
    assertThat(loop.at(begin).known()).isTrue();
    assertThat(loop.at(begin + Duration.ofMinutes(1).toNanos()).known()).isFalse();
  }

  @Test
  void roundTripsAreMeasuredAtAShareOfTheReadsOnceEnoughAreKnown() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    assertThat(loop.pairsToMeasure(0)).isEqualTo(Integer.MAX_VALUE);
    loop.propagation(Propagation.exactly(0.01), trips(239, 0.02), 0);
    assertThat(loop.pairsToMeasure(0)).as("too few").isEqualTo(Integer.MAX_VALUE);
    loop.propagation(Propagation.exactly(0.01), trips(1, 0.02), 0);
    assertThat(loop.pairsToMeasure(20 * SECOND)).isZero();
    assertThat(loop.pairsToMeasure(20 * SECOND + 1)).as("before it is too old").isEqualTo(3);
    loop.evidence(ClassCounts.unclassed(reads(10_000), AgedPairCounts.NONE), 0, SECOND);
    // 10,000 reads pay for 50 replica reads; a pair takes 1 + 3, and a third of them 1 + 2 more.
    assertThat(loop.pairsToMeasure(SECOND)).isEqualTo(9);
    loop.propagation(Propagation.exactly(0.01), trips(9, 0.03), SECOND);
    assertThat(loop.pairsToMeasure(SECOND)).as("slower, and no reads since").isEqualTo(3);
    loop.evidence(ClassCounts.unclassed(reads(11_000), AgedPairCounts.NONE), 0, SECOND);
    assertThat(loop.pairsToMeasure(SECOND)).as("a tenth of 1,000 reads").isEqualTo(18);
    loop.propagation(Propagation.exactly(0.01), trips(9, 0.02), SECOND);
    assertThat(loop.pairsToMeasure(SECOND)).as("no reads since").isZero();
  }

  private static AgeCounts never(double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[AgeBins.NEVER] = count;
    return AgeCounts.of(counts);
  }

  /** By pairs some reads of rows never written are stale at ONE, so that all are raised. */
  @Test
  void aSampleOfALevelBetweenIsOverOnceRoundTripsWereLongerTwiceInARow() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.QUORUM, Level.ONE, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), trips(240, 0.02), 0);
    ClassCounts shown =
        ClassCounts.unclassed(never(10_000), new AgedPairCounts(never(300), never(11)));
    loop.evidence(shown, 0, SECOND);
    assertThat(loop.decision().orElseThrow().level()).isEqualTo(Level.ALL);
    Level between = loop.pairs().between();
    assertThat(between).isNotNull();
    // A hundredth of two replicas more, in pairs of two and three.
    assertThat(loop.pairs().chanceBetween()).isCloseTo(0.01 * 2 / 5, within(1e-9));
    ClassCounts sampled = shown.plusBetween(new BetweenPairs(6_000, 0, 0));
    loop.evidence(sampled, 0, SECOND);
    assertThat(loop.decision().orElseThrow().level()).isEqualTo(between);
    assertThat(loop.pairs().chanceBetween()).isCloseTo(0.01 * 1 / 5, within(1e-9));
    loop.propagation(Propagation.exactly(0.01), trips(9, 0.03), SECOND);
    loop.evidence(sampled, 0, SECOND);
    assertThat(loop.decision().orElseThrow().level()).as("by chance").isEqualTo(between);
    loop.propagation(Propagation.exactly(0.01), trips(9, 0.03), SECOND);
    loop.evidence(sampled, 0, SECOND);
    assertThat(loop.decision().orElseThrow().level()).isEqualTo(Level.ALL);
  }

  @Test
  void aSampleOfALevelBetweenIsOverOnceTwiceInARowMoreThanTwiceAsMuchIsWritten() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.QUORUM, Level.ONE, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), trips(240, 0.02), 0);
    ClassCounts sampled =
        ClassCounts.unclassed(never(10_000), new AgedPairCounts(never(300), never(11)))
            .plusBetween(new BetweenPairs(6_000, 0, 0));
    int[] writes = {100, 100, 210, 300, 100, 300, 300};
    for (int second = 0; second < writes.length; second++) {
      loop.traffic(new Traffic(second * SECOND, 1, 100, writes[second], 0, true));
      loop.evidence(sampled, 0, second * SECOND);
      assertThat(loop.decision().orElseThrow().level())
          .as("after second %d", second)
          .isEqualTo(second < writes.length - 1 ? Level.QUORUM : Level.ALL);
    }
  }

  @Test
  void roundTripsAreLearntAgainAndAgainUntilThereIsEnoughOrItCannotBeHad() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    assertThat(loop.isLearning()).isTrue();
    loop.propagation(Propagation.exactly(0.01), trips(239, 0.02), 0);
    assertThat(loop.isLearning()).as("too few").isTrue();
    loop.propagation(Propagation.exactly(0.01), trips(1, 0.02), 0);
    assertThat(loop.isLearning()).as("enough").isFalse();
    loop.propagation(Propagation.exactly(0.01), trips(9, 0.03), SECOND);
    assertThat(loop.isLearning()).as("a surprise is no reason to hurry").isFalse();

    DecisionLoop down =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    for (int round = 0; round < 16; round++) {
      assertThat(down.isLearning()).isTrue();
      down.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    }
    assertThat(down.isLearning()).as("a replica is down").isFalse();
    DecisionLoop refused =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    for (int round = 0; round < 16; round++) {
      refused.notMeasured();
    }
    assertThat(refused.isLearning()).as("nothing can be measured").isFalse();
    down.evidence(ClassCounts.unclassed(reads(10_000), AgedPairCounts.NONE), 0, SECOND);
    assertThat(down.pairsToMeasure(SECOND))
        .as("as many as reads pay for from then on")
        .isEqualTo(9);
    assertThat(loop(harmony(), Level.ONE, Level.QUORUM, Optional.empty()).isLearning())
        .as("rates need it at every interval anyway")
        .isFalse();
  }

  @Test
  void roundTripsAreLearntOnceAReplicaIsBack() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    for (int round = 0; round < 20; round++) {
      loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    }
    assertThat(loop.isLearning()).isFalse();
    loop.propagation(Propagation.exactly(0.01), trips(3, 0.02), 0);
    assertThat(loop.isLearning()).isTrue();
    assertThat(loop.pairsToMeasure(0)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aSmallRoundMakesThePropagationTimeOfAllRoundTripsThatAreKnown() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.011), trips(300, 0.02), 0);
    loop.propagation(Propagation.exactly(0.016), trips(3, 0.03), 1);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 1);
    assertThat(loop.observation().orElseThrow().propagation().seconds())
        .as("the rest of it takes 1 ms")
        .isEqualTo(0.011, within(1e-9));
  }

  @Test
  void aPolicyThatNeedsRatesMeasuresRoundTripsAsOftenAsItIsTold() {
    DecisionLoop loop = loop(harmony(), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), trips(300, 0.02), 0);
    assertThat(loop.pairsToMeasure(0)).isEqualTo(Integer.MAX_VALUE);
  }

  private static RoundTrips trips(int count, double seconds) {
    DelaySample sample = DelaySample.of(Collections.nCopies(count, seconds));
    return new RoundTrips(sample, sample);
  }

  private static AgeCounts reads(double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[AgeBins.OLDEST] = count;
    return AgeCounts.of(counts);
  }

  /** Nineteen others like this process, and then a node that does not answer the monitor. */
  @Test
  void keysThatOthersWriteStayRaisedHoweverLongReadingsAreNotComplete() {
    DecisionLoop loop =
        new DecisionLoop(
            new LoopSettings(
                Policies.of("quorate", 0.01),
                KeyPopularity.ONE_KEY,
                Duration.ZERO,
                Duration.ofSeconds(3),
                Duration.ofSeconds(40),
                Optional.of(Level.ALL),
                LoopSettings.DEFAULT_PAIR_BUDGET,
                Duration.ZERO),
            ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.ONE),
            Level.ONE);
    ClassCounts perSecond = hotAndCold();
    for (int second = 0; second <= 300; second += 2) {
      long now = second * SECOND;
      if (second % 10 == 0) {
        loop.propagation(Propagation.exactly(0.01), trips(30, 0.02), now);
      }
      loop.evidence(perSecond.times(second, second), 50 * second, now);
      boolean complete = second <= 120;
      loop.traffic(new Traffic(now, 2, 1_000, complete ? 1_000 : 600, 0, complete));
      if (second >= 120) {
        assertThat(loop.at(now).known()).isTrue();
        assertThat(loop.at(now).decision().isByClass()).as("second %d", second).isTrue();
      }
    }
  }

  /** A thousand reads: half of them of keys that are written once a second, half of cold ones. */
  private static ClassCounts hotAndCold() {
    double[] ages = new double[AgeBins.COUNT];
    ages[AgeBins.of(50_000_000)] = 50;
    ages[AgeBins.of(300_000_000)] = 200;
    ages[AgeBins.of(SECOND)] = 250;
    List<AgeCounts> reads = new ArrayList<>(ClassCounts.NONE.reads());
    reads.set(12, AgeCounts.of(ages));
    reads.set(3, reads(500));
    return new ClassCounts(reads, ClassCounts.NONE.pairs());
  }

  @Test
  void rangesThatAreBehindAreRaisedAtOnceToTheCeiling() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.TWO));
    loop.behind(List.of(new KeyRange(0, 10)), 0);
    assertThat(loop.at(0).decision().level()).as("before anything is known").isEqualTo(Level.TWO);
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 1);
    assertThat(loop.at(1).decision().raises()).anyMatch(raise -> raise.holds(5, -1));
    loop.behind(List.of(new KeyRange(20, 30)), 2);
    assertThat(loop.at(2).decision().raises())
        .noneMatch(raise -> raise.holds(5, -1))
        .anyMatch(raise -> raise.holds(25, -1))
        .allMatch(raise -> raise.level() == Level.QUORUM || raise.level() == Level.TWO);
  }

  @Test
  void rangesThatAreBehindAreRaisedAtOnceThoughThePropagationTimeIsOutdated() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.TWO));
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 39 * SECOND);
    loop.behind(List.of(new KeyRange(0, 10)), 41 * SECOND);
    assertThat(loop.at(41 * SECOND).decision().raises()).anyMatch(raise -> raise.holds(5, -1));
    assertThat(loop.at(41 * SECOND).known()).isTrue();
    assertThat(loop.at(43 * SECOND).lost()).as("it lives no longer for that").isTrue();
    loop.behind(List.of(), 44 * SECOND);
    assertThat(loop.at(44 * SECOND).known()).as("nor does it come back").isFalse();
  }

  @Test
  void whereLittleIsNewWhatWasDecidedStandsAsLongAsThePropagationTimeDoes() {
    DecisionLoop loop =
        loop(Policies.of("quorate", 0.01), Level.ONE, Level.QUORUM, Optional.of(Level.TWO));
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 0);
    for (int second = 2; second <= 40; second += 2) {
      loop.littleIsNew(0, second * SECOND);
      assertThat(loop.at(second * SECOND).known()).isTrue();
    }
    loop.littleIsNew(0, 42 * SECOND);
    assertThat(loop.at(44 * SECOND).lost()).as("of the time a write takes").isTrue();
    loop.littleIsNew(0, 45 * SECOND);
    assertThat(loop.at(45 * SECOND).known()).as("what is lost does not come back").isFalse();
  }

  @Test
  void whatMayRaiseIsNotLeftForLater() {
    DecisionLoop loop = loop(Policies.of("quorate", 0.01), Level.ONE, Level.ONE, Optional.empty());
    ClassCounts nothing = ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE);
    loop.propagation(Propagation.exactly(0.01), trips(300, 0.02), 0);
    loop.evidence(nothing, 0, 0);
    assertThat(loop.isDue()).isFalse();
    loop.clocks(false);
    assertThat(loop.isDue()).as("nothing new of clocks").isFalse();
    loop.clocks(true);
    assertThat(loop.isDue()).isTrue();
    loop.evidence(nothing, 0, 1);
    assertThat(loop.isDue()).isFalse();
    loop.heard();
    assertThat(loop.isDue()).isTrue();
    loop.evidence(nothing, 0, 2);
    loop.propagation(Propagation.exactly(0.1), trips(9, 0.2), 3);
    assertThat(loop.isDue()).as("round trips are longer").isTrue();
  }

  @Test
  void rangesThatAreBehindAreRaisedAtOnceForPoliciesThatGoByRatesToo() {
    DecisionLoop loop =
        loop(Policies.of("random-read", 0.5), Level.ONE, Level.QUORUM, Optional.of(Level.ALL));
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.traffic(new Traffic(0, 1, 1, 1, 0, true));
    assertThat(loop.at(0).decision().raises()).isEmpty();
    loop.behind(List.of(new KeyRange(0, 10)), SECOND / 2);
    Decision raised = loop.at(SECOND / 2).decision();
    assertThat(raised.level()).isEqualTo(Level.ONE);
    assertThat(raised.raises())
        .anyMatch(raise -> raise.holds(5, -1) && raise.level() == Level.QUORUM)
        .noneMatch(raise -> raise.holds(11, -1));
    assertThat(raised.reason())
        .endsWith("one range of the ring whose replicas are behind are raised.");
    assertThat(loop.at(5 * SECOND).lost()).as("it lives no longer for that").isTrue();
  }

  @Test
  void theWindowIsThatOfTheStrongestLevelThatMayBeSent() {
    ConsistencyPolicy policy = Policies.of("quorate", 0.0001);
    long limited = window(policy, Optional.empty());
    assertThat(limited).isGreaterThan(window(policy, Optional.of(Level.ALL)));
  }

  private static long window(ConsistencyPolicy policy, Optional<Level> safe) {
    DecisionLoop loop = loop(policy, Level.QUORUM, Level.ONE, safe);
    loop.propagation(new Propagation(0.01, 0.006, 0.02), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 1);
    return ((Raise.RecentlyWritten) loop.at(1).decision().raises().get(0)).withinNanos();
  }

  @Test
  void whereNothingStrongerMayBeSentNothingIsRaised() {
    DecisionLoop loop = loop(Policies.of("quorate", 0.01), Level.ONE, Level.ONE, Optional.empty());
    loop.propagation(Propagation.exactly(0.01), RoundTrips.NONE, 0);
    loop.evidence(ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 1);
    assertThat(loop.at(1).decision().raises()).isEmpty();
    assertThat(loop.limit()).isPresent();
  }

  private static DecisionLoop loop(
      ConsistencyPolicy policy, Level own, Level write, Optional<Level> safe) {
    return new DecisionLoop(
        settings(policy, safe),
        ReadLevels.like(own, new Replication(Map.of("dc1", 3)), "dc1", write),
        own);
  }

  private static LoopSettings settings(ConsistencyPolicy policy, Optional<Level> safe) {
    return new LoopSettings(
        policy,
        KeyPopularity.ONE_KEY,
        Duration.ZERO,
        Duration.ofSeconds(3),
        Duration.ofSeconds(40),
        safe,
        LoopSettings.DEFAULT_PAIR_BUDGET);
  }
}
