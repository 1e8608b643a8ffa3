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
 * @param kinds by kind of operation; a read-modify-write counts under its own kind alone; its two
 *     requests are parts of READ and UPDATE
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
   * Operations of one kind.
   *
   * @param ok operations that succeeded
   * @param parts requests of this kind that succeeded as half of a read-modify-write: timed here,
   *     counted as an operation there
   * @param errors failures of operations by kind of error; a read-modify-write that fails does so
   *     once, under its own kind
   * @param response from the scheduled instant, nanoseconds; the update of a read-modify-write has
   *     no schedule of its own, so its response is its service
   * @param service from the instant of sending, nanoseconds
   */
  public record Kind(
      long ok, long parts, Map<String, Long> errors, Histogram response, Histogram service) {}

  /** Operations that ended in one second. */
  public record Second(int second, long ok, long failed, long responseP99) {}
}
