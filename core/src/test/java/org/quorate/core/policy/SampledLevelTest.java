package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

class SampledLevelTest {
  private static final ReadLevels LEVELS = levels(Level.ONE);
  private static final BetweenPairs CLEAN = new BetweenPairs(1_000, 1, 0);

  /** A third of the reads of rows never written are stale, so that all are raised. */
  private static final AgedPairCounts FOREIGN =
      new AgedPairCounts(bin(AgeBins.NEVER, 300), bin(AgeBins.NEVER, 100));

  private static ReadLevels levels(Level write) {
    return new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", LevelLadder.GLOBAL, write);
  }

  private static AgeCounts bin(int bin, double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = count;
    return AgeCounts.of(counts);
  }

  private static Evidence evidence(BetweenPairs sample, List<KeyRange> behind) {
    return new Evidence(
        ClassCounts.unclassed(bin(AgeBins.NEVER, 10_000), FOREIGN).plusBetween(sample),
        Double.NaN,
        RoundTrips.NONE,
        behind,
        null);
  }

  private static Decision decide(String policy, Evidence evidence, ReadLevels levels) {
    Observation observation =
        levels.observation(0, 0, Propagation.exactly(0.01), KeyPopularity.ONE_KEY).with(evidence);
    return Policies.of(policy, 0.01).decide(observation, levels);
  }

  private static Level decided(String policy, BetweenPairs sample) {
    return decide(policy, evidence(sample, List.of()), LEVELS).level();
  }

  @Test
  void allReadsGoOutAtALevelBetweenWhereASampleShowsThatItIsEnough() {
    Decision decision = decide("quorate", evidence(CLEAN, List.of()), LEVELS);
    assertThat(decision.level()).isEqualTo(Level.QUORUM);
    assertThat(decision.raises())
        .as("rows that are being written, of which no sample is taken")
        .containsExactly(new Raise.RecentlyWritten(AgeBins.fromNanos(1), Level.ALL));
    assertThat(decision.reason())
        .contains("asks 2 replicas where levels by key would ask 3.00")
        .contains("of 1000 pairs at QUORUM")
        .contains("1 were stale");
  }

  @Test
  void theSafeLevelStaysWhereASampleIsSmallOrShowsTooMuchOrIsLost() {
    assertThat(decided("quorate", BetweenPairs.NONE)).isEqualTo(Level.ALL);
    assertThat(decided("quorate", new BetweenPairs(250, 0, 0))).isEqualTo(Level.ALL);
    assertThat(decided("quorate", new BetweenPairs(1_000, 6, 0))).isEqualTo(Level.ALL);
    assertThat(decided("quorate", new BetweenPairs(1_000, 1, 1_500))).isEqualTo(Level.ALL);
    assertThat(decided("recency", CLEAN)).as("it knows no samples").isEqualTo(Level.ALL);
  }

  @Test
  void whereClocksHideWhatIsStaleNoSampleIsBelieved() {
    Evidence apart = evidence(CLEAN, List.of()).withClocksApart(true);
    assertThat(decide("quorate", apart, LEVELS).level()).isEqualTo(Level.ALL);
  }

  @Test
  void rangesThatAreBehindAreStillRaised() {
    Decision decision = decide("quorate", evidence(CLEAN, List.of(new KeyRange(0, 9))), LEVELS);
    assertThat(decision.levelOf(5, Decision.NEVER_WRITTEN, LEVELS::replicas)).isEqualTo(Level.ALL);
    assertThat(decision.levelOf(50, Decision.NEVER_WRITTEN, LEVELS::replicas))
        .isEqualTo(Level.QUORUM);
  }

  @Test
  void thereIsNoneWhereTheLevelAboveTheWeakestMeetsEveryWriteOrTheStrongestDoesNot() {
    assertThat(SampledLevel.of(LEVELS, Level.ALL)).contains(Level.QUORUM);
    assertThat(SampledLevel.of(LEVELS, Level.QUORUM)).isEmpty();
    assertThat(SampledLevel.of(levels(Level.QUORUM), Level.QUORUM)).isEmpty();
  }

  @Test
  void whatHardlySavesIsNotTaken() {
    assertThat(SampledLevel.isCheaper(Level.QUORUM, 2.05, LEVELS)).isFalse();
    assertThat(SampledLevel.isCheaper(Level.QUORUM, 2.06, LEVELS)).isTrue();
  }

  /** 50 decisions made up at random, seed 31, against reads that are sent one by one. */
  @Test
  void replicasThatAreAskedAreThoseOfEachReadOnAverage() {
    RandomGenerator random = SeededRandom.stream(31, 0);
    for (int made = 0; made < 50; made++) {
      List<Raise> raises = new ArrayList<>();
      int window = random.nextInt(AgeBins.OLDEST);
      if (random.nextBoolean()) {
        raises.add(RecencyPolicy.window(window, random.nextBoolean() ? Level.ALL : Level.TWO));
      }
      for (int of = 0; of < KeyPlace.CLASSES; of++) {
        int draws = 8 * (1 + random.nextInt(KeyPlace.DRAWS / 8));
        raises.add(new Raise.OfClass(of, draws, random.nextBoolean() ? Level.ALL : Level.TWO));
      }
      Decision decision = new Decision(Level.ONE, raises, "Made up.", Optional.empty());
      List<AgeCounts> reads = new ArrayList<>();
      double asked = 0;
      double all = 0;
      for (int of = 0; of < KeyPlace.CLASSES; of++) {
        double[] counts = new double[AgeBins.COUNT];
        for (int bin = 0; bin < AgeBins.COUNT; bin += 1 + random.nextInt(60)) {
          counts[bin] = random.nextInt(5);
          all += counts[bin];
          long age = bin == AgeBins.NEVER ? Decision.NEVER_WRITTEN : AgeBins.fromNanos(bin);
          for (int draw = 0; draw < KeyPlace.DRAWS; draw++) {
            Level level = decision.levelOf(0, age, KeyPlace.of(of, draw), LEVELS::replicas);
            asked += counts[bin] * LEVELS.replicas(level) / KeyPlace.DRAWS;
          }
        }
        reads.add(AgeCounts.of(counts));
      }
      ClassCounts counts = new ClassCounts(reads, ClassCounts.NONE.pairs());
      assertThat(AskedReplicas.perRead(decision, counts, LEVELS))
          .as("but for a place that is of no key that is known")
          .isCloseTo(asked / all, within(1e-3));
    }
  }
}
