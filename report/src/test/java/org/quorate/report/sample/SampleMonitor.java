package org.quorate.report.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.quorate.core.statistics.PredictedRatio;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.Accuracy;
import org.quorate.study.summary.CellAccuracy;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ModelAccuracy;
import org.quorate.study.summary.StalePredictions;

/** Makes up what a monitor would have seen of a run, with formula (6) as it is. */
final class SampleMonitor {
  private static final double REPLICAS = 5;
  private static final double KEYS = 1000;

  private SampleMonitor() {}

  static double rampStaleRate(int second, int seconds) {
    return 0.0002 * Math.pow(80, Math.min(0.6, (double) second / seconds));
  }

  static MonitorResult watch(Map<String, String> cell, List<TimePoint> timeline, double seconds) {
    double propagation = cell.getOrDefault("delay", "5ms").equals("25ms") ? 0.026 : 0.006;
    List<DecisionPoint> decisions = new ArrayList<>();
    Map<String, Double> atOne = new TreeMap<>();
    Map<String, Double> atLevel = new TreeMap<>();
    Map<String, Double> shares = new LinkedHashMap<>();
    double all = 0;
    for (TimePoint point : timeline) {
      double reads = point.ok() / 2.0;
      String level = level(cell, reads, propagation);
      Map<String, Double> one = estimates(reads, propagation, 1);
      Map<String, Double> own = estimates(reads, propagation, replicas(level));
      decisions.add(
          new DecisionPoint(
              point.second() == 0 ? -0.2 : point.second() + 0.1,
              reads,
              reads,
              propagation,
              one,
              own,
              Map.of(),
              Map.of(),
              level,
              "Estimated stale-read rate at one replica was held against the tolerance."));
      one.forEach((model, rate) -> atOne.merge(model, rate / timeline.size(), Double::sum));
      own.forEach((model, rate) -> atLevel.merge(model, rate / timeline.size(), Double::sum));
      shares.merge(level, reads, Double::sum);
      all += reads;
    }
    double sum = all;
    shares.replaceAll((level, reads) -> reads / sum);
    return new MonitorResult(
        "system_views of 5 nodes over CQL",
        "half a round trip through the links and the mean write size over 1 Gbit/s",
        "The paper\u2019s inputs; queueing in the replicas is not in it.",
        atOne,
        atLevel,
        shares,
        Map.of(),
        decisions);
  }

  private static String level(Map<String, String> cell, double reads, double propagation) {
    String policy = cell.getOrDefault("policy", "ONE");
    if (!policy.startsWith("harmony")) {
      return policy;
    }
    double tolerance = Double.parseDouble(policy.replaceAll("[^0-9]", "")) / 100;
    if (formula(reads, propagation, 1) <= tolerance) {
      return "ONE";
    }
    return formula(reads, propagation, 2) <= tolerance
        ? "TWO"
        : formula(reads, propagation, 3) <= tolerance ? "QUORUM" : "ALL";
  }

  private static double replicas(String level) {
    return switch (level) {
      case "TWO" -> 2;
      case "QUORUM" -> 3;
      case "ALL" -> REPLICAS;
      default -> 1;
    };
  }

  private static Map<String, Double> estimates(double reads, double propagation, double level) {
    return Map.of(
        "harmony",
        formula(reads, propagation, level),
        "harmony-per-key",
        formula(reads / KEYS, propagation, level),
        "random-read",
        (REPLICAS - level) / REPLICAS * (1 - Math.exp(-reads / KEYS * 30 * propagation)));
  }

  private static double formula(double reads, double propagation, double level) {
    return reads == 0
        ? 0
        : (REPLICAS - level) / REPLICAS * (1 - Math.exp(-reads * propagation)) * 2;
  }

  static Map<String, Mean> means(
      List<RunResult> runs, Function<MonitorResult, Map<String, Double>> ofRun) {
    Map<String, List<Double>> values = new TreeMap<>();
    runs.stream()
        .map(RunResult::monitor)
        .filter(Objects::nonNull)
        .forEach(
            monitor ->
                ofRun
                    .apply(monitor)
                    .forEach(
                        (model, rate) ->
                            values.computeIfAbsent(model, m -> new ArrayList<>()).add(rate)));
    Map<String, Mean> means = new LinkedHashMap<>();
    values.forEach((model, rates) -> means.put(model, SampleSummaries.estimate(rates)));
    return means;
  }

  static Map<String, Double> levelShares(List<RunResult> runs) {
    Map<String, Double> shares = new LinkedHashMap<>();
    runs.stream()
        .map(RunResult::monitor)
        .filter(Objects::nonNull)
        .forEach(
            monitor ->
                monitor
                    .levelShares()
                    .forEach((l, s) -> shares.merge(l, s / runs.size(), Double::sum)));
    return shares;
  }

  /** A model that is about right, and one that is not. */
  static StalePredictions predictions(List<Map<String, String>> cells) {
    int settings = cells.size();
    return new StalePredictions(
        List.of(
            new ModelAccuracy(
                "harmony",
                new Accuracy(
                    settings,
                    3 * settings,
                    new Mean(0.713, 0.65, 0.77, settings),
                    new Mean(0.68, 0.62, 0.74, settings),
                    null),
                null,
                accuracies(cells, 0.8)),
            new ModelAccuracy(
                "random-read",
                right(settings, 3 * settings),
                right(settings, 2 * settings),
                accuracies(cells, 0.004))),
        List.of());
  }

  private static Accuracy right(int settings, int checks) {
    return new Accuracy(
        settings,
        checks,
        new Mean(0.0008, 0, 0.0015, settings),
        new Mean(0.0005, -0.0001, 0.0011, settings),
        new Mean(0.931, 0.902, 0.961, settings));
  }

  private static List<CellAccuracy> accuracies(List<Map<String, String>> cells, double predicted) {
    PredictedRatio ratio = PredictedRatio.of(predicted, 30, 9_000, Mean.CONFIDENCE);
    return cells.stream()
        .map(cell -> new CellAccuracy(cell, 3, 9_000, 30, predicted, ratio))
        .toList();
  }
}
