package org.quorate.core.control.budget;

import java.time.Duration;
import java.util.List;
import org.quorate.core.evidence.BudgetWindow;

/**
 * The tolerance as an error budget over a sliding window: of the reads of every window a share, the
 * tolerance, may be stale. Says how much of it is spent, how fast, and what share of the reads to
 * come may be.
 *
 * <p><b>What is spent.</b> Of a window the larger of what was expected and of what pairs prove,
 * with 99 %; see {@link Spending}. Where pairs prove more of a window than was expected, the same
 * factor is taken to hold for each shorter one, in which there are too few pairs to tell.
 *
 * <p><b>Alarms</b> are those of many windows and burn rates of Google's Site Reliability Workbook
 * (Beyer, Murphy, Rensin, Kawahara, Thorne, editors, O'Reilly 2018, chapter 5, table 5-8): one is
 * raised at once when a long window, and a short one of a twelfth of it which shows that it goes
 * on, both burn at its rate. A burn rate of 1 spends the budget exactly in its window. The workbook
 * alerts at 14.4 over an hour, or 2 % of a month's budget, and at 6 over six hours, 5 %; a window
 * of minutes has not the readings for that, so that here
 *
 * <ul>
 *   <li>{@link BudgetState#FAST_BURN} is at {@value #FAST_BURN} over a 25th of the window, or a
 *       fifth of the budget;
 *   <li>{@link BudgetState#SLOW_BURN} at {@value #SLOW_BURN} over a fifth of it, or three tenths.
 * </ul>
 *
 * <p>Each is lowered late: when both of its windows burn below {@value #NO_FASTER}, no faster than
 * is tolerated. {@link BudgetState#SPENT} is raised when more is spent than there is, and lowered
 * at nine tenths. No alarm is raised for one read: where hardly anything is read a single one is
 * more than the tolerance. A short window of little traffic is held against its share of the whole
 * window's reads: otherwise a few of the reads after a load has ended would count as many.
 *
 * <p><b>What is left.</b> The share of reads that may be stale is the largest, never above the
 * tolerance, with which no window to come is overspent: at each moment to come, what is still in
 * the window and the reads until then, at that share, are within the tolerance and one read. Reads
 * to come are taken to be as many as of late, or as in the window where these were fewer. So what
 * was overspent is paid back until it has left the window, and what was not spent allows nothing:
 * reads that could be stale within the tolerance all the time are not to be so in a burst. As a
 * policy keeps nine tenths of what it accepts, it is asked for a smaller rate only where less than
 * that is left.
 *
 * <p><b>Several processes</b> that keep one tolerance each have that one read, and together as
 * many. So where all of them together have overspent, by more than one read, those that have spent
 * more than their own share of it, at the tolerance, have spent all of it, and the others go on:
 * what was overspent is the sum of what such processes were over, so there is one, and raising them
 * is what ends it. A process that keeps the tolerance itself is never raised by what others have
 * spent, or say by a bug; one that is over its share by less than a read may be, which costs reads.
 * What others left unspent allows nothing.
 *
 * <p>Times are handed in, in nanoseconds of one clock; where it goes back time stands still, and
 * where it jumps ahead what has left the window is forgotten. The window moves in {@value #PARTS}
 * parts. Holds 10 KB, whatever the load. Not thread-safe.
 */
public final class ErrorBudget {
  /** Parts of the window of which sums are kept. */
  public static final int PARTS = 300;

  /** Burn rate of the fast alarm. */
  public static final double FAST_BURN = 5;

  /** Burn rate of the slow alarm. */
  public static final double SLOW_BURN = 1.5;

  private static final double NO_FASTER = 1;
  private static final double LOWERED_AT = 0.9;
  private static final double ONE_READ = 1;

  /** Of the rate that it accepts a policy keeps its upper bound within this part. */
  private static final double KEPT = 0.9;

  /** Windows, in parts, each within the next: short and long of the alarms, and the whole. */
  private static final int[] WINDOWS = {1, 5, 12, 60, PARTS};

  private static final int FAST_SHORT = 0;
  private static final int SLOW_SHORT = 1;
  private static final int FAST_LONG = 2;
  private static final int SLOW_LONG = 3;
  private static final int WHOLE = 4;

  private final double tolerance;
  private final Duration window;
  private final long partNanos;
  private final SpentParts parts = new SpentParts();
  private BudgetState burning = BudgetState.CALM;
  private boolean isSpent;
  private List<BudgetWindow> others = List.of();
  private BudgetStatus status;

  /**
   * What is spent in a window, and what may be.
   *
   * @param factor how many times as much as was expected pairs prove, at least 1
   */
  private record Burn(double spent, double allowed, double factor) {
    double rate() {
      return allowed > 0 ? spent / allowed : 0;
    }

    boolean isMoreThanOneRead() {
      return spent >= allowed + ONE_READ;
    }
  }

