package org.quorate.hbase.setting;

import java.util.function.DoubleSupplier;

/**
 * The most energy that a write should cost. While it costs more, flushes grow for any saving, as
 * far as the bound on staleness allows; the bound always comes first.
 *
 * @param joulesPerWrite above 0
 * @param watts what the servers (or whatever the budget is about) draw now, measured or estimated;
 *     asked at most once a second, on a thread of its own, NaN where it is not known; what is drawn
 *     while it throws, or takes longer than five seconds to answer, is not counted
 */
public record EnergyBudget(double joulesPerWrite, DoubleSupplier watts) {
  /**
   * @throws IllegalArgumentException if the budget is not above 0
   */
  public EnergyBudget {
    if (!(joulesPerWrite > 0 && joulesPerWrite < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "An energy budget must be above 0 joules per write, but it is " + joulesPerWrite + ".");
    }
  }
}
