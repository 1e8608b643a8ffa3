package org.quorate.lab.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.OperationKind;
import org.quorate.lab.store.DeferredWrites;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.Store;
import org.quorate.lab.store.VersionClock;

/**
 * Drives a load plan against stores: starts one thread per lane, has every store {@linkplain
 * Store#finish() finish} once all lanes have ended, samples the time line once a second, and adds
 * up what the lanes counted. One plan at a time; the calling thread waits.
 */
public final class LoadDriver {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(5);

  private final LaneStores stores;
  private final VersionClock versions;

  /** Drives plans against one store, which all lanes share. */
  public LoadDriver(Store store, VersionClock versions) {
    this(LaneStores.shared(store), versions);
  }

  /**
   * @param stores one for each lane of the plans, or one for all
   */
  public LoadDriver(LaneStores stores, VersionClock versions) {
    this.stores = stores;
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
    return drive(plan, start -> {}, everySecond);
  }

  /**
   * The same, with somebody who does something else at instants of the load.
   *
   * @param begins told once, right before, at which instant of {@link System#nanoTime} the first
   *     operation is due; returns at once
   */
  public LoadOutcome drive(
      LoadPlan plan, LongConsumer begins, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    // May take a while, so the load begins only then.
    List<OperationSource> sources =
        IntStream.range(0, plan.lanes()).mapToObj(plan.sources()).toList();
    List<Pacing> pacings = IntStream.range(0, plan.lanes()).mapToObj(plan::pacing).toList();
    long start = System.nanoTime() + SOON;
    long end = LaneTimes.after(start, plan.duration().toNanos());
    LaneTimes times =
        new LaneTimes(
            start,
            end,
            LaneTimes.after(end, plan.drain().toNanos()),
            plan.patience().toNanos(),
            plan.stepEnds(start));
    List<Lane> lanes = new ArrayList<>();
    List<LoadThread> sending = new ArrayList<>();
    for (int i = 0; i < plan.lanes(); i++) {
      Lane lane =
          new Lane(
              stores.lane(i),
              versions,
              plan.levels(),
              sources.get(i),
              pacings.get(i),
              plan.insertsOver(),
              LaneClock.system(),
              times,
              plan.history().apply(i));
      lanes.add(lane);
      sending.add(new LoadThread("load-lane-" + i, lane::run));
    }
    List<LoadThread> finishing = finishing(plan.lanes());
    TimeLine timeLine =
        new TimeLine(lanes.stream().map(Lane::recorder).toList(), times, everySecond);
    long sent;
    List<LoadOutcome.Second> seconds;
    try {
      begins.accept(start);
      sending.forEach(Thread::start);
      timeLine.follow(sending, Long.MAX_VALUE);
      sent = System.nanoTime();
      sending.forEach(LoadThread::rethrow);
      finish(finishing, timeLine, plan);
      seconds = timeLine.end();
    } catch (InterruptedException | RuntimeException e) {
      lanes.forEach(Lane::cancel);
      finishing.forEach(Thread::interrupt);
      long limit = System.nanoTime() + plan.drain().toNanos();
      LoadThread.anyAliveAt(sending, limit);
      LoadThread.anyAliveAt(finishing, limit);
      throw e;
    }
    finishing.forEach(LoadThread::rethrow);
    return outcome(lanes, start, Math.min(sent, end), System.nanoTime(), seconds);
  }

  /** A thread for each store, none of which is started yet. */
  private List<LoadThread> finishing(int lanes) {
    Set<Store> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    List<LoadThread> threads = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      Store store = stores.lane(i);
      if (distinct.add(store)) {
        threads.add(new LoadThread("load-finish-" + i, store::finish));
      }
    }
    return threads;
  }

  /** All at once, since they may block. */
  private static void finish(List<LoadThread> finishing, TimeLine timeLine, LoadPlan plan)
      throws InterruptedException {
    finishing.forEach(Thread::start);
    long patience = LaneTimes.after(System.nanoTime(), plan.patience().toNanos());
    if (!timeLine.follow(finishing, patience)) {
      finishing.forEach(Thread::interrupt);
      timeLine.follow(finishing, System.nanoTime() + plan.drain().toNanos());
    }
  }

  /**
   * @param dueUntil when operations were due no more
   * @param answered when the stores were finished
   */
  private LoadOutcome outcome(
      List<Lane> lanes,
      long start,
      long dueUntil,
      long answered,
      List<LoadOutcome.Second> timeline) {
    long offered = 0;
    long completedInInterval = 0;
    long ok = 0;
    long notSent = 0;
    Histogram lag = LaneRecorder.newHistogram();
    Map<OperationKind, LaneRecorder.KindCounts> kinds = new EnumMap<>(OperationKind.class);
    List<StepCounts> steps = new ArrayList<>();
    for (Lane lane : lanes) {
      LaneRecorder recorder = lane.recorder();
      offered += lane.offered();
      completedInInterval += recorder.completedInInterval();
      ok += recorder.okSoFar();
      notSent += recorder.notSent();
      lag.add(recorder.lag());
      recorder
          .kinds()
          .forEach(
              (kind, counts) ->
                  kinds.computeIfAbsent(kind, any -> new LaneRecorder.KindCounts()).add(counts));
      for (int step = 0; step < recorder.steps().size(); step++) {
        if (step == steps.size()) {
          steps.add(new StepCounts());
        }
        steps.get(step).add(recorder.steps().get(step));
      }
    }
    @Nullable DeferredWrites deferred = stores.deferred().orElse(null);
    return new LoadOutcome(
        start,
        seconds(start, deferred == null ? dueUntil : answered),
        seconds(start, dueUntil),
        offered,
        deferred == null ? completedInInterval : Math.max(0, ok - deferred.lost()),
        notSent,
        lag,
        results(kinds),
        timeline,
        steps.stream().map(StepCounts::result).toList(),
        deferred);
  }

  /** Never zero, so that something can be divided by it. */
  private static double seconds(long start, long end) {
    return Math.max((end - start) / 1e9, 1e-9);
  }

  private static Map<OperationKind, LoadOutcome.Kind> results(
      Map<OperationKind, LaneRecorder.KindCounts> kinds) {
    Map<OperationKind, LoadOutcome.Kind> results = new EnumMap<>(OperationKind.class);
    kinds.forEach(
        (kind, counts) ->
            results.put(
                kind,
                new LoadOutcome.Kind(
                    counts.ok,
                    counts.parts,
                    new HashMap<>(counts.errors),
                    counts.response,
                    counts.service)));
    return results;
  }
}
