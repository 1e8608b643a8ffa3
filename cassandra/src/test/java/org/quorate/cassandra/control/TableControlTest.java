package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.propagation.PropagationException;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Standing;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.replica.RingShares;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

class TableControlTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final Duration STALE_AFTER = Duration.ofSeconds(3);
  private static final Duration PROPAGATION_STALE_AFTER = Duration.ofSeconds(40);
  private static final Level LOCAL_QUORUM = Level.LOCAL_QUORUM;
  private static final long SECOND = 1_000_000_000L;

  private final TableControl table = control(0.2, Level.ONE);

  private static TableControl control(double tolerance, Level write) {
    TableControl made =
        new TableControl(
            TableSettings.of(CARTS, tolerance, write)
                .withPolicy(Policies.of("harmony", tolerance))
                .withWindow(Duration.ZERO)
                .withSafeLevel(Level.ALL),
            Level.ONE,
            STALE_AFTER,
            PROPAGATION_STALE_AFTER,
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, System::nanoTime));
    made.known(facts(Map.of("dc1", 3), Level.ONE));
    return made;
  }

  private static ClusterFacts.Answer facts(Map<String, Integer> replicas, Level own) {
    return ClusterFacts.Answer.of(
        new ClusterFacts.TableFacts(new Replication(replicas), "dc1", own, Map.of()));
  }

  private static void traffic(TableControl of, long at, double perSecond) {
    of.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, at, List.of()),
        of.levels(),
        at);
    of.seen(
        round(
            new MonitorReading(at, 1, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
            new TableTraffic(perSecond, perSecond, Double.NaN, Double.NaN),
            0));
  }

  /** What a round has shown of the carts. */
  private static TrafficRound round(MonitorReading of, TableTraffic traffic, int ownReads) {
    OwnReads.Counter own = new OwnReads.Counter();
    for (int i = 0; i < ownReads; i++) {
      own.ended(CARTS, DefaultConsistencyLevel.ONE);
    }
    return new TrafficRound(
        new MonitorReading(
            of.takenAtNanos(),
            of.seconds(),
            of.source(),
            Map.of(CARTS, traffic),
            of.health(),
            of.silent(),
            of.begun(),
            of.problems()),
        own.soFar());
  }

  @Test
  void theSafeLevelIsInEffectUntilSomethingIsKnown() {
    Standing choice = table.choose(Mode.ADAPT, 0);
    assertThat(choice.decision().level()).isEqualTo(Level.ALL);
    assertThat(choice.lost()).as("nothing was known before").isFalse();
    assertThat(control(0.2, Level.QUORUM).choose(Mode.ADAPT, 0).decision().level())
        .isEqualTo(Level.QUORUM);
  }

  @Test
  void theLevelIsWhatThePolicyDecides() {
    // Half writes, three replicas, 20 %: ONE up to lambda_r Tp of about 0.16, ALL above 0.36.
    traffic(table, 0, 10);
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ONE);
    traffic(table, SECOND, 25);
    assertThat(table.choose(Mode.ADAPT, SECOND).decision().level()).isEqualTo(Level.QUORUM);
    traffic(table, 2 * SECOND, 60);
    assertThat(table.choose(Mode.ADAPT, 2 * SECOND).decision().level()).isEqualTo(Level.ALL);
  }

  @Test
  void readsOfTheLibrarysOwnDoNotCount() {
    table.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, 0, List.of()),
        table.levels(),
        0);
    MonitorReading twoSeconds =
        new MonitorReading(0, 2, "known", Map.of(), Map.of(), List.of(), List.of(), List.of());
    table.seen(round(twoSeconds, new TableTraffic(60, 10, Double.NaN, Double.NaN), 100));
    Standing choice = table.choose(Mode.ADAPT, 0);
    assertThat(choice.decision().level()).isEqualTo(Level.ONE);
    table.set(choice, false);
    assertThat(table.status().observation().orElseThrow().readsPerSecond()).isEqualTo(10);
    table.seen(round(twoSeconds, new TableTraffic(60, 10, Double.NaN, Double.NaN), 130));
    table.set(table.choose(Mode.ADAPT, 0), false);
    assertThat(table.status().observation().orElseThrow().readsPerSecond())
        .as("some were counted with the reading before")
        .isZero();
  }

  @Test
  void dataThatAreTooOldMeanTheSafeLevelAndNewDataTheWayBack() {
    traffic(table, 0, 1);
    assertThat(table.choose(Mode.ADAPT, 3 * SECOND).decision().level()).isEqualTo(Level.ONE);
    Standing old = table.choose(Mode.ADAPT, 3 * SECOND + 1);
    assertThat(old.decision().level()).isEqualTo(Level.ALL);
    assertThat(old.lost()).isTrue();
    traffic(table, 5 * SECOND, 1);
    assertThat(table.choose(Mode.ADAPT, 5 * SECOND).decision().level()).isEqualTo(Level.ONE);
  }

  @Test
  void aRoundOfReplicasThatThereWereBeforeSaysNothing() {
    ReadLevels before = table.levels();
    table.known(facts(Map.of("dc1", 5), Level.ONE));
    PropagationReading late =
        new PropagationReading(Propagation.exactly(0.01), "known", 1, 0, List.of());
    table.propagation(late, before, 0);
    table.seen(
        round(
            new MonitorReading(0, 1, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
            new TableTraffic(1, 1, Double.NaN, Double.NaN),
            0));
    assertThat(table.status().decision()).isEmpty();
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ALL);
  }

  /** Milliseconds within one data centre say nothing of the way to another. */
  @Test
  void aPropagationTimeDecidesNothingOnceOtherReplicasCount() {
    Map<String, Integer> twoCenters = Map.of("dc1", 3, "dc2", 3);
    PropagationReading near =
        new PropagationReading(Propagation.exactly(0.001), "known", 1, 0, List.of());
    for (ClusterFacts.TableFacts changed :
        List.of(
            new ClusterFacts.TableFacts(new Replication(twoCenters), "dc1", Level.QUORUM, Map.of()),
            new ClusterFacts.TableFacts(
                new Replication(twoCenters), "dc2", LOCAL_QUORUM, Map.of()))) {
      TableControl local = control(0.2, Level.ONE);
      local.known(facts(twoCenters, LOCAL_QUORUM));
      ReadLevels before = local.levels();
      local.propagation(near, before, 0);
      local.known(ClusterFacts.Answer.of(changed));
      local.propagation(near, before, 0);
      local.seen(
          round(
              new MonitorReading(
                  0, 1, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
              new TableTraffic(1, 1, Double.NaN, Double.NaN),
              0));
      local.set(local.choose(Mode.ADAPT, 0), false);
      assertThat(local.status().decision()).as("after %s", changed).isEmpty();
      assertThat(local.status().propagation()).isEmpty();
      local.propagation(near, local.levels(), 0);
      local.seen(
          round(
              new MonitorReading(
                  1, 1, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
              new TableTraffic(1, 1, Double.NaN, Double.NaN),
              0));
      local.set(local.choose(Mode.ADAPT, 1), false);
      assertThat(local.status().decision()).isPresent();
    }
  }

  @Test
  void aNodeThatDidNotAnswerMakesAReadingUseless() {
    table.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, 0, List.of()),
        table.levels(),
        0);
    table.seen(
        round(
            new MonitorReading(
                0,
                1,
                "known",
                Map.of(),
                Map.of(),
                List.of(new java.util.UUID(0, 1)),
                List.of(),
                List.of()),
            new TableTraffic(1, 1, Double.NaN, Double.NaN),
            0));
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ALL);
  }

  @Test
  void ratesThatAreNotKnownAreNotActedUpon() {
    traffic(table, 0, Double.NaN);
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ALL);
  }

  @Test
  void aPinWinsOverEverythingAndBeingLeftAloneOverTheMode() {
    table.leaveAlone("conditional writes");
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ONE);
    table.pin(Level.QUORUM);
    assertThat(table.choose(Mode.OFF, 0).decision().level()).isEqualTo(Level.QUORUM);
  }

  @Test
  void observingAndOffLeaveTheApplicationsOwnLevel() {
    traffic(table, 0, 1000);
    assertThat(table.choose(Mode.OBSERVE, 0).decision().level()).isEqualTo(Level.ONE);
    assertThat(table.choose(Mode.OFF, 0).decision().level()).isEqualTo(Level.ONE);
  }

  @Test
  void aChangeOfReplicasForgetsWhatWasSeen() {
    traffic(table, 0, 1);
    table.known(facts(Map.of("dc1", 5), Level.ONE));
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ALL);
    traffic(table, 1, 1);
    assertThat(table.choose(Mode.ADAPT, 1).decision().level()).isEqualTo(Level.ONE);
  }

  @Test
  void oneReplicaNeedsNothingButOne() {
    table.known(facts(Map.of("dc1", 1), Level.ONE));
    assertThat(table.levels().safe()).isEqualTo(Level.ONE);
    traffic(table, 0, 1000);
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ONE);
  }

  @Test
  void inSeveralDataCentresLocalLevelsAreChosenFrom() {
    TableControl several = control(0.2, Level.LOCAL_QUORUM);
    several.known(facts(Map.of("dc1", 3, "dc2", 3), Level.LOCAL_ONE));
    assertThat(safeLevel(several)).isEqualTo(Level.LOCAL_QUORUM);
    traffic(several, 0, 10);
    assertThat(several.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.LOCAL_ONE);
    traffic(several, SECOND, 25);
    assertThat(several.choose(Mode.ADAPT, SECOND).decision().level()).isEqualTo(Level.LOCAL_QUORUM);
  }

  @Test
  void inOneDataCentreLevelsOfItAndOfAllMeetEachOther() {
    TableControl quorum = control(0.2, Level.QUORUM);
    quorum.known(facts(Map.of("dc1", 3), Level.LOCAL_ONE));
    assertThat(safeLevel(quorum)).isEqualTo(Level.LOCAL_QUORUM);
    TableControl local = control(0.2, Level.LOCAL_QUORUM);
    local.known(facts(Map.of("dc1", 3), Level.ONE));
    assertThat(safeLevel(local)).isEqualTo(Level.QUORUM);
    quorum.known(facts(Map.of("dc1", 3, "dc2", 3), Level.LOCAL_ONE));
    assertThat(safeLevel(quorum)).as("four of six have each write").isEqualTo(Level.THREE);
  }

  @Test
  void levelsOfADataCentreWithoutReplicasAreNotChosen() {
    table.known(facts(Map.of("dc2", 3, "dc3", 3), Level.ONE));
    assertThat(safeLevel(table)).isEqualTo(Level.ALL);
    traffic(table, 0, 1);
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ONE);
  }

  @Test
  void nothingStrongerIsSentThanMeetsEveryWrite() {
    TableControl quorum = control(0.2, Level.QUORUM);
    traffic(quorum, 0, 1000);
    Standing choice = quorum.choose(Mode.ADAPT, 0);
    assertThat(choice.decision().level()).isEqualTo(Level.QUORUM);
    assertThat(choice.decision().reason())
        .endsWith("Reads at QUORUM meet every write at QUORUM, so nothing stronger is sent.");
    TableControl several = control(0.2, Level.LOCAL_QUORUM);
    several.known(facts(Map.of("dc1", 3, "dc2", 3), Level.LOCAL_ONE));
    traffic(several, 0, 1000);
    assertThat(several.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.LOCAL_QUORUM);
  }

  @Test
  void aChangeOfReplicasOrAPauseIsNoLossOfTheMonitor() {
    traffic(table, 0, 1);
    table.choose(Mode.ADAPT, 0);
    table.known(facts(Map.of("dc1", 5), Level.ONE));
    assertThat(table.choose(Mode.ADAPT, 0).lost()).isFalse();
    traffic(table, 1, 1);
    table.choose(Mode.ADAPT, 1);
    table.choose(Mode.OFF, 2);
    assertThat(table.choose(Mode.ADAPT, 10 * SECOND).lost()).isFalse();
  }

  @Test
  void nothingStrongerThanTheApplicationsOwnLevelIsSentUnlessItSaysSo() {
    TableControl own =
        new TableControl(
            TableSettings.of(CARTS, 0.2, Level.LOCAL_ONE)
                .withPolicy(Policies.of("harmony", 0.2))
                .withWindow(Duration.ZERO),
            Level.LOCAL_QUORUM,
            STALE_AFTER,
            PROPAGATION_STALE_AFTER,
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, System::nanoTime));
    own.known(facts(Map.of("dc1", 3), Level.LOCAL_QUORUM));
    assertThat(own.choose(Mode.ADAPT, 0).decision().level())
        .as("nothing known")
        .isEqualTo(LOCAL_QUORUM);
    traffic(own, 0, 10);
    assertThat(own.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.LOCAL_ONE);
    traffic(own, SECOND, 1000);
    Standing choice = own.choose(Mode.ADAPT, SECOND);
    assertThat(choice.decision().level()).isEqualTo(LOCAL_QUORUM);
    assertThat(choice.decision().reason())
        .endsWith("Nothing stronger than LOCAL_QUORUM is sent, the application's own level.");
    Standing lost = own.choose(Mode.ADAPT, 10 * SECOND);
    assertThat(lost.decision().level()).isEqualTo(LOCAL_QUORUM);
    assertThat(lost.lost()).isTrue();
  }

  @Test
  void whatTheStrongestLevelMeansForTheToleranceIsSaidWhereItMayBeBroken() {
    TableControl weak =
        new TableControl(
            TableSettings.of(CARTS, 0.2, Level.LOCAL_ONE).withPolicy(Policies.of("harmony", 0.2)),
            Level.LOCAL_QUORUM,
            STALE_AFTER,
            PROPAGATION_STALE_AFTER,
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, System::nanoTime));
    weak.known(facts(Map.of("dc1", 3), Level.LOCAL_QUORUM));
    assertThat(weak.limit(Mode.ADAPT))
        .hasValue(
            "Reads are sent at LOCAL_QUORUM at most, the application's own level, which does not"
                + " meet every write at LOCAL_ONE: more of them may be stale than is tolerated,"
                + " where the policy asks for a stronger level; state safe-level = ALL to allow"
                + " that, or write at a stronger level.");
    assertThat(weak.limit(Mode.OBSERVE)).isEmpty();
    weak.pin(Level.ONE);
    assertThat(weak.limit(Mode.ADAPT)).as("pinned").isEmpty();
    assertThat(table.limit(Mode.ADAPT)).as("ALL was stated").isEmpty();
  }

  private static Level safeLevel(TableControl of) {
    of.set(of.choose(Mode.ADAPT, 0), false);
    return of.status().safeLevel();
  }

  @Test
  void anOldPropagationTimeDecidesNothingWhileThereAreWrites() {
    traffic(table, 0, 10);
    assertThat(table.choose(Mode.ADAPT, 0).decision().level()).isEqualTo(Level.ONE);
    seen(41 * SECOND, 0);
    assertThat(table.choose(Mode.ADAPT, 41 * SECOND).decision().level())
        .as("nothing is written, so nothing can be stale")
        .isEqualTo(Level.ONE);
    seen(45 * SECOND, 10);
    Standing choice = table.choose(Mode.ADAPT, 45 * SECOND);
    assertThat(choice.decision().level()).isEqualTo(Level.ALL);
    assertThat(choice.lost()).isTrue();
    traffic(table, 46 * SECOND, 10);
    assertThat(table.choose(Mode.ADAPT, 46 * SECOND).decision().level()).isEqualTo(Level.ONE);
  }

  private void seen(long at, double writesPerSecond) {
    table.seen(
        round(
            new MonitorReading(at, 1, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
            new TableTraffic(10, writesPerSecond, Double.NaN, Double.NaN),
            0));
  }

  @Test
  void replicaReadsThatWereAddedStayAddedWhenThereAreFewerReplicas() {
    assertThat(table.addedReplicaReads(Map.of(Level.ALL, 10L, Level.ONE, 10L), Map.of()))
        .isEqualTo(Map.of(AddedRead.PAIRED, 40L, AddedRead.REREAD, 0L, AddedRead.PROPAGATION, 0L));
    table.known(facts(Map.of("dc1", 2), Level.ONE));
    assertThat(table.addedReplicaReads(Map.of(Level.ALL, 11L, Level.ONE, 10L), Map.of()))
        .containsEntry(AddedRead.PAIRED, 42L);
    assertThat(table.addedReplicaReads(Map.of(Level.ALL, 10L), Map.of()))
        .as("by a thread that had looked earlier")
        .containsEntry(AddedRead.PAIRED, 42L);
  }

  @Test
  void freshnessIsThatOfTheMonitorsWritesAndOfTheWaysThatWereMeasured() {
    table.propagation(
        new PropagationReading(
            Propagation.exactly(0.01),
            "known",
            4,
            0,
            List.of(),
            new RoundTrips(DelaySample.of(List.of(0.1, 0.1, 0.1, 0.3)), DelaySample.NONE),
            0),
        table.levels(),
        0);
    MonitorReading twoSeconds =
        new MonitorReading(0, 2, "known", Map.of(), Map.of(), List.of(), List.of(), List.of());
    TableTraffic traffic = new TableTraffic(60, 10, Double.NaN, Double.NaN);
    written(table, round(twoSeconds, traffic, 0), new RingShares(0.5, 0, 0), 0);
    assertThat(freshness().writes()).isEqualTo(20);
    assertThat(freshness().visible()).as("half of 3 of 4").isEqualTo(0.375);
    TableTraffic unknown = new TableTraffic(60, Double.NaN, Double.NaN, Double.NaN);
    written(table, round(twoSeconds, unknown, 0), RingShares.FRESH, SECOND);
    assertThat(freshness().writes()).isEqualTo(20);
  }

  /** A round that waited 0.1 s for the slowest replica, once, and so often in vain. */
  private static PropagationReading oneWay(int unanswered) {
    return new PropagationReading(
        Propagation.exactly(0.01),
        "known",
        1,
        0,
        List.of(),
        new RoundTrips(DelaySample.of(List.of(0.1)), DelaySample.NONE),
        unanswered);
  }

  @Test
  void readsThatWaitedForAllReplicasInVainAreSlowWays() {
    table.propagation(oneWay(1), table.levels(), 0);
    written(table, writes(1), RingShares.FRESH, 0);
    assertThat(freshness().visible()).isEqualTo(0.5);
    table.propagationFailed(new PropagationException("late", 2), table.levels(), 0);
    table.propagationFailed(new IllegalStateException("of something else"), table.levels(), 0);
    table.count(Mode.ADAPT, 0);
    assertThat(freshness().visible()).isEqualTo(0.25);
  }

  @Test
  void ofWritesToReplicasThatAreNotKnownNothingIsSaid() {
    TableControl unseen =
        new TableControl(
            TableSettings.of(CARTS, 0.2, Level.ONE),
            Level.ONE,
            STALE_AFTER,
            PROPAGATION_STALE_AFTER,
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, System::nanoTime));
    written(unseen, writes(2), RingShares.FRESH, 0);
    assertThat(freshness(unseen).writes()).isEqualTo(20);
    assertThat(freshness(unseen).visible()).isNaN();
    assertThat(freshness(unseen).interval().low()).isZero();
  }

  /** Two hours of silence: one of them is over, and of the other a minute is known. */
  @Test
  void aReadingOverALongSilenceTellsOfItsLastMinuteAndFadesLikeAllOthers() {
    table.propagation(oneWay(0), table.levels(), 0);
    written(table, writes(7_200), new RingShares(0.5, 0, 0), 0);
    assertThat(freshness().writes()).isEqualTo(36_000);
    assertThat(freshness().unknown()).isEqualTo(59 / 60.0, within(1e-12));
    table.count(Mode.OFF, 59 * 60 * SECOND);
    assertThat(freshness().writes()).isEqualTo(600);
    assertThat(freshness().visible()).as("of the minute that is known").isEqualTo(0.5);
    table.count(Mode.OFF, 60 * 60 * SECOND);
    assertThat(freshness().writes()).isZero();
  }

  /** Ten a second. */
  private static TrafficRound writes(double seconds) {
    return round(
        new MonitorReading(
            0, seconds, "known", Map.of(), Map.of(), List.of(), List.of(), List.of()),
        new TableTraffic(60, 10, Double.NaN, Double.NaN),
        0);
  }

  private static void written(TableControl to, TrafficRound round, RingShares shares, long at) {
    to.written(round, shares, at);
    to.count(Mode.OFF, at);
  }

  private Freshness freshness() {
    return freshness(table);
  }

  private static Freshness freshness(TableControl of) {
    of.set(of.choose(Mode.ADAPT, 0), false);
    return of.status().freshness();
  }
}
