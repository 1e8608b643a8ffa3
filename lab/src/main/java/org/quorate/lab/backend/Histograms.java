package org.quorate.lab.backend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Rates;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.OperationKind;
import org.quorate.load.LoadOutcome;
import org.quorate.load.store.DeferredWrites;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.TimePoint;

/** Turns what lanes and stores counted into the records of a result. */
final class Histograms {
  /** Where nobody has said what became of a write, as lanes call it. */
  private static final String UNFINISHED = "Unfinished";

  private Histograms() {}

  static List<OperationResult> operations(LoadOutcome outcome) {
    List<OperationResult> results = new ArrayList<>();
    outcome
        .kinds()
        .forEach(
            (kind, counts) ->
                results.add(
                    new OperationResult(
                        kind.name(),
                        counts.ok(),
                        counts.parts(),
                        counts.errors(),
                        Latencies.of(counts.response()),
                        Latencies.of(counts.service()))));
    return results;
  }

  /** By tag, as the latency log wants them. */
  static Map<String, Histogram> tagged(LoadOutcome outcome) {
    Map<String, Histogram> tagged = new LinkedHashMap<>();
    outcome
        .kinds()
        .forEach(
            (kind, counts) -> {
              tagged.put(LatencyLog.response(kind.name()), counts.response());
              tagged.put(LatencyLog.service(kind.name()), counts.service());
            });
    tagged.put(LatencyLog.LAG, outcome.lag());
    for (int step = 0; step < outcome.steps().size(); step++) {
      int number = step + 1;
      outcome
          .steps()
          .get(step)
          .response()
          .forEach((kind, response) -> tagged.put(LatencyLog.phase(number, kind.name()), response));
    }
    DeferredWrites deferred = outcome.deferred();
    if (deferred != null) {
      tagged.put(LatencyLog.ACKNOWLEDGED, deferred.acknowledgement());
      tagged.put(LatencyLog.VISIBLE, deferred.visibility());
    }
    return tagged;
  }

  /**
   * What was due during each step of the load, as far as these lie within the run; empty where it
   * does not change in steps.
   */
  static List<PhaseResult> phases(RunSettings settings, LoadOutcome outcome) {
    List<PhaseResult> phases = new ArrayList<>();
    if (settings.load() instanceof LoadShape.Open open) {
      double from = 0;
      List<ArrivalProcess.Step> steps = ArrivalProcess.parse(open.arrivals()).steps();
      for (int step = 0; step < steps.size() && from < outcome.dueSeconds(); step++) {
        double to = Math.min(from + seconds(steps.get(step).duration()), outcome.dueSeconds());
        LoadOutcome.Step counts = outcome.steps().get(step);
        Map<String, Latencies> response = new TreeMap<>();
        counts.response().forEach((kind, times) -> response.put(kind.name(), Latencies.of(times)));
        phases.add(
            new PhaseResult(
                Rates.format(steps.get(step).perSecond()), from, to, counts.failed(), response));
        from = to;
      }
    }
    return phases;
  }

  /** What became of deferred writes; null where none is deferred. */
  static @Nullable DeferralResult deferral(LoadOutcome outcome) {
    DeferredWrites deferred = outcome.deferred();
    if (deferred == null) {
      return null;
    }
    Map<String, Long> failed = new TreeMap<>(deferred.failed());
    if (deferred.unfinished() > 0) {
      failed.merge(UNFINISHED, deferred.unfinished(), Long::sum);
    }
    Duration bound = deferred.bound();
    return new DeferralResult(
        deferred.accepted(),
        deferred.acknowledged(),
        failed,
        Latencies.of(accepted(outcome)),
        Latencies.of(deferred.acknowledgement()),
        Latencies.of(deferred.visibility()),
        bound == null ? null : Double.valueOf(seconds(bound)),
        deferred.missed(),
        deferred.latestMisses().stream()
            .map(
                miss ->
                    new DeferralResult.Miss(
                        miss.acknowledgedAt(), seconds(miss.delay()), miss.cause()))
            .toList());
  }

  /** From the instant of sending until the call was over, of all writes. */
  private static Histogram accepted(LoadOutcome outcome) {
    Histogram accepted = new Histogram(3);
    for (OperationKind kind : List.of(OperationKind.UPDATE, OperationKind.INSERT)) {
      LoadOutcome.Kind counts = outcome.kinds().get(kind);
      if (counts != null) {
        accepted.add(counts.service());
      }
    }
    return accepted;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  static List<TimePoint> timeline(LoadOutcome outcome) {
    return outcome.timeline().stream()
        .map(
            second ->
                new TimePoint(
                    second.second(), second.ok(), second.failed(), 0, 0, second.responseP99()))
        .toList();
  }
}
