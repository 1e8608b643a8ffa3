package org.quorate.lab.load;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.quorate.core.workload.OperationKind;

/**
 * What the load came to.
 *
 * @param startNanos start on the session's clock
 * @param seconds length of the interval in which operations were due; shorter than planned where
 *     the operations ran out
 * @param offered operations that were due; 0 in a closed loop
 * @param completed operations that succeeded and completed inside the interval
 * @param notSent operations that were due and never sent: the store was too slow for too long
 * @param lag schedule lag of all operations, nanoseconds
 * @param kinds by kind of operation; a read-modify-write counts under its own kind, and its two
 *     requests under READ and UPDATE as well
 * @param timeline one point per second
 */
public record LoadOutcome(
    long startNanos,
    double seconds,
    long offered,
    long completed,
    long notSent,
    Histogram lag,
    Map<OperationKind, Kind> kinds,
    List<Second> timeline) {

  /**
   * @param errors failures by kind of error
   * @param response from the scheduled instant, nanoseconds
   * @param service from the instant of sending, nanoseconds
   */
  public record Kind(long ok, Map<String, Long> errors, Histogram response, Histogram service) {}

  /** Operations that ended in one second. */
  public record Second(int second, long ok, long failed, long responseP99) {}
}
