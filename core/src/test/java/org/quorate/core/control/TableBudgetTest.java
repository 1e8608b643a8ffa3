package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.policy.StaleReads;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/** The budget of a policy that learns nothing from pairs. */
class TableBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final ReadLevels LEVELS =
      new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", LevelLadder.GLOBAL, Level.ONE);
  private static final AgeCounts READS = never(1_000);

  /** A pair beside one in 800 reads. */
  private static final PairBudget PAIRS = PairBudget.of(0.005, READS, 0, 4);

  private final TableBudget budget = new TableBudget(new Unteachable(0.01), Duration.ofMinutes(5));
  private int second;

  /** Always at ONE, of which it expects one read in a thousand to be stale. */
  private record Unteachable(double tolerance) implements ConsistencyPolicy {
    @Override
    public String name() {
      return "unteachable";
    }

    @Override
    public Decision decide(Observation observation, ReadLevels levels) {
      return Decision.of(Level.ONE, "It accepts " + tolerance + ".");
    }

    @Override
    public ConsistencyPolicy accepting(double rate) {
      return new Unteachable(rate);
    }

    @Override
    public Optional<StaleReads> staleReads(
        Observation observation, ReadLevels levels, Decision sent) {
      return Optional.of((bin, of) -> 0.001);
    }

    @Override
    public boolean needsRates() {
      return false;
    }

    @Override
    public OptionalDouble acceptedRate() {
      return OptionalDouble.of(tolerance);
    }
  }

  private static AgeCounts never(double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[AgeBins.NEVER] = count;
    return AgeCounts.of(counts);
  }

  private static Observation knowing(double pairs, double stale) {
    return LEVELS
        .observation(0, 0, Propagation.exactly(0.01), KeyPopularity.ONE_KEY)
        .with(
            new Evidence(
                ClassCounts.unclassed(READS, new AgedPairCounts(never(pairs), never(stale))),
                Double.NaN,
                RoundTrips.NONE,
                List.of(),
                null));
  }

  private void pass(int seconds, Level sent, double pairs, double stale) {
    for (int i = 0; i < seconds; i++) {
      second++;
      budget.sent(Decision.of(sent, "Sent."));
      budget.counted(
          ClassCounts.unclassed(READS, new AgedPairCounts(never(pairs), never(stale))),
          PAIRS,
          () -> Optional.of(knowing(0, 0)),
          LEVELS,
          false,
          second * SECOND);
    }
  }

  private BudgetStatus status() {
    return budget.status().orElseThrow();
  }

  @Test
  void whereThereIsNoBudgetNothingIsWorkedOutForOne() {
    TableBudget none = new TableBudget(new Unteachable(0.01), Duration.ZERO);
    none.sent(Decision.of(Level.ONE, "The test says so."));
    assertThatCode(
            () ->
                none.counted(
                    ClassCounts.unclassed(READS, new AgedPairCounts(never(1), never(0))),
                    PAIRS,
                    () -> {
                      throw new AssertionError("asked for what is known");
                    },
                    LEVELS,
                    false,
                    SECOND))
        .doesNotThrowAnyException();
    assertThat(none.status()).isEmpty();
  }

  /** At ONE one in a thousand is expected stale, and of a sample at TWO one in fifty is. */
  @Test
  void whereReadsAreSentAtASampledLevelTheSampleSaysWhatTheySpend() {
    BetweenPairs sample = new BetweenPairs(1_000, 20, 0);
    Observation known = knowing(0, 0);
    Observation sampled =
        known.with(
            new Evidence(
                known.evidence().classes().plusBetween(sample),
                Double.NaN,
                RoundTrips.NONE,
                List.of(),
                null));
    for (PairBudget pairs : List.of(PAIRS.with(Level.TWO, 0.01), PAIRS)) {
      TableBudget each = new TableBudget(new Unteachable(0.01), Duration.ofMinutes(5));
      for (int at = 1; at <= 60; at++) {
        each.sent(Decision.of(Level.TWO, "Sent."));
        each.counted(
            ClassCounts.unclassed(READS, AgedPairCounts.NONE)
                .plusBetween(new BetweenPairs(10, at % 5 == 0 ? 1 : 0, 0)),
            pairs,
            () -> Optional.of(sampled),
            LEVELS,
            false,
            at * SECOND);
      }
      boolean isSampled = pairs.between() != null;
      assertThat(each.status().orElseThrow().state().raisesAll())
          .as("two in a hundred are stale, and that is %s", isSampled ? "seen" : "not asked")
          .isEqualTo(isSampled);
    }
  }

  @Test
  void anAlarmThatPairsHaveProvenIsNotLoweredWhilePairsSpeakAgainstWhatWouldBeDecided() {
    pass(60, Level.ONE, 0, 0);
    assertThat(budget.decide(knowing(0, 0), LEVELS).level()).isEqualTo(Level.ONE);
    pass(1, Level.ONE, 8, 8);
    assertThat(status().state()).isEqualTo(BudgetState.SPENT);
    assertThat(budget.decide(knowing(100, 8), LEVELS).level()).isEqualTo(Level.ALL);
    pass(298, Level.ALL, 1, 0);
    Decision held = budget.decide(knowing(400, 8), LEVELS);
    assertThat(held.level()).as("2 % of what would be weak").isEqualTo(Level.ALL);
    assertThat(held.reason())
        .endsWith(
            "is spent: all reads are raised until pairs of reads agree with what is expected.");
    assertThat(status().state()).isEqualTo(BudgetState.FAST_BURN);
    pass(1, Level.ALL, 1, 0);
    assertThat(budget.decide(knowing(900, 8), LEVELS).level()).isEqualTo(Level.ONE);
    assertThat(status().state()).isEqualTo(BudgetState.CALM);
    assertThat(budget.decide(knowing(400, 8), LEVELS).level())
        .as("what pairs say raises nothing by itself")
        .isEqualTo(Level.ONE);
  }

  @Test
  void anAlarmOfEstimatesIsLoweredWithThem() {
    pass(60, Level.ONE, 0, 0);
    assertThat(status().state()).isEqualTo(BudgetState.CALM);
    assertThat(status().spentShare()).isBetween(0.09, 0.11);
    assertThat(status().underestimated()).isOne();
  }
}
