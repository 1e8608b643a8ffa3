package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.quorate.lab.load.LoadOutcome;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.TimePoint;

/** Turns what lanes counted into the records of a result. */
final class Histograms {
  private Histograms() {}

  static Latencies summary(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return Latencies.NONE;
    }
    return new Latencies(
        histogram.getTotalCount(),
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }

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
                        summary(counts.response()),
                        summary(counts.service()))));
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
    return tagged;
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
