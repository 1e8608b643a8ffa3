package org.quorate.core.control;

import java.time.Duration;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.staleness.KeyPopularity;

/**
 * How the level of one table is decided. Immutable.
 *
 * @param policy that decides
 * @param popularity how the table's traffic spreads over its keys, for models that ask
 * @param window for which everything that was decided must do with a weaker level before one takes
 *     effect; zero follows every reading at once, as the Harmony paper does
 * @param staleAfter how old the newest reading may be to be acted upon
 * @param propagationStaleAfter how old the propagation time may be, while anything is written
 * @param safeLevel the strongest level that reads are ever sent at, and theirs while nothing is
 *     known; empty for the application's own level
 * @param pairBudget replica reads that may be added to each read, to learn how stale weak ones are,
 *     at least 0
 * @param budgetWindow over which the tolerance is an error budget, of a policy that has one; zero
 *     for none
 */
public record LoopSettings(
    ConsistencyPolicy policy,
    KeyPopularity popularity,
    Duration window,
    Duration staleAfter,
    Duration propagationStaleAfter,
    Optional<Level> safeLevel,
    double pairBudget,
    Duration budgetWindow) {
  /** What pairs may cost unless it is said otherwise: one replica read in a hundred reads. */
  public static final double DEFAULT_PAIR_BUDGET = 0.01;

  /** The window of an error budget unless it is said otherwise. */
  public static final Duration DEFAULT_BUDGET_WINDOW = Duration.ofMinutes(5);

  private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

  /** With an error budget over {@link #DEFAULT_BUDGET_WINDOW}. */
  public LoopSettings(
      ConsistencyPolicy policy,
      KeyPopularity popularity,
      Duration window,
      Duration staleAfter,
      Duration propagationStaleAfter,
      Optional<Level> safeLevel,
      double pairBudget) {
    this(
        policy,
        popularity,
        window,
        staleAfter,
        propagationStaleAfter,
        safeLevel,
        pairBudget,
        DEFAULT_BUDGET_WINDOW);
  }

  /** How old the newest decision may be: a fixed level rests on nothing that ages. */
  Duration decisionStaleAfter() {
    return isFixed() ? NEVER : staleAfter;
  }

  /** Whether the policy decides on the same level whatever is seen. */
  boolean isFixed() {
    return policy.fixedLevel().isPresent();
  }

  /** Whether round trips are measured at a share of the reads: rates need them often instead. */
  boolean areRoundTripsSampled() {
    return isFixed() || !policy.needsRates();
  }
}
