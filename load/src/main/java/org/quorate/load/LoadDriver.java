package org.quorate.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
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
import org.quorate.load.store.DeferredWrites;
import org.quorate.load.store.DrivenStores;
import org.quorate.load.store.Store;
import org.quorate.load.store.VersionClock;

/**
 * Drives a load plan against stores: gives each lane a worker, has every store {@linkplain
 * Store#finish() finish} once all lanes have ended, samples the time line once a second, and adds
 * up what the lanes counted. One plan at a time; the calling thread waits.
 */
public final class LoadDriver {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(5);

  private final DrivenStores stores;
  private final VersionClock versions;
  private final LoadTime time;

  /**
   * @param stores one for each lane of the plans, or one for all
   */
  public LoadDriver(DrivenStores stores, VersionClock versions, LoadTime time) {
    this.stores = stores;
    this.versions = versions;
    this.time = time;
  }

  /**
   * Drives the plan to its end.
   *
   * @param everySecond told of each second as it passes; what it throws ends the lanes, and then
   *     this method, as what ends one lane does within a second
   * @throws InterruptedException if the calling thread is interrupted; the lanes are ended first
   */
  public LoadOutcome drive(LoadPlan plan, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    return drive(plan, start -> {}, everySecond);
  }

  /**
   * The same, with somebody who does something else at instants of the load.
   *
   * @param begins told once, right before, at which instant the first operation is due; returns at
   *     once
   */
  public LoadOutcome drive(
      LoadPlan plan, LongConsumer begins, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    return drive(plan, Long.MIN_VALUE, begins, everySecond);
  }

  /**
   * The same, beginning together with others.
   *
   * @param notBefore the instant at which the first operation is due, on the time's clock; where it
   *     has passed once all is prepared, the first is due at once
   */
  public LoadOutcome drive(
      LoadPlan plan, long notBefore, LongConsumer begins, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    // May take a while, so the load begins only then.
    List<OperationSource> sources =
        IntStream.range(0, plan.lanes()).mapToObj(plan.sources()).toList();
    List<Pacing> pacings = IntStream.range(0, plan.lanes()).mapToObj(plan::pacing).toList();
    long start = Math.max(notBefore, time.nanoTime() + SOON);
    long end = LaneTimes.after(start, plan.duration().toNanos());
    LaneTimes times =
        new LaneTimes(
            start,
            end,
            LaneTimes.after(end, plan.drain().toNanos()),
            plan.patience().toNanos(),
            plan.stepEnds(start));
    List<Lane> lanes = new ArrayList<>();
    Map<Worker, Work> sending = new LinkedHashMap<>();
    for (int i = 0; i < plan.lanes(); i++) {
      Worker worker = time.worker("load-lane-" + i);
      Lane lane =
          new Lane(
              stores.lane(i),
              versions,
              plan.levels(),
              sources.get(i),
              pacings.get(i),
              plan.insertsOver(),
              worker.clock(),
              times,
              plan.history().apply(i));
      lanes.add(lane);
      sending.put(worker, lane);
    }
    Map<Worker, Work> finishing = finishing(plan.lanes());
    LoadSampler sampler =
        new LoadSampler(
            lanes.stream().map(Lane::recorder).toList(),
            times,
            second -> {
              // The load is lost once one lane is, and the others may go on for hours.
              sending.keySet().forEach(Worker::rethrow);
              everySecond.accept(second);
            });
    long sent;
    List<LoadOutcome.Second> seconds;
    try {
      begins.accept(start);
      sending.forEach(Worker::begin);
      sampler.follow(sending.keySet(), Long.MAX_VALUE);
      sent = time.nanoTime();
      sending.keySet().forEach(Worker::rethrow);
      finish(finishing, sampler, plan);
      seconds = sampler.end();
    } catch (Throwable e) {
      lanes.forEach(Lane::cancel);
      finishing.keySet().forEach(Worker::interrupt);
      long limit = time.nanoTime() + plan.drain().toNanos();
      LoadSampler.anyAtWorkAt(sending.keySet(), limit);
      LoadSampler.anyAtWorkAt(finishing.keySet(), limit);
      throw e;
    }
    finishing.keySet().forEach(Worker::rethrow);
    return outcome(lanes, start, Math.min(sent, end), time.nanoTime(), seconds);
  }

  /** A worker for each store, none of which has begun yet. */
  private Map<Worker, Work> finishing(int lanes) {
    Set<Store> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<Worker, Work> finishing = new LinkedHashMap<>();
    for (int i = 0; i < lanes; i++) {
      Store store = stores.lane(i);
      if (distinct.add(store)) {
        finishing.put(
            time.worker("load-finish-" + i),
            () -> {
              store.finish();
              return Work.OVER;
            });
      }
    }
    return finishing;
  }

  /** All at once, since they may block. */
  private void finish(Map<Worker, Work> finishing, LoadSampler sampler, LoadPlan plan)
      throws InterruptedException {
    finishing.forEach(Worker::begin);
    long patience = LaneTimes.after(time.nanoTime(), plan.patience().toNanos());
    if (!sampler.follow(finishing.keySet(), patience)) {
      finishing.keySet().forEach(Worker::interrupt);
      sampler.follow(finishing.keySet(), time.nanoTime() + plan.drain().toNanos());
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
