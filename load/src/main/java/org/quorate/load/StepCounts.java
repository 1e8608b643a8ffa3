package org.quorate.load;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.quorate.core.workload.OperationKind;

/**
 * What became of the operations that were due during one step of an arrival schedule, however late
 * they were sent. Written by one lane's thread; read once the lane has ended.
 */
final class StepCounts {
  /** Two, since there is one histogram for each lane, step and kind. */
  private static final int DIGITS = 2;

  private final Map<OperationKind, Histogram> response = new EnumMap<>(OperationKind.class);
  private long failed;

  void ok(OperationKind kind, long responseNanos) {
    histogram(kind).recordValue(LaneRecorder.clamp(responseNanos));
  }

  void failed() {
    failed++;
  }

  void add(StepCounts other) {
    failed += other.failed;
    other.response.forEach((kind, histogram) -> histogram(kind).add(histogram));
  }

  LoadOutcome.Step result() {
    return new LoadOutcome.Step(failed, response);
  }

  private Histogram histogram(OperationKind kind) {
    Histogram known = response.get(kind);
    if (known == null) {
      known = new Histogram(LaneRecorder.SHORTEST_NANOS, LaneRecorder.LONGEST_NANOS, DIGITS);
      response.put(kind, known);
    }
    return known;
  }
}
