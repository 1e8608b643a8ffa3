package org.quorate.lab.host;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.quorate.core.workload.OperationKind;
import org.quorate.load.LoadOutcome;

/**
 * Puts together what hosts told of one load. Of a host that was lost its seconds count; its
 * response times, which are told at the end, are not known. Stateless.
 */
final class HostSums {
  private static final int DIGITS = 3;

  private HostSums() {}

  /**
   * The sum.
   *
   * @param startNanos the common start, on the coordinator's clock
   * @param shares of all hosts; at least one of them ended well
   * @throws IllegalArgumentException if a distribution is none
   */
  static LoadOutcome of(long startNanos, List<HostShare> shares) {
    double seconds = 0;
    double dueSeconds = 0;
    long offered = 0;
    long completed = 0;
    long notSent = 0;
    Histogram lag = new Histogram(DIGITS);
    Map<OperationKind, KindSum> kinds = new EnumMap<>(OperationKind.class);
    for (HostShare share : shares) {
      HostOutcome outcome = share.outcome();
      if (outcome == null) {
        completed += share.ok();
      } else {
        seconds = Math.max(seconds, outcome.seconds());
        dueSeconds = Math.max(dueSeconds, outcome.dueSeconds());
        offered += outcome.offered();
        completed += outcome.completed();
        notSent += outcome.notSent();
        HostOutcome.add(outcome.lag(), lag);
        outcome
            .kinds()
            .forEach((kind, told) -> kinds.computeIfAbsent(kind, any -> new KindSum()).add(told));
      }
    }
    Map<OperationKind, LoadOutcome.Kind> results = new EnumMap<>(OperationKind.class);
    kinds.forEach((kind, sum) -> results.put(kind, sum.result()));
    return new LoadOutcome(
        startNanos,
        seconds,
        dueSeconds,
        offered,
        completed,
        notSent,
        lag,
        results,
        timeline(shares),
        steps(shares),
        null);
  }

  private static List<LoadOutcome.Second> timeline(List<HostShare> shares) {
    List<LoadOutcome.Second> all = new ArrayList<>();
    int most = shares.stream().mapToInt(HostShare::told).max().orElse(0);
    for (int second = 0; second < most; second++) {
      all.add(second(second, shares));
    }
    return all;
  }

  /**
   * One second of all hosts that told of it. Of percentiles, which cannot be added, the largest is
   * taken.
   */
  static LoadOutcome.Second second(int second, List<HostShare> shares) {
    boolean whole = true;
    long ok = 0;
    long failed = 0;
    long p50 = 0;
    long p99 = 0;
    for (HostShare share : shares) {
      LoadOutcome.Second each = share.second(second);
      if (each != null) {
        whole &= each.isWhole();
        ok += each.ok();
        failed += each.failed();
        p50 = Math.max(p50, each.responseP50());
        p99 = Math.max(p99, each.responseP99());
      }
    }
    return new LoadOutcome.Second(second, whole, ok, failed, p50, p99);
  }

  private static List<LoadOutcome.Step> steps(List<HostShare> shares) {
    List<Long> failed = new ArrayList<>();
    List<Map<OperationKind, Histogram>> response = new ArrayList<>();
    for (HostShare share : shares) {
      HostOutcome outcome = share.outcome();
      List<HostOutcome.Step> told = outcome == null ? List.of() : outcome.steps();
      for (int step = 0; step < told.size(); step++) {
        if (step == failed.size()) {
          failed.add(0L);
          response.add(new EnumMap<>(OperationKind.class));
        }
        failed.set(step, failed.get(step) + told.get(step).failed());
        Map<OperationKind, Histogram> sums = response.get(step);
        told.get(step)
            .response()
            .forEach(
                (kind, times) ->
                    HostOutcome.add(
                        times, sums.computeIfAbsent(kind, any -> new Histogram(DIGITS))));
      }
    }
    List<LoadOutcome.Step> steps = new ArrayList<>();
    for (int step = 0; step < failed.size(); step++) {
      steps.add(new LoadOutcome.Step(failed.get(step), response.get(step)));
    }
    return steps;
  }

  /** Operations of one kind, of all hosts. */
  private static final class KindSum {
    private long ok;
    private long parts;
    private final Map<String, Long> errors = new HashMap<>();
    private final Histogram response = new Histogram(DIGITS);
    private final Histogram service = new Histogram(DIGITS);

    void add(HostOutcome.Kind told) {
      ok += told.ok();
      parts += told.parts();
      told.errors().forEach((error, count) -> errors.merge(error, count, Long::sum));
      HostOutcome.add(told.response(), response);
      HostOutcome.add(told.service(), service);
    }

    LoadOutcome.Kind result() {
      return new LoadOutcome.Kind(ok, parts, errors, response, service);
    }
  }
}
