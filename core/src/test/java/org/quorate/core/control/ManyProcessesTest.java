package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/** What many processes decide that see a part of the traffic each, and tell one another. */
class ManyProcessesTest {
  private static final int PROCESSES = 20;
  private static final long EVERY = TimeUnit.SECONDS.toNanos(5);
  private static final int YOUNG = AgeBins.of(TimeUnit.MILLISECONDS.toNanos(20));
  private static final ReadLevels LEVELS =
      ReadLevels.like(Level.ALL, new Replication(Map.of("dc1", 3)), "dc1", Level.ONE);

  /** Reads of all processes together: half of them of rows that nobody wrote, the rest young. */
  private static final AgeCounts READS = counts(AgeBins.NEVER, 20_000, 100);

  /** Four in five the shorter, so that the quantiles asked for are the same of any part of them. */
  private static final RoundTrips TRIPS = trips(0.004);

  private static AgeCounts counts(int bin, double count, double each) {
    double[] counts = new double[AgeBins.COUNT];
    Arrays.fill(counts, each);
    counts[bin] = count;
    return AgeCounts.of(counts);
  }

  private static RoundTrips trips(double from) {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < 240; i++) {
      seconds.add(i % 5 == 0 ? 2.5 * from : from);
    }
    return new RoundTrips(DelaySample.of(seconds), DelaySample.of(seconds));
  }

  /** One process that has seen so much of all. */
  private static DecisionLoop process(double part, AgedPairCounts pairs, RoundTrips trips) {
    DecisionLoop loop =
        new DecisionLoop(
            new LoopSettings(
                Policies.of("quorate", 0.001),
                KeyPopularity.ONE_KEY,
                Duration.ZERO,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Optional.of(Level.ALL),
                LoopSettings.DEFAULT_PAIR_BUDGET),
            LEVELS,
            Level.ALL);
    loop.propagation(Propagation.exactly(0.004), trips, 0);
    loop.evidence(ClassCounts.unclassed(READS.times(part), pairs.times(part)), 0, 0);
    return loop;
  }

  private static ProcessEvidence told(DecisionLoop loop, int process, long sequence) {
    return ProcessEvidence.of(new UUID(0, process), sequence, 1, loop.pool(0).own(), List.of());
  }

  private static HeardEvidence listening(int process) {
    return new HeardEvidence(new UUID(0, process), Duration.ofSeconds(15), Duration.ofSeconds(60));
  }

  /** Has a process decide on what it knows and has heard. */
  private static Decision decide(DecisionLoop loop, AgeCounts reads, AgedPairCounts pairs) {
    loop.evidence(ClassCounts.unclassed(reads, pairs), 0, 0);
    return loop.decision().orElseThrow();
  }

  private static Raise.RecentlyWritten window(Decision decision) {
    return (Raise.RecentlyWritten) decision.raises().get(0);
  }

  @Test
  void twentyProcessesThatTellOneAnotherDecideAsOneThatSeesAllTheTraffic() {
    AgedPairCounts pairs = new AgedPairCounts(counts(YOUNG, 2_000, 20), counts(YOUNG, 20, 0));
    Decision one = process(1, pairs, TRIPS).decision().orElseThrow();
    List<DecisionLoop> loops = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      loops.add(process(1.0 / PROCESSES, pairs, TRIPS));
    }
    assertThat(window(loops.get(0).decision().orElseThrow()).withinNanos())
        .as("alone a process knows too little for so short a window")
        .isGreaterThan(window(one).withinNanos());
    for (int i = 0; i < PROCESSES; i++) {
      HeardEvidence heard = listening(i);
      loops.get(i).others(heard);
      for (long sequence = 1; sequence <= 2; sequence++) {
        List<ProcessEvidence> values = new ArrayList<>();
        for (int other = 0; other < PROCESSES; other++) {
          values.add(told(loops.get(other), other, sequence));
        }
        heard.take(EvidenceMap.of(values), 1, (sequence - 2) * EVERY);
      }
      Decision decision =
          decide(loops.get(i), READS.times(1.0 / PROCESSES), pairs.times(1.0 / PROCESSES));
      assertThat(decision.level()).isEqualTo(one.level());
      assertThat(decision.raises()).isEqualTo(one.raises());
    }
  }

  @Test
  void whatOneProcessSeesOfOthersWritesRaisesAllProcesses() {
    AgedPairCounts foreign =
        new AgedPairCounts(counts(AgeBins.NEVER, 300, 0), counts(AgeBins.NEVER, 30, 0));
    DecisionLoop seeing = process(0.05, foreign.times(20), TRIPS);
    assertThat(seeing.decision().orElseThrow().level()).isEqualTo(Level.ALL);
    DecisionLoop other = process(0.05, AgedPairCounts.NONE, TRIPS);
    assertThat(other.decision().orElseThrow().level()).isEqualTo(Level.ONE);
    HeardEvidence heard = listening(2);
    other.others(heard);
    heard.take(EvidenceMap.of(List.of(told(seeing, 1, 7))), 1, 0);
    assertThat(decide(other, READS.times(0.05), AgedPairCounts.NONE).level())
        .as("at once, of a process that is not trusted yet")
        .isEqualTo(Level.ALL);
  }

  /** 300 others of every kind that are not trusted; seed 21. */
  @Test
  void whoIsNotTrustedNeverMakesADecisionWeaker() {
    SeededRandom random = new SeededRandom(21);
    AgedPairCounts own = new AgedPairCounts(counts(YOUNG, 50, 1), counts(YOUNG, 4, 0));
    Decision alone = process(0.05, own, TRIPS).decision().orElseThrow();
    for (int i = 0; i < 300; i++) {
      DecisionLoop loop = process(0.05, own, TRIPS);
      HeardEvidence heard = listening(0);
      loop.others(heard);
      heard.take(EvidenceMap.of(List.of(liar(random))), 1, 0);
      Decision decision = decide(loop, READS.times(0.05), own.times(0.05));
      long[] ages = {0, 1_000_000, 20_000_000, window(alone).withinNanos() - 1, -1};
      for (long age : ages) {
        assertThat(LEVELS.replicas(decision.levelOf(0, age, LEVELS::replicas)))
            .as("%s by %s", decision, heard.at(0))
            .isGreaterThanOrEqualTo(LEVELS.replicas(alone.levelOf(0, age, LEVELS::replicas)));
      }
    }
  }

  private static ProcessEvidence liar(SeededRandom random) {
    double many = Math.pow(10, 9 * random.nextDouble());
    AgeCounts compared = counts(random.nextInt(AgeBins.COUNT), many, many / 1000);
    AgedPairCounts pairs = new AgedPairCounts(compared, compared.times(random.nextDouble() / 50));
    AgeCounts reads = counts(random.nextInt(AgeBins.COUNT), many, 0);
    return new ProcessEvidence(
        new UUID(0, 1),
        1,
        1,
        reads,
        pairs,
        ClassParts.NONE,
        Double.NaN,
        trips(random.nextDouble() * 0.01),
        List.of());
  }

  @Test
  void aProcessThatIsGoneLeavesNothingBehind() {
    DecisionLoop loop = process(0.05, AgedPairCounts.NONE, TRIPS);
    Decision alone = loop.decision().orElseThrow();
    HeardEvidence heard = listening(0);
    loop.others(heard);
    DecisionLoop other = process(0.05, AgedPairCounts.NONE, trips(0.02));
    heard.take(EvidenceMap.of(List.of(told(other, 1, 1))), 1, 0);
    Decision told = decide(loop, READS.times(0.05), AgedPairCounts.NONE);
    assertThat(window(told).withinNanos()).isGreaterThan(window(alone).withinNanos());
    heard.take(EvidenceMap.of(Collections.emptyList()), 1, 61 * EVERY / 5);
    assertThat(loop.pool(61 * EVERY / 5).raising()).isEmpty();
    assertThat(loop.pool(61 * EVERY / 5).lowering()).isEqualTo(loop.pool(0).own());
  }

  /** What one round of 30 knows of them. */
  private static RoundTrips round() {
    return new RoundTrips(TRIPS.slowest().few(30), TRIPS.single().few(10));
  }

  /** Of {@value #PROCESSES} processes that began together the first, and what it hears. */
  private static HeardEvidence begun(DecisionLoop first, int rounds) {
    HeardEvidence heard = listening(0);
    first.others(heard);
    for (int sequence = 1; sequence <= rounds; sequence++) {
      List<ProcessEvidence> values = new ArrayList<>();
      for (int other = 1; other < PROCESSES; other++) {
        values.add(told(process(0.05, AgedPairCounts.NONE, round()), other, sequence));
      }
      heard.take(EvidenceMap.of(values), 1, sequence * EVERY);
    }
    return heard;
  }

  @Test
  void processesThatBeginTogetherMeasureOneRoundEachAndTheRestTogether() {
    DecisionLoop first = process(0.05, AgedPairCounts.NONE, round());
    begun(first, 0);
    assertThat(first.pairsToMeasure(0)).as("others are waited for").isLessThan(5);
    assertThat(first.isLearning()).isTrue();
    begun(first, 2);
    first.pool(2 * EVERY);
    assertThat(first.isLearning()).isFalse();
    assertThat(first.pairsToMeasure(4 * EVERY)).isLessThan(5);
  }

  @Test
  void whoHearsNobodyMeasuresAloneOnceOthersCouldHaveBeenHeard() {
    DecisionLoop alone = process(0.05, AgedPairCounts.NONE, round());
    begun(alone, 0);
    assertThat(alone.pairsToMeasure(3 * EVERY - 1)).isLessThan(5);
    assertThat(alone.pairsToMeasure(3 * EVERY)).isEqualTo(Integer.MAX_VALUE);
    DecisionLoop unasked = process(0.05, AgedPairCounts.NONE, round());
    assertThat(unasked.pairsToMeasure(0)).as("nobody is listened to").isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void whoLosesTheOthersLearnsTheRestItselfAfterHoweverManySmallRounds() {
    DecisionLoop first = process(0.05, AgedPairCounts.NONE, round());
    begun(first, 2);
    first.pool(2 * EVERY);
    RoundTrips small = new RoundTrips(TRIPS.slowest().few(3), TRIPS.single().few(1));
    for (int i = 0; i < 16; i++) {
      first.propagation(Propagation.exactly(0.004), small, 2 * EVERY);
    }
    assertThat(first.isLearning()).isFalse();
    long later = 100 * EVERY;
    first.pool(later);
    assertThat(first.isLearning()).isTrue();
    assertThat(first.pairsToMeasure(later)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void manyProcessesKeepWhatTheyKnowOfRoundTripsFreshHalfAsOftenAndNoneIsAtALossWithoutThem() {
    long minute = TimeUnit.MINUTES.toNanos(1);
    DecisionLoop alone = process(0, AgedPairCounts.NONE, TRIPS);
    assertThat(alone.pairsToMeasure(minute / 2)).isZero();
    assertThat(alone.pairsToMeasure(minute / 2 + 1)).isEqualTo(3);
    DecisionLoop first = process(0, AgedPairCounts.NONE, TRIPS);
    HeardEvidence heard = begun(first, 1);
    long now = 2 * EVERY;
    for (; now <= minute; now += EVERY) {
      heard.take(EvidenceMap.of(told(now)), 1, now);
      assertThat(first.pairsToMeasure(now)).as("after %d ns", now).isZero();
    }
    heard.take(EvidenceMap.of(told(now)), 1, now);
    assertThat(first.pairsToMeasure(now)).isEqualTo(3);
    first.propagation(Propagation.exactly(0.004), trips(0.004), now);
    long later = now + minute + 1;
    assertThat(first.pairsToMeasure(later)).as("nobody is trusted any more").isEqualTo(3);
    first.evidence(ClassCounts.unclassed(READS, AgedPairCounts.NONE), 0, later);
    assertThat(first.at(later).known()).as("decided on what it knows itself").isTrue();
  }

  private static List<ProcessEvidence> told(long sequence) {
    List<ProcessEvidence> values = new ArrayList<>();
    for (int other = 1; other < PROCESSES; other++) {
      values.add(
          new ProcessEvidence(
              new UUID(0, other),
              sequence,
              1,
              AgeCounts.NONE,
              AgedPairCounts.NONE,
              ClassParts.NONE,
              Double.NaN,
              TRIPS,
              List.of()));
    }
    return values;
  }

  @Test
  void ownPairsAloneSayBesideWhichReadsPairsAreSent() {
    DecisionLoop loop = process(0.05, AgedPairCounts.NONE, TRIPS);
    HeardEvidence heard = listening(0);
    loop.others(heard);
    double before = loop.pairs().chance(-1);
    ProcessEvidence skewed =
        new ProcessEvidence(
            new UUID(0, 1),
            1,
            1,
            counts(AgeBins.NEVER, 1e9, 0),
            AgedPairCounts.NONE,
            ClassParts.NONE,
            Double.NaN,
            TRIPS,
            List.of());
    heard.take(EvidenceMap.of(List.of(skewed)), 1, 0);
    decide(loop, READS.times(0.05), AgedPairCounts.NONE);
    assertThat(loop.pairs().chance(-1)).isEqualTo(before);
  }
}
