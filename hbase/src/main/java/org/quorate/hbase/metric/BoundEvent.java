package org.quorate.hbase.metric;

import java.time.Duration;
import org.quorate.core.quantity.Durations;

/**
 * The bound begins to be missed, or is kept again: one event for all writes of an outage.
 *
 * @param kept whether it is kept again
 * @param overdue writes that are pending and later than the bound
 * @param oldest how long the oldest pending write has waited
 * @param missed writes that were acknowledged or given up too late since the bound began to be
 *     missed
 * @param lasted how long it was missed; 0 where that begins
 */
public record BoundEvent(
    boolean kept, long overdue, Duration oldest, long missed, Duration lasted) {
  /** For people. */
  public String sentence() {
    return kept
        ? "The bound on deferred writes is kept again after "
            + Durations.format(lasted)
            + ", in which "
            + missed
            + " were acknowledged or given up too late."
        : "The bound on deferred writes is missed: "
            + overdue
            + " are pending and too late, the oldest of them for "
            + Durations.format(oldest)
            + ", and "
            + missed
            + " were acknowledged or given up too late; see whether region servers answer.";
  }
}
