package org.quorate.core.control;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.control.budget.ErrorBudget;
import org.quorate.core.control.budget.LeftStale;
import org.quorate.core.control.budget.Spending;
import org.quorate.core.control.budget.WithinBudget;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.staleness.Observation;

/**
 * What one table's reads spend of the error budget of its policy: of a policy that goes by what the
 * process itself sees, and tolerates some stale reads. Others have none, and decide as ever. Only
 * reads count that were sent as was decided. Pure: times are handed in, in nanoseconds of one
 * clock. Not thread-safe.
 */
final class TableBudget {
  /** Several times as long as pairs count for half. */
  private static final long DOUBTED_NANOS = Duration.ofHours(1).toNanos();

  /** Fewer are no sample. */
  private static final double FEWEST_SAMPLED = 30;

  private final ConsistencyPolicy policy;
  private final @Nullable ErrorBudget budget;
  private @Nullable Decision sent;
  private PairBudget earlier = PairBudget.NONE;
  private HeardEvidence heard = HeardEvidence.ofNobody();

  /** Whether an alarm was raised for what pairs have proven, and pairs still speak against it. */
  private boolean isDisproved;

  private boolean isDoubted;
  private long doubtedAt;

  /**
   * @param window over which the tolerance holds; zero for no budget
   */
  TableBudget(ConsistencyPolicy policy, Duration window) {
    this.policy = policy;
    double tolerance = policy.needsRates() ? 0 : policy.acceptedRate().orElse(0);
    this.budget = window.isZero() || !(tolerance > 0) ? null : new ErrorBudget(tolerance, window);
  }

  /** Has what trusted others tell of their budgets counted too. */
  void others(HeardEvidence told) {
    heard = told;
  }

  /** Reads are sent so from now on, until they are counted next. */
  void sent(Decision decision) {
    sent = decision;
  }

  /** How the reads until now were sent is not known, or is of other replicas. */
  void forget() {
    sent = null;
  }

  /**
   * Takes in what was counted since the last time.
   *
   * @param pairs by which pairs were drawn
   * @param observation says what is known by now, empty where nothing is; it takes a while, and is
   *     asked for only where there is a budget to count for
   * @param isLearning whether too little is known yet of how long writes take
   */
  void counted(
      ClassCounts counted,
      PairBudget pairs,
      Supplier<Optional<Observation>> observation,
      ReadLevels levels,
      boolean isLearning,
      long nowNanos) {
    Decision before = sent;
    sent = null;
    if (budget != null) {
      Spending spent =
          before == null
              ? Spending.NONE
              : observation
                  .get()
                  .map(known -> spent(counted, before, pairs, known, levels))
                  .orElse(Spending.NONE);
      budget.others(
          heard.at(nowNanos).stream()
              .filter(Heard::trusted)
              .flatMap(each -> each.value().budget().stream())
              .toList());
      budget.spend(spent.trusted(budget.status().tolerance(), isLearning), nowNanos);
      BudgetStatus status = budget.status();
      if (status.state() != BudgetState.CALM && status.underestimated() > 1) {
        isDisproved = true;
        isDoubted = true;
        doubtedAt = nowNanos;
      }
      isDoubted &= nowNanos - doubtedAt < DOUBTED_NANOS;
    }
    earlier = pairs;
  }

  private Spending spent(
      ClassCounts counted,
      Decision before,
      PairBudget pairs,
      Observation observation,
      ReadLevels levels) {
    BetweenPairs sample = observation.evidence().classes().between();
    if (before.level() == pairs.between() && isTelling(sample)) {
      double chance = Math.max(pairs.chanceBetween(), earlier.chanceBetween());
      return Spending.ofSampled(counted, sample.likelyStale(), chance);
    }
    return (isDoubted ? policy.doubting() : policy)
        .staleReads(observation, levels, before)
        .map(
            stale ->
                Spending.of(
                    counted, new LeftStale(before, levels, observation), stale, pairs, earlier))
        .orElse(Spending.NONE);
  }

  /**
   * What the policy decides within what is left. After an alarm for what pairs have proven it
   * doubts its model for an hour, and the alarm is not lowered before pairs, too, show no more
   * stale reads than are tolerated.
   */
  Decision decide(Observation observation, ReadLevels levels) {
    if (budget == null) {
      return policy.decide(observation, levels);
    }
    BudgetStatus status = budget.status();
    ConsistencyPolicy deciding = isDoubted ? policy.doubting() : policy;
    Decision decided = WithinBudget.decide(deciding, status, observation, levels);
    if (!isDisproved || status.state().raisesAll()) {
      return decided;
    }
    ClassCounts counts = observation.evidence().classes();
    double shown =
        decided.level() == earlier.between() && isTelling(counts.between())
            ? counts.between().likelyStale()
            : new LeftStale(decided, levels, observation).shownBy(counts);
    isDisproved = shown > status.tolerance();
    return isDisproved ? Decision.of(levels.safe(), status.held().sentence()) : decided;
  }

  private static boolean isTelling(BetweenPairs sample) {
    return sample.compared() >= FEWEST_SAMPLED;
  }

  /** How the budget stands; empty where there is none. */
  Optional<BudgetStatus> status() {
    return Optional.ofNullable(budget)
        .map(ErrorBudget::status)
        .map(status -> isDisproved ? status.held() : status);
  }
}
