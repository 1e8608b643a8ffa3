package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;

final class TalliesTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);
  private static final ReadLevels LEVELS =
      ObservedLevels.of("k", new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM);

  @Test
  void aMeanRateIsWeighedByTime() {
    RateTally tally = new RateTally();
    assertThat(tally.rate().isKnown()).isFalse();
    tally.add(100, 0, 1);
    tally.add(Double.NaN, 0, 5);
    tally.add(200, 0, 3);
    assertThat(tally.rate()).isEqualTo(new MeanRate(175, 100, 200));
  }

  @Test
  void ownReadsAreTakenOutOfATablesTraffic() {
    TableTally tally = new TableTally(new TableName("k", "t"), LEVELS);
    tally.add(new TableTraffic(50, 20, 90, 60), Map.of(Level.ONE, 30L, Level.ALL, 30L), 5);
    TableReport report = tally.report(null, null, Optional.empty());
    // 60 reads of its own in 5 seconds, that 120 replicas executed.
    assertThat(report.reads().mean()).isEqualTo(38);
    assertThat(report.writes().mean()).isEqualTo(20);
    assertThat(report.replicasPerRead()).isEqualTo(66 / 38.0, within(1e-12));
  }

  @Test
  void anOwnReadThatIsCountedInTheNextIntervalIsTakenOutOfThatOne() {
    RateTally tally = new RateTally();
    tally.add(10, 30, 2);
    tally.add(20, 30, 2);
    // 60 reads, all of them own; one interval alone would leave 10.
    assertThat(tally.rate()).isEqualTo(MeanRate.of(0));
  }

  @Test
  void whatRoundingLeavesOfOwnReadsIsNothing() {
    RateTally tally = new RateTally();
    tally.add(12.0004, 60, 5);
    assertThat(tally.rate()).isEqualTo(new MeanRate(0, 0, 0));
  }

  @Test
  void anIdleTableIsNotBelowZero() {
    TableTally tally = new TableTally(new TableName("k", "t"), LEVELS);
    tally.add(new TableTraffic(11, 0, Double.NaN, 0), Map.of(Level.ONE, 60L), 5);
    TableReport report = tally.report(null, null, Optional.empty());
    assertThat(report.reads().mean()).isZero();
    assertThat(report.replicasPerRead()).isNaN();
  }

  @Test
  void countsGrowFromEachNodesFirstReadingOn() {
    ClusterTally tally = new ClusterTally();
    tally.add(reading(5, Map.of(ONE, health(100L, 7L, 3L, 1000, 10))), Map.of());
    tally.add(
        reading(
            5, Map.of(ONE, health(104L, 7L, 2L, 1500, 30), TWO, health(900L, 50L, 1L, 9000, 9000))),
        Map.of(Level.ONE, 100L));
    ClusterCounts counts = tally.counts();
    assertThat(counts.digestMismatches()).isEqualTo(4);
    assertThat(counts.droppedMutations()).isZero();
    assertThat(counts.pendingHints()).isEqualTo(3);
    assertThat(counts.readsByLevel()).isEqualTo(Map.of(Level.ONE, 400L, Level.QUORUM, 20L));
    assertThat(counts.seconds()).isEqualTo(5);
    assertThat(counts.comparingReads()).isEqualTo(20);
    assertThat(counts.mismatchesPerComparingRead()).hasValue(0.2);
    assertThat(counts.mismatchesPerRead()).hasValue(4 / 420.0);
  }

  @Test
  void ownReadsThatAreDatedOtherwiseAreNobodys() {
    ClusterTally tally = new ClusterTally();
    tally.add(reading(5, Map.of(ONE, health(0L, 0L, 0L, 1000, 10))), Map.of());
    tally.add(reading(5, Map.of(ONE, health(0L, 0L, 0L, 1103, 30))), Map.of(Level.ONE, 100L));
    assertThat(tally.counts().readsByLevel()).isEqualTo(Map.of(Level.ONE, 0L, Level.QUORUM, 20L));
  }

  @Test
  void aNodeThatWasStartedAnewHasCountedFromZero() {
    ClusterTally tally = new ClusterTally();
    tally.add(reading(5, Map.of(ONE, health(100L, 0L, 0L, 1000, 10))), Map.of());
    tally.add(reading(5, Map.of(ONE, health(3L, 0L, 0L, 20, 1))), Map.of());
    assertThat(tally.counts().digestMismatches()).isEqualTo(3);
    assertThat(tally.counts().readsByLevel()).containsEntry(Level.ONE, 20L);
  }

  @Test
  void anotherSourceBeginsAnew() {
    ClusterTally tally = new ClusterTally();
    tally.add(reading("system_views", Map.of(ONE, NodeHealth.UNKNOWN)), Map.of());
    tally.add(reading("jmx", Map.of(ONE, health(9L, 0L, 0L, 5_000_000, 10))), Map.of());
    assertThat(tally.counts().readsByLevel()).as("since the server was started").isEmpty();
    tally.add(reading("jmx", Map.of(ONE, health(9L, 0L, 0L, 5_000_100, 10))), Map.of());
    assertThat(tally.counts().readsByLevel()).containsEntry(Level.ONE, 100L);
    assertThat(tally.counts().seconds()).isEqualTo(5);
  }

  @Test
  void whatTheSourceDoesNotKnowIsNotZero() {
    ClusterTally tally = new ClusterTally();
    tally.add(reading(5, Map.of(ONE, NodeHealth.UNKNOWN)), Map.of());
    tally.add(reading(5, Map.of(ONE, NodeHealth.UNKNOWN)), Map.of(Level.ONE, 5L));
    ClusterCounts counts = tally.counts();
    assertThat(counts.digestMismatches()).isNull();
    assertThat(counts.droppedMutations()).isNull();
    assertThat(counts.pendingHints()).isNull();
    assertThat(counts.readsByLevel()).isEmpty();
    assertThat(counts.mismatchesPerRead()).isEmpty();
  }

  @Test
  void writesAtWeakerLevelsThanAssumedAreCounted() {
    ClusterCounts counts =
        new ClusterCounts(
            null, null, null, Map.of(), Map.of(Level.ONE, 5L, Level.QUORUM, 7L, Level.ALL, 9L), 1);
    assertThat(counts.writesBelow(LEVELS)).isEqualTo(5);
  }

  @Test
  void thePropagationTimeIsTheMedianOfTheRounds() {
    PropagationTally rounds = new PropagationTally();
    assertThat(rounds.summary("")).isEmpty();
    rounds.add(round(0.010, "a"));
    rounds.add(round(0.500, "b"));
    rounds.add(round(0.012, "a"));
    PropagationSummary summary = rounds.summary("what it is").orElseThrow();
    assertThat(summary.propagation()).isEqualTo(new Propagation(0.012, 0.006, 0.024));
    assertThat(summary.rounds()).isEqualTo(3);
    assertThat(summary.samples()).isEqualTo(90);
    assertThat(summary.notes()).containsExactly("a", "b");
    assertThat(summary.meaning()).isEqualTo("what it is");
  }

  @Test
  void oldRoundsAreForgotten() {
    PropagationTally rounds = new PropagationTally();
    rounds.add(round(9, "old"));
    for (int i = 0; i < PropagationTally.MOST_ROUNDS; i++) {
      rounds.add(round(0.01, "new"));
    }
    PropagationSummary summary = rounds.summary("").orElseThrow();
    assertThat(summary.rounds()).isEqualTo(PropagationTally.MOST_ROUNDS);
    assertThat(summary.notes()).containsExactly("new");
  }

  private static PropagationReading round(double seconds, String note) {
    return new PropagationReading(
        new Propagation(seconds, seconds / 2, seconds * 2), "network", 30, 0, List.of(note));
  }

  private static NodeHealth health(
      @Nullable Long mismatches,
      @Nullable Long dropped,
      @Nullable Long hints,
      long one,
      long quorum) {
    return new NodeHealth(
        hints, dropped, mismatches, null, Map.of(Level.ONE, one, Level.QUORUM, quorum), Map.of());
  }

  private static MonitorReading reading(double seconds, Map<UUID, NodeHealth> health) {
    return new MonitorReading(0, seconds, "jmx", Map.of(), health, List.of(), List.of(), List.of());
  }

  private static MonitorReading reading(String source, Map<UUID, NodeHealth> health) {
    return new MonitorReading(0, 5, source, Map.of(), health, List.of(), List.of(), List.of());
  }
}
