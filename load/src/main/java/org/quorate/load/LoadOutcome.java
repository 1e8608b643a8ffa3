package org.quorate.load;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.OperationKind;
import org.quorate.load.store.DeferredWrites;

/**
 * What the load came to.
 *
 * @param startNanos start on the session's clock
 * @param seconds length of the interval that is measured: the one in which operations were due, and
 *     where writes are deferred, on until the server had answered for all of them
 * @param dueSeconds length of the interval in which operations were due; shorter than planned where
 *     the operations ran out
 * @param offered operations that were due; 0 in a closed loop
 * @param completed operations that succeeded inside the measured interval; a deferred write has
 *     succeeded when the server has acknowledged it
 * @param notSent operations that were due and never sent: the store was too slow for too long
 * @param lag schedule lag of all operations, nanoseconds
 * @param kinds by kind of operation; a read-modify-write counts under its own kind alone; its two
 *     requests are parts of READ and UPDATE
 * @param timeline one point per second; a deferred write counts in the second of its acceptance,
 *     here and under its kind
 * @param steps what became of what was due during each step of the arrivals, in their order; empty
 *     where these have no steps
 * @param deferred what became of the deferred writes; null where none is deferred
 */
public record LoadOutcome(
    long startNanos,
    double seconds,
    double dueSeconds,
    long offered,
    long completed,
    long notSent,
    Histogram lag,
    Map<OperationKind, Kind> kinds,
    List<Second> timeline,
    List<Step> steps,
    @Nullable DeferredWrites deferred) {

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

  /**
   * Operations that were due during one step of the arrivals.
   *
   * @param failed that did not succeed
   * @param response of those that succeeded, from the scheduled instant, nanoseconds, by kind
   */
  public record Step(long failed, Map<OperationKind, Histogram> response) {}

  /**
   * Operations that ended in one second.
   *
   * @param isWhole whether it was a second; else less, what is left at the end
   * @param responseP50 of those that succeeded, from the scheduled instant, nanoseconds
   * @param responseP99 likewise
   */
  public record Second(
      int second, boolean isWhole, long ok, long failed, long responseP50, long responseP99) {}
}
