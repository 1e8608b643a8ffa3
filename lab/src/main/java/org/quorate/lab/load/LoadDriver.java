package org.quorate.lab.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.OperationKind;
import org.quorate.lab.store.Store;
import org.quorate.lab.store.VersionClock;

/**
 * Drives a load plan against a store: starts one thread per lane, samples the time line once a
 * second, and adds up what the lanes counted. One plan at a time; the calling thread waits.
 */
public final class LoadDriver {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Store store;
  private final VersionClock versions;

  public LoadDriver(Store store, VersionClock versions) {
    this.store = store;
    this.versions = versions;
  }

  /**
   * Drives the plan to its end.
   *
   * @param everySecond told of each second as it passes; what it throws ends the lanes, and then
   *     this method
   * @throws InterruptedException if the calling thread is interrupted; the lanes are ended first
   */
  public LoadOutcome drive(LoadPlan plan, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
    long end = LaneTimes.after(start, plan.duration().toNanos());
    LaneTimes times =
        new LaneTimes(
            start, end, LaneTimes.after(end, plan.drain().toNanos()), plan.patience().toNanos());
    List<LaneThread> threads = new ArrayList<>();
    for (int i = 0; i < plan.lanes(); i++) {
      Lane lane =
          new Lane(
              store,
              versions,
              plan.levels(),
              plan.sources().apply(i),
              plan.pacing(i),
              plan.insertsOver(),
              LaneClock.system(),
              times,
              plan.history().apply(i));
      threads.add(new LaneThread(lane, i));
    }
    threads.forEach(Thread::start);
    List<LoadOutcome.Second> timeline = new ArrayList<>();
    try {
      sample(threads, times, timeline, everySecond);
    } catch (InterruptedException | RuntimeException e) {
      for (LaneThread thread : threads) {
        thread.lane.cancel();
      }
      for (LaneThread thread : threads) {
        thread.join(plan.drain().toMillis() + 1);
      }
      throw e;
    }
    long ended = System.nanoTime();
    for (LaneThread thread : threads) {
      thread.rethrow();
    }
    double seconds = (Math.min(ended, end) - start) / 1e9;
    return outcome(threads, start, Math.max(seconds, 1e-9), timeline);
  }

  /** Waits for the lanes, and once a second, to the very end, notes what they have done since. */
  private static void sample(
      List<LaneThread> threads,
      LaneTimes times,
      List<LoadOutcome.Second> timeline,
      Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    long okBefore = 0;
    long failedBefore = 0;
    long boundary = times.start() + SECOND;
    @Nullable Histogram[] recycled = new @Nullable Histogram[threads.size()];
    while (true) {
      boolean alive = joinUntil(threads, boundary);
      long ok = 0;
      long failed = 0;
      Histogram merged = new Histogram(LaneRecorder.LONGEST_NANOS, 2);
      for (int i = 0; i < threads.size(); i++) {
        LaneRecorder recorder = threads.get(i).lane.recorder();
        ok += recorder.okSoFar();
        failed += recorder.failedSoFar();
        Histogram taken = recorder.takeInterval(recycled[i]);
        merged.add(taken);
        recycled[i] = taken;
      }
      boolean anything = ok != okBefore || failed != failedBefore;
      if (alive || anything || boundary <= times.end()) {
        LoadOutcome.Second second =
            new LoadOutcome.Second(
                timeline.size(),
                ok - okBefore,
                failed - failedBefore,
                merged.getValueAtPercentile(99));
        timeline.add(second);
        everySecond.accept(second);
        okBefore = ok;
        failedBefore = failed;
      }
      if (!alive) {
        return;
      }
      boundary += SECOND;
    }
  }

  /** Whether any lane is still alive at the deadline; returns early once none is. */
  private static boolean joinUntil(List<LaneThread> threads, long deadline)
      throws InterruptedException {
    for (LaneThread thread : threads) {
      while (thread.isAlive()) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
          return true;
        }
        TimeUnit.NANOSECONDS.timedJoin(thread, remaining);
      }
    }
    return false;
  }

  private static LoadOutcome outcome(
      List<LaneThread> threads, long start, double seconds, List<LoadOutcome.Second> line) {
    long offered = 0;
    long completed = 0;
    long notSent = 0;
    Histogram lag = LaneRecorder.newHistogram();
    Map<OperationKind, LaneRecorder.KindCounts> kinds = new EnumMap<>(OperationKind.class);
    for (LaneThread thread : threads) {
      LaneRecorder recorder = thread.lane.recorder();
      offered += thread.lane.offered();
      completed += recorder.completedInInterval();
      notSent += recorder.notSent();
      lag.add(recorder.lag());
      recorder
          .kinds()
          .forEach(
              (kind, counts) ->
                  kinds.computeIfAbsent(kind, any -> new LaneRecorder.KindCounts()).add(counts));
    }
    Map<OperationKind, LoadOutcome.Kind> result = new EnumMap<>(OperationKind.class);
    kinds.forEach(
        (kind, counts) ->
            result.put(
                kind,
                new LoadOutcome.Kind(
                    counts.ok,
                    counts.parts,
                    new HashMap<>(counts.errors),
                    counts.response,
                    counts.service)));
    return new LoadOutcome(start, seconds, offered, completed, notSent, lag, result, line);
  }

  private static final class LaneThread extends Thread {
    final Lane lane;
    private volatile @Nullable Throwable failure;

    LaneThread(Lane lane, int index) {
      super("load-lane-" + index);
      setDaemon(true);
      this.lane = lane;
    }

    @Override
    public void run() {
      try {
        lane.run();
      } catch (Throwable e) {
        failure = e;
      }
    }

    void rethrow() {
      Throwable thrown = failure;
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown != null) {
        throw new IllegalStateException("A load lane ended with " + thrown + ".", thrown);
      }
    }
  }
}
