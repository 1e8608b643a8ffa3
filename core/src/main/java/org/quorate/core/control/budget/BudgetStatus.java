package org.quorate.core.control.budget;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalDouble;
import org.quorate.core.evidence.BudgetWindow;
import org.quorate.core.quantity.Durations;

/**
 * How an error budget stands at one moment. Estimated, but for the reads. Immutable.
 *
 * @param window over which it holds
 * @param tolerance the share of the reads of the window that may be stale, above 0 and at most 1
 * @param reads of the window
 * @param spent stale ones among them, expected or proven by pairs; at least 0
 * @param fastBurn how many times as fast as is tolerated it was spent in the last 25th of the
 *     window; at least 0
 * @param slowBurn the same of the last fifth
 * @param state what follows from it
 * @param aim the share of stale reads that the policy is to accept; from 0, where all are raised,
 *     to the tolerance
 * @param underestimated how many times as many stale reads pairs prove as were expected, at least 1
 * @param fleet what all processes together have spent; this one alone where no others tell
 */
public record BudgetStatus(
    Duration window,
    double tolerance,
    double reads,
    double spent,
    double fastBurn,
    double slowBurn,
    BudgetState state,
    double aim,
    double underestimated,
    FleetBudget fleet) {
  private static final MathContext DIGITS = new MathContext(3);

  /** The share of the budget that is spent: 1 is all of it; NaN while there were no reads. */
  public double spentShare() {
    return spent / (tolerance * reads);
  }

  /** What other processes are told of it. */
  public BudgetWindow told() {
    return new BudgetWindow(window, tolerance, reads, Math.min(spent, reads));
  }

  /**
   * What several processes together take for the share of stale reads of their windows: all that is
   * spent, over all reads; empty where there were none.
   */
  public static OptionalDouble staleShare(Collection<BudgetStatus> budgets) {
    double reads = budgets.stream().mapToDouble(BudgetStatus::reads).sum();
    double spent = budgets.stream().mapToDouble(BudgetStatus::spent).sum();
    return reads > 0 ? OptionalDouble.of(spent / reads) : OptionalDouble.empty();
  }

  /** The same where all reads stay raised, since pairs still speak against what is expected. */
  public BudgetStatus held() {
    return new BudgetStatus(
        window,
        tolerance,
        reads,
        spent,
        fastBurn,
        slowBurn,
        state.raisesAll() ? state : BudgetState.FAST_BURN,
        0,
        underestimated,
        fleet);
  }

  /** For people; one sentence. */
  public String sentence() {
    String budget =
        "the error budget of "
            + percent(tolerance)
            + " % of the reads of "
            + Durations.format(window);
    if (!(reads > 0)) {
      return "There were no reads to spend " + budget + ".";
    }
    return "Of "
        + budget
        + " "
        + percent(spentShare())
        + " % is spent"
        + switch (state) {
          case CALM ->
              aim < tolerance
                  ? ": reads are raised so that at most "
                      + percent(aim)
                      + " % are expected to be stale"
                  : "";
          case SLOW_BURN ->
              ", "
                  + times(slowBurn)
                  + " times as fast as is tolerated of late: reads are raised so that at most "
                  + percent(aim)
                  + " % are expected to be stale";
          case FAST_BURN ->
              fastBurn < 1
                  ? ": all reads are raised until pairs of reads agree with what is expected"
                  : ", "
                      + times(fastBurn)
                      + " times as fast as is tolerated of late: all reads are raised";
          case SPENT -> ": all reads are raised";
        }
        + (fleet.isOverspent()
            ? "; "
                + fleet.processes()
                + " processes together have spent "
                + percent(fleet.spentShare())
                + " % of theirs"
            : "")
        + ".";
  }

  private static String times(double rate) {
    return String.format(Locale.ROOT, "%.1f", rate);
  }

  private static String percent(double share) {
    BigDecimal rounded = new BigDecimal(share, DIGITS).movePointRight(2);
    return (rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros()).toPlainString();
  }
}
