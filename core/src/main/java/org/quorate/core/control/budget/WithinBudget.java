package org.quorate.core.control.budget;

import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Observation;

/**
 * Has a policy decide within what is left of an error budget: as ever while that is the tolerance,
 * for a smaller one where less is left, and where nothing is all reads are raised to the level that
 * meets every write. Stateless.
 */
public final class WithinBudget {
  private WithinBudget() {}

  /** The decision that follows from what was observed and from how the budget stands. */
  public static Decision decide(
      ConsistencyPolicy policy, BudgetStatus budget, Observation observation, ReadLevels levels) {
    boolean isLimited = budget.aim() < budget.tolerance();
    if (!isLimited || levels.meetsEveryWrite(levels.weakest())) {
      return policy.decide(observation, levels);
    }
    if (budget.state().raisesAll() || budget.aim() <= 0) {
      return Decision.of(levels.safe(), budget.sentence());
    }
    return policy
        .accepting(budget.aim())
        .decide(observation, levels)
        .withLevels(level -> level, budget.sentence());
  }
}
