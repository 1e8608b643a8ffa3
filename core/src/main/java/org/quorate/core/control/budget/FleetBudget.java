package org.quorate.core.control.budget;

import java.time.Duration;
import java.util.List;
import org.quorate.core.evidence.BudgetWindow;

/**
 * What all processes that tell one another have spent of one tolerance, as each takes it to be.
 * Immutable.
 *
 * @param processes this one and those that it trusts, of the same tolerance and window; at least 1
 * @param reads of all their windows
 * @param spent of these
 * @param tolerance the share of them that may be stale, above 0 and at most 1
 */
public record FleetBudget(int processes, double reads, double spent, double tolerance) {
  private static final double ONE_READ = 1;

  /**
   * This process's, and those of others that are like it.
   *
   * @param reads of this process
   * @param spent of these
   */
  static FleetBudget of(
      Duration window, double tolerance, double reads, double spent, List<BudgetWindow> others) {
    List<BudgetWindow> like = others.stream().filter(it -> it.isOf(window, tolerance)).toList();
    return new FleetBudget(
        1 + like.size(),
        reads + like.stream().mapToDouble(BudgetWindow::reads).sum(),
        spent + like.stream().mapToDouble(BudgetWindow::spent).sum(),
        tolerance);
  }

  /** Whether several have spent at least one read more than all of them may. */
  public boolean isOverspent() {
    return processes > 1 && spent >= tolerance * reads + ONE_READ;
  }

  /**
   * The share of the budget of all that is spent: 1 is all of it; NaN while there were no reads.
   */
  public double spentShare() {
    return spent / (tolerance * reads);
  }
}