  /**
   * @param tolerance the share of reads that may be stale, above 0 and at most 1
   * @param window over which it holds, at least {@value #PARTS} ns
   * @throws IllegalArgumentException if a value is out of its range
   */
  public ErrorBudget(double tolerance, Duration window) {
    if (!(tolerance > 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "An error budget is of a share above 0 and at most 1, but it is of " + tolerance + ".");
    }
    this.tolerance = tolerance;
    this.window = window;
    this.partNanos = window.toNanos() / PARTS;
    if (partNanos <= 0) {
      throw new IllegalArgumentException(
          "The window of an error budget is longer than " + window + ".");
    }
    this.status =
        new BudgetStatus(
            window, tolerance, 0, 0, 0, 0, BudgetState.CALM, tolerance, 1, fleet(0, 0));
  }

  private FleetBudget fleet(double reads, double spent) {
    return FleetBudget.of(window, tolerance, reads, spent, others);
  }

  /** Has what other processes tell of theirs counted from now on, of those that are like this. */
  public void others(List<BudgetWindow> told) {
    others = List.copyOf(told);
  }

  /** Takes in what was spent since the last time. */
  public void spend(Spending spent, long nowNanos) {
    parts.add(spent, Math.floorDiv(nowNanos, partNanos));
    Burn[] burns = burns();
    Burn whole = burns[WHOLE];
    double reads = parts.newest(PARTS).reads();
    FleetBudget fleet = fleet(reads, whole.spent);
    isSpent =
        whole.isMoreThanOneRead()
            || (fleet.isOverspent() && whole.spent > whole.allowed)
            || (isSpent && whole.spent > LOWERED_AT * whole.allowed);
    burning = burning(burns);
    BudgetState state = isSpent ? BudgetState.SPENT : burning;
    status =
        new BudgetStatus(
            window,
            tolerance,
            reads,
            whole.spent,
            burns[FAST_LONG].rate(),
            burns[SLOW_LONG].rate(),
            state,
            aim(state, whole.factor, burns[FAST_LONG].factor),
            burns[FAST_LONG].factor,
            fleet);
  }

  /** How it stands since the last time that it was told of. */
  public BudgetStatus status() {
    return status;
  }

  private Burn[] burns() {
    double all = parts.newest(PARTS).reads();
    Burn[] burns = new Burn[WINDOWS.length];
    double factor = 1;
    for (int i = WHOLE; i >= 0; i--) {
      Spending sum = parts.newest(WINDOWS[i]);
      double proven = sum.proven();
      factor = Math.max(factor, sum.expected() > 0 ? proven / sum.expected() : 1);
      double reads = Math.max(sum.reads(), all * WINDOWS[i] / PARTS);
      burns[i] = new Burn(Math.max(sum.expected() * factor, proven), tolerance * reads, factor);
    }
    return burns;
  }

  private BudgetState burning(Burn[] burns) {
    boolean isFast = isRaised(burns[FAST_LONG], burns[FAST_SHORT], FAST_BURN);
    boolean isSlow = isRaised(burns[SLOW_LONG], burns[SLOW_SHORT], SLOW_BURN);
    boolean staysFast =
        burning == BudgetState.FAST_BURN && !isLowered(burns[FAST_LONG], burns[FAST_SHORT]);
    boolean staysSlow =
        burning != BudgetState.CALM && !isLowered(burns[SLOW_LONG], burns[SLOW_SHORT]);
    return isFast || staysFast
        ? BudgetState.FAST_BURN
        : isSlow || staysSlow ? BudgetState.SLOW_BURN : BudgetState.CALM;
  }

  private static boolean isRaised(Burn longer, Burn shorter, double rate) {
    return longer.rate() >= rate && shorter.rate() >= rate && longer.isMoreThanOneRead();
  }

  private static boolean isLowered(Burn longer, Burn shorter) {
    return longer.rate() < NO_FASTER && shorter.rate() < NO_FASTER;
  }

  /**
   * The share of stale reads to aim at by what is expected of them.
   *
   * @param factor of what was expected in the window
   * @param ofLate the same of late, by which what is expected is too low while an alarm is raised
   */
  private double aim(BudgetState state, double factor, double ofLate) {
    return switch (state) {
      case CALM -> Math.min(tolerance, left(factor) / KEPT);
      case SLOW_BURN -> Math.min(tolerance, left(factor) / KEPT) / ofLate;
      case FAST_BURN, SPENT -> 0;
    };
  }

  /** The largest share with which no window to come is overspent. */
  private double left(double factor) {
    int begun = parts.begun();
    int late = WINDOWS[FAST_LONG];
    double perPart =
        Math.min(
            parts.newest(late).reads() / Math.min(late, begun),
            parts.newest(PARTS).reads() / begun);
    double left = tolerance;
    double over = -ONE_READ;
    for (int kept = 0; kept < PARTS; kept++) {
      over += factor * parts.expected(kept) - tolerance * parts.reads(kept);
      if (over > 0) {
        double toCome = (PARTS - kept - 1) * perPart;
        left = Math.min(left, toCome > 0 ? tolerance - over / toCome : 0);
      }
    }
    return Math.max(0, left);
  }
}
