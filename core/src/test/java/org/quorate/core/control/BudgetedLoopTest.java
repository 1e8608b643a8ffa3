package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.evidence.BudgetWindow;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/** The loop of a table whose tolerance is an error budget, on a clock that the test turns. */
class BudgetedLoopTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int LATE = AgeBins.of(TimeUnit.MILLISECONDS.toNanos(50));
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
  private static final Propagation QUICK = new Propagation(0.001, 0.0009, 0.0011);
  private static final Propagation SLOW = new Propagation(0.2, 0.18, 0.22);

  private static DecisionLoop loop(String policy, Duration budget) {
    return new DecisionLoop(
        new LoopSettings(
            PolicyParser.parse(policy),
            KeyPopularity.ONE_KEY,
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            Duration.ofHours(1),
            Optional.of(Level.ALL),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            budget),
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 3)), "dc1", Level.ONE),
        Level.QUORUM);
  }

  /** One process that counts its reads and pairs. */
  private static final class OneProcess {
    final DecisionLoop loop;
    final double[] reads = new double[AgeBins.COUNT];
    final double[] pairs = new double[AgeBins.COUNT];
    final double[] stale = new double[AgeBins.COUNT];
    long now;

    OneProcess(DecisionLoop loop) {
      // Round trips that cannot be had are learnt no more after so many rounds.
      this(loop, MeasuredRoundTrips.ROUNDS);
    }

    OneProcess(DecisionLoop loop, int rounds) {
      this.loop = loop;
      for (int round = 0; round < rounds; round++) {
        loop.propagation(QUICK, RoundTrips.NONE, 0);
      }
    }

    /** A second of reads, most of them of rows that nobody wrote. */
    void second(double late, double ofPairs, double ofStale) {
      reads[AgeBins.NEVER] += 1_000 - late;
      reads[LATE] += late;
      pairs[AgeBins.NEVER] += ofPairs;
      stale[AgeBins.NEVER] += ofStale;
      now += SECOND;
      loop.evidence(
          ClassCounts.unclassed(
              AgeCounts.of(reads), new AgedPairCounts(AgeCounts.of(pairs), AgeCounts.of(stale))),
          0,
          now);
    }

    Standing send() {
      return loop.at(now);
    }

    BudgetStatus budget() {
      return loop.budget().orElseThrow();
    }
  }

  @Test
  void onlyAPolicyThatGoesByWhatTheProcessSeesAndToleratesSomeStaleReadsHasABudget() {
    for (String name : Policies.names()) {
      boolean has = name.equals("quorate") || name.equals("recency");
      assertThat(loop(name + " 1%", FIVE_MINUTES).budget().isPresent()).as(name).isEqualTo(has);
      assertThat(loop(name + " 1%", Duration.ZERO).budget()).isEmpty();
      assertThat(loop(name + " 0%", FIVE_MINUTES).budget()).isEmpty();
    }
    assertThat(loop("ONE", FIVE_MINUTES).budget()).isEmpty();
  }

  /** Ten minutes of reads at random ages with pairs that agree; seed 3. */
  @Test
  void whereNothingIsOverspentEveryDecisionIsTheOneWithoutABudget() {
    SplittableRandom random = new SplittableRandom(3);
    OneProcess with = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    OneProcess without = new OneProcess(loop("quorate 1%", Duration.ZERO));
    for (int i = 0; i < 600; i++) {
      double late = random.nextInt(100);
      double pairs = random.nextInt(4);
      with.second(late, pairs, 0);
      without.second(late, pairs, 0);
      assertThat(with.send()).isEqualTo(without.send());
      assertThat(with.budget().state()).isEqualTo(BudgetState.CALM);
    }
    assertThat(with.budget().reads()).isEqualTo(300_000);
  }

  @Test
  void aStepInHowLongWritesTakeRaisesAllReadsAtOnceForWhatItHasSpent() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    for (int i = 0; i < 20; i++) {
      process.second(500, 1, 0);
      assertThat(process.send().decision().level()).isEqualTo(Level.ONE);
    }
    process.loop.propagation(SLOW, RoundTrips.NONE, process.now);
    process.second(500, 1, 0);
    Standing raised = process.send();
    assertThat(process.budget().state()).isEqualTo(BudgetState.SPENT);
    assertThat(process.budget().spent())
        .as("two of three of the late ones, trusted within a factor of 1.5")
        .isBetween(200.0, 223.0);
    assertThat(raised.decision().level()).isEqualTo(Level.ALL);
    assertThat(raised.decision().reason())
        .startsWith("Of the error budget of 1 % of the reads of 5m")
        .endsWith("% is spent: all reads are raised.");
    for (int i = 0; i < 3; i++) {
      process.second(500, 1, 0);
      process.send();
    }
    assertThat(process.budget().spent()).as("nothing since").isBetween(200.0, 223.0);
  }

  /** 44 of 3,000 by an estimate trusted within 1.5, which are nine tenths of what 4,900 may be. */
  @Test
  void aSpentBudgetIsPaidBackByReadsThatAreNotStale() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    for (int i = 0; i < 3; i++) {
      process.second(100, 1, 0);
      process.send();
    }
    process.loop.propagation(SLOW, RoundTrips.NONE, process.now);
    process.second(100, 1, 0);
    int raised = 0;
    while (process.send().decision().level() == Level.ALL && raised < 100) {
      process.second(100, 1, 0);
      raised++;
    }
    assertThat(process.budget().spent()).isBetween(40.0, 44.5);
    assertThat(process.budget().reads()).isGreaterThan(40 / 0.009);
    assertThat(raised).isBetween(2, 10);
    assertThat(process.budget().state()).isEqualTo(BudgetState.CALM);
  }

  /**
   * 1,000 reads a second, a pair for every 800: eight stale ones of rows that nobody wrote here.
   */
  @Test
  void pairsThatProveMoreThanWasExpectedRaiseAllReads() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    for (int i = 0; i < 60; i++) {
      process.second(0, 1, 0);
      process.send();
    }
    assertThat(process.budget().state()).isEqualTo(BudgetState.CALM);
    process.second(0, 8, 8);
    assertThat(process.budget().state()).isEqualTo(BudgetState.SPENT);
    assertThat(process.send().decision().level()).isEqualTo(Level.ALL);
  }

  @Test
  void budgetsOfTrustedOthersAreAddedUpUntilTheyAreSilent() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    HeardEvidence heard =
        new HeardEvidence(new UUID(0, 0), Duration.ofSeconds(15), Duration.ofMinutes(1));
    process.loop.others(heard);
    process.second(0, 0, 0);
    process.send();
    for (int sequence = 1; sequence <= 2; sequence++) {
      List<ProcessEvidence> told = new ArrayList<>();
      for (int other = 1; other < 20; other++) {
        told.add(
            ProcessEvidence.of(new UUID(0, other), sequence, 1, Evidence.NONE, List.of())
                .with(List.of(), Optional.of(new BudgetWindow(FIVE_MINUTES, 0.01, 100, 1.5))));
      }
      heard.take(EvidenceMap.of(told), 1, process.now);
      process.second(0, 0, 0);
      process.send();
      assertThat(process.budget().fleet().processes()).isEqualTo(sequence == 1 ? 1 : 20);
    }
    assertThat(process.budget().fleet().spent())
        .isEqualTo(19 * 1.5 + process.budget().spent(), within(1e-9));
    assertThat(process.budget().fleet().isOverspent()).isFalse();
    assertThat(process.budget().told())
        .isEqualTo(
            new BudgetWindow(
                FIVE_MINUTES, 0.01, process.budget().reads(), process.budget().spent()));
    process.now += 61 * SECOND;
    process.second(0, 0, 0);
    assertThat(process.budget().fleet().processes()).isEqualTo(1);
  }

  @Test
  void whileRoundTripsAreLearntNoMoreThanTheToleranceIsTakenToBeSpentByEstimates() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES), 1);
    for (int i = 0; i < 10; i++) {
      process.second(500, 1, 0);
      process.send();
    }
    process.loop.propagation(SLOW, RoundTrips.NONE, process.now);
    process.second(500, 1, 0);
    assertThat(process.budget().state()).isEqualTo(BudgetState.CALM);
    assertThat(process.budget().spent()).isCloseTo(10, within(0.001));
  }

  @Test
  void readsThatWereNotSentAsWasDecidedSpendNothing() {
    OneProcess observing = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    for (int i = 0; i < 60; i++) {
      observing.second(500, 8, 8);
    }
    assertThat(observing.budget().reads()).isZero();
    OneProcess paused = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    for (int i = 0; i < 60; i++) {
      paused.second(500, 8, 8);
      paused.send();
      paused.loop.pause();
    }
    assertThat(paused.budget().reads()).isZero();
  }

  @Test
  void readsOfReplicasThatThereWereBeforeSpendNothing() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    process.second(500, 0, 0);
    process.send();
    process.loop.levels(
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 5)), "dc1", Level.ONE),
        Level.QUORUM);
    process.loop.propagation(QUICK, RoundTrips.NONE, process.now);
    process.second(500, 0, 0);
    assertThat(process.budget().reads()).isZero();
    process.send();
    process.second(500, 0, 0);
    assertThat(process.budget().reads()).isEqualTo(1_000);
  }

  @Test
  void aLevelThatMeetsEveryWriteSpendsNothing() {
    DecisionLoop loop = loop("quorate 1%", FIVE_MINUTES);
    loop.levels(
        ReadLevels.like(Level.QUORUM, new Replication(Map.of("dc1", 3)), "dc1", Level.ALL),
        Level.QUORUM);
    OneProcess process = new OneProcess(loop);
    for (int i = 0; i < 60; i++) {
      process.second(500, 8, 8);
      assertThat(process.send().decision().level()).isEqualTo(Level.ONE);
    }
    assertThat(process.budget().spent()).isZero();
    assertThat(process.budget().reads()).isEqualTo(59_000);
  }

  @Test
  void countsThatBeginAnewSpendNothingThatWasNotRead() {
    OneProcess process = new OneProcess(loop("quorate 1%", FIVE_MINUTES));
    process.second(0, 0, 0);
    process.send();
    process.loop.evidence(
        ClassCounts.unclassed(AgeCounts.NONE, AgedPairCounts.NONE), 0, 2 * SECOND);
    assertThat(process.budget().reads()).isZero();
  }
}
