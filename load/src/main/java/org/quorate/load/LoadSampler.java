package org.quorate.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Notes once a second, to the very end, what the lanes have done since. Used by one thread, which
 * waits for the workers of the load meanwhile.
 */
final class LoadSampler {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<LaneRecorder> lanes;
  private final LaneTimes times;
  private final Consumer<LoadOutcome.Second> everySecond;
  private final @Nullable Histogram[] recycled;
  private final List<LoadOutcome.Second> seconds = new ArrayList<>();
  private long boundary;
  private long okBefore;
  private long failedBefore;

  /**
   * @param everySecond told of each second as it passes; what it throws is thrown on
   */
  LoadSampler(List<LaneRecorder> lanes, LaneTimes times, Consumer<LoadOutcome.Second> everySecond) {
    this.lanes = List.copyOf(lanes);
    this.times = times;
    this.everySecond = everySecond;
    this.recycled = new @Nullable Histogram[lanes.size()];
    this.boundary = times.start() + SECOND;
  }

  /**
   * Waits for workers.
   *
   * @param limit instant at which to give up waiting
   * @return whether all are done
   */
  boolean follow(Set<Worker> workers, long limit) throws InterruptedException {
    while (anyAtWorkAt(workers, Math.min(boundary, limit))) {
      if (boundary > limit) {
        return false;
      }
      note(true);
      boundary += SECOND;
    }
    return true;
  }

  /** Whether any is still at work at the deadline; returns early once none is. */
  static boolean anyAtWorkAt(Set<Worker> workers, long deadline) throws InterruptedException {
    for (Worker worker : workers) {
      if (worker.isAtWorkAt(deadline)) {
        return true;
      }
    }
    return false;
  }

  /** Notes what is left, and ends. */
  List<LoadOutcome.Second> end() {
    note(false);
    return seconds;
  }

  private void note(boolean wholeSecond) {
    long ok = 0;
    long failed = 0;
    Histogram merged = new Histogram(LaneRecorder.LONGEST_NANOS, 2);
    for (int i = 0; i < recycled.length; i++) {
      LaneRecorder recorder = lanes.get(i);
      ok += recorder.okSoFar();
      failed += recorder.failedSoFar();
      Histogram taken = recorder.takeInterval(recycled[i]);
      merged.add(taken);
      recycled[i] = taken;
    }
    boolean anything = ok != okBefore || failed != failedBefore;
    if (wholeSecond || anything || boundary <= times.end()) {
      LoadOutcome.Second second =
          new LoadOutcome.Second(
              seconds.size(),
              // A load of whole seconds ends with the last of them, just before it is noted.
              wholeSecond || boundary == times.end(),
              ok - okBefore,
              failed - failedBefore,
              merged.getValueAtPercentile(50),
              merged.getValueAtPercentile(99));
      seconds.add(second);
      everySecond.accept(second);
      okBefore = ok;
      failedBefore = failed;
    }
  }
}
