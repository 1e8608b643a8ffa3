package org.quorate.load;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.OperationKind;

/**
 * What one lane counts. Written by the lane's thread; the totals are read once the lane has ended,
 * the interval counts while it runs.
 */
final class LaneRecorder {
  /** Longer latencies are recorded as this; an hour is beyond every timeout. */
  static final long LONGEST_NANOS = 3_600_000_000_000L;

  static final long SHORTEST_NANOS = 100;

  private final Map<OperationKind, KindCounts> kinds = new EnumMap<>(OperationKind.class);
  private final List<StepCounts> steps;
  private final Histogram lag = newHistogram();
  private final SingleWriterRecorder interval =
      new SingleWriterRecorder(SHORTEST_NANOS, LONGEST_NANOS, 2);
  private volatile long okSoFar;
  private volatile long failedSoFar;
  private long completedInInterval;
  private long notSent;

  /**
   * @param steps of the arrivals, 0 where they have none
   */
  LaneRecorder(int steps) {
    this.steps = Stream.generate(StepCounts::new).limit(steps).toList();
  }

  static Histogram newHistogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, 3);
  }

  void ok(OperationKind kind, long responseNanos, long serviceNanos) {
    KindCounts counts = counts(kind);
    counts.ok++;
    counts.response.recordValue(clamp(responseNanos));
    counts.service.recordValue(clamp(serviceNanos));
  }

  /** A request of this kind that was half of a read-modify-write: timed, and no operation. */
  void part(OperationKind kind, long responseNanos, long serviceNanos) {
    KindCounts counts = counts(kind);
    counts.parts++;
    counts.response.recordValue(clamp(responseNanos));
    counts.service.recordValue(clamp(serviceNanos));
  }

  void failed(OperationKind kind, @Nullable String error) {
    counts(kind).errors.merge(error == null ? "Unknown" : error, 1L, Long::sum);
  }

  void lag(long nanos) {
    lag.recordValue(clamp(nanos));
  }

  /**
   * An operation is over that was due during a step of the arrivals.
   *
   * @param step from 0
   */
  void inStep(int step, OperationKind kind, boolean ok, long responseNanos) {
    if (ok) {
      steps.get(step).ok(kind, responseNanos);
    } else {
      steps.get(step).failed();
    }
  }

  /** For the time line and the progress: an operation, of whatever kind, is over. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // a single writer; readers want only a recent value
  void over(boolean ok, boolean withinInterval, long responseNanos) {
    if (ok) {
      okSoFar++;
      interval.recordValue(clamp(responseNanos));
      if (withinInterval) {
        completedInInterval++;
      }
    } else {
      failedSoFar++;
    }
  }

  /** The counts of one kind, all zero where it has not occurred. */
  KindCounts counts(OperationKind kind) {
    KindCounts counts = kinds.get(kind);
    if (counts == null) {
      counts = new KindCounts();
      kinds.put(kind, counts);
    }
    return counts;
  }

  static long clamp(long nanos) {
    return Math.max(0, Math.min(nanos, LONGEST_NANOS));
  }

  Map<OperationKind, KindCounts> kinds() {
    return kinds;
  }

  /** What was due during each step. */
  List<StepCounts> steps() {
    return steps;
  }

  void notSent(long operations) {
    notSent += operations;
  }

  /** Operations that were due and never sent, because the lane gave up waiting for a slot. */
  long notSent() {
    return notSent;
  }

  Histogram lag() {
    return lag;
  }

  /** Operations that succeeded and completed while operations were due. */
  long completedInInterval() {
    return completedInInterval;
  }

  long okSoFar() {
    return okSoFar;
  }

  long failedSoFar() {
    return failedSoFar;
  }

  /** Response times since the last call. Any one thread. */
  Histogram takeInterval(@Nullable Histogram recycled) {
    return interval.getIntervalHistogram(recycled);
  }

  /** Counts of one kind of operation. */
  static final class KindCounts {
    long ok;
    long parts;
    final Map<String, Long> errors = new HashMap<>();
    final Histogram response = newHistogram();
    final Histogram service = newHistogram();

    void add(KindCounts other) {
      ok += other.ok;
      parts += other.parts;
      other.errors.forEach((error, count) -> errors.merge(error, count, Long::sum));
      response.add(other.response);
      service.add(other.service);
    }
  }
}
