package org.quorate.core.evidence;

import java.time.Duration;

/**
 * What one process has spent of its tolerance, an error budget over a sliding window. Numbers are
 * kept in the precision of a {@code float}. Immutable.
 *
 * @param window its length, 1 ms to {@link Integer#MAX_VALUE} ms, in whole milliseconds
 * @param tolerance the share of its reads that may be stale, above 0 and at most 1
 * @param reads of the window, 0 to {@value #MOST_READS}
 * @param spent stale ones among them, expected or proven, 0 to all of them
 */
public record BudgetWindow(Duration window, double tolerance, double reads, double spent) {
  private static final double MOST_READS = 1e12;

  /**
   * @throws IllegalArgumentException if that is no window of any process; the message says why
   */
  public BudgetWindow {
    tolerance = rounded(tolerance);
    reads = rounded(reads);
    spent = rounded(spent);
    boolean isWindow = window.toMillis() > 0 && window.toMillis() <= Integer.MAX_VALUE;
    boolean isShare = tolerance > 0 && tolerance <= 1;
    if (!isWindow || !isShare || !(reads >= 0 && reads <= MOST_READS && spent >= 0)) {
      throw new IllegalArgumentException("Evidence is not plausible: its error budget is none.");
    }
    if (spent > reads) {
      throw new IllegalArgumentException(
          "Evidence is not plausible: more reads of its window are stale than are.");
    }
    window = Duration.ofMillis(window.toMillis());
  }

  private static double rounded(double value) {
    return (float) value;
  }

  /** Whether it is of this tolerance and so long a window, so that it can be added to one of it. */
  public boolean isOf(Duration length, double share) {
    return window.toMillis() == length.toMillis() && tolerance == (float) share;
  }
}
