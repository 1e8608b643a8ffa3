package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.statistics.ClusteredMean;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PredictedRatio;
import org.quorate.core.statistics.RateAccuracy;
import org.quorate.core.statistics.RateCheck;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.FixedLevels;
import org.quorate.study.plan.MonitorErrors;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.CountedPart;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.EstimateBounds;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.Accuracy;
import org.quorate.study.summary.CellAccuracy;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ModelAccuracy;
import org.quorate.study.summary.StaleCheck;
import org.quorate.study.summary.StalePredictions;

/**
 * Holds what staleness models said of a study's runs against what the oracle counted. Looked at are
 * runs at a fixed level that need not meet every write, without faults, second reads or errors that
 * are made on purpose.
 *
 * <p>Each is cut into equal windows of whole seconds: {@value #MOST_WINDOWS}, or as few as leave
 * {@value #FEWEST_READS} reads in each, since one stale read among fewer is more than the third of
 * a point that errors are asked to. A reading of the monitor looks back to the one before it, and
 * counts for the window in which the middle of that lies; those that look back to before the part
 * of the run that counts are left out, and a window of which there is none. Pure.
 */
final class PredictionChecks {
  private static final int MOST_WINDOWS = 10;
  private static final int FEWEST_READS = 300;

  /** Of less nothing is said; intervals are over settings. */
  private static final int FEWEST_CHECKS = 10;

  private static final int FEWEST_SETTINGS = 2;

  /** Of fewer clusters the bootstrap's intervals are too narrow. */
  private static final int FEWEST_FOR_INTERVALS = 10;

  /** So that the same results have the same report. */
  private static final long SEED = 1;

  private PredictionChecks() {}

  /**
   * Looks at all runs.
   *
   * @param runs that count
   * @param sent the windows of each run, by its sequence number, as far as they are known
   */
  static StalePredictions of(Study study, List<RunResult> runs, Map<Integer, RunWindows> sent) {
    List<StaleCheck> checks = new ArrayList<>();
    for (RunResult run : runs) {
      RunWindows windows = sent.get(run.sequence());
      MonitorResult monitor = run.monitor();
      if (windows != null && monitor != null && canBeStale(study, run)) {
        checks.addAll(checks(run, monitor.decisions(), windows));
      }
    }
    List<ModelAccuracy> models = new ArrayList<>();
    for (String model : StalenessModels.names()) {
      List<StaleCheck> own = checks.stream().filter(check -> check.model().equals(model)).toList();
      Map<Map<String, String>, List<RateCheck>> settings = new LinkedHashMap<>();
      for (StaleCheck check : own) {
        settings.computeIfAbsent(setting(check.cell()), s -> new ArrayList<>()).add(check.rate());
      }
      if (own.size() >= FEWEST_CHECKS && settings.size() >= FEWEST_SETTINGS) {
        models.add(accuracy(model, List.copyOf(settings.values()), cells(study, own)));
      }
    }
    return new StalePredictions(models, checks);
  }

  private static boolean canBeStale(Study study, RunResult run) {
    Cell cell = new Cell(run.cell());
    RunSettings settings = study.cells().get(cell);
    if (settings == null || settings.secondRead() != null || isMisled(settings.monitor())) {
      return false;
    }
    Level level = settings.readPolicy().fixedLevel().orElse(null);
    return level != null
        && run.faults().isEmpty()
        && !FixedLevels.levels(study, cell).meetsEveryWrite(level);
  }

  private static boolean isMisled(@Nullable MonitorSettings monitor) {
    return monitor != null && !monitor.errors().equals(MonitorErrors.NONE);
  }

  private static Map<String, String> setting(Map<String, String> cell) {
    Map<String, String> setting = new LinkedHashMap<>(cell);
    setting.remove("policy");
    setting.remove("read-level");
    return setting;
  }

  private static List<StaleCheck> checks(
      RunResult run, List<DecisionPoint> readings, RunWindows windows) {
    CountedPart part = run.counted();
    int start = part == null ? 0 : part.fromSecond();
    int end = (int) Math.round(run.seconds());
    long reads = windows.between(start, end).reads();
    int cuts =
        (int) Math.min(Math.min(MOST_WINDOWS, end - start), Math.max(1, reads / FEWEST_READS));
    List<StaleCheck> checks = new ArrayList<>();
    for (int cut = 0; cut < cuts; cut++) {
      int from = start + (end - start) * cut / cuts;
      int to = start + (end - start) * (cut + 1) / cuts;
      WindowCounts counts = windows.between(from, to);
      List<DecisionPoint> within = new ArrayList<>();
      for (int i = 1; i < readings.size(); i++) {
        double before = readings.get(i - 1).second();
        double middle = (before + readings.get(i).second()) / 2;
        boolean isNew = readings.get(i).second() > before;
        if (isNew && before >= start && middle >= from && middle < to) {
          within.add(readings.get(i));
        }
      }
      for (String model : StalenessModels.names()) {
        List<DecisionPoint> said =
            within.stream().filter(point -> point.estimatesAtLevel().containsKey(model)).toList();
        if (!said.isEmpty() && counts.reads() > 1) {
          checks.add(
              new StaleCheck(
                  run.cell(),
                  run.sequence(),
                  run.repetition(),
                  from,
                  to,
                  model,
                  said.size(),
                  rate(model, said, counts)));
        }
      }
    }
    return checks;
  }

  /**
   * Estimates of one run err alike, since they share draws and round trips: so the bounds of their
   * mean are the means of their bounds.
   */
  private static RateCheck rate(String model, List<DecisionPoint> said, WindowCounts counts) {
    double predicted = mean(said, point -> estimate(model, point));
    double low = mean(said, point -> bounds(model, point).low());
    double high = mean(said, point -> bounds(model, point).high());
    return new RateCheck(
        predicted,
        Math.min(low, predicted),
        Math.max(high, predicted),
        counts.staleReads(),
        counts.reads());
  }

  private static double mean(List<DecisionPoint> points, ToDoubleFunction<DecisionPoint> number) {
    return points.stream().mapToDouble(number).average().orElseThrow();
  }

  /** A rate is at most 1, whatever a formula says. */
  private static double estimate(String model, DecisionPoint point) {
    return Math.min(1, Math.max(0, point.estimatesAtLevel().getOrDefault(model, 0.0)));
  }

  private static EstimateBounds bounds(String model, DecisionPoint point) {
    EstimateBounds stated = point.boundsAtLevel().get(model);
    double estimate = estimate(model, point);
    return stated == null ? new EstimateBounds(estimate, estimate) : stated;
  }

  private static ModelAccuracy accuracy(
      String model, List<List<RateCheck>> settings, List<CellAccuracy> cells) {
    List<List<RateCheck>> telling = of(settings, PredictionChecks::isTelling);
    return new ModelAccuracy(
        model, accuracy(settings), telling.isEmpty() ? null : accuracy(telling), cells);
  }

  private static boolean isTelling(RateCheck check) {
    return Math.max((double) check.events(), check.predicted() * check.trials())
        >= ModelAccuracy.FEWEST_EVENTS;
  }

  private static List<List<RateCheck>> of(
      List<List<RateCheck>> settings, Predicate<RateCheck> which) {
    return settings.stream()
        .map(checks -> checks.stream().filter(which).toList())
        .filter(checks -> !checks.isEmpty())
        .toList();
  }

  private static Accuracy accuracy(List<List<RateCheck>> settings) {
    RateAccuracy accuracy = RateAccuracy.of(settings, SEED);
    List<List<RateCheck>> bounded = of(settings, RateCheck::hasBounds);
    return new Accuracy(
        settings.size(),
        settings.stream().mapToInt(List::size).sum(),
        mean(accuracy.rootMeanSquaredError(), accuracy.rootInterval(), settings.size()),
        mean(accuracy.bias()),
        bounded.isEmpty() ? null : mean(RateAccuracy.of(bounded, SEED).held()));
  }

  private static Mean mean(ClusteredMean mean) {
    return mean(mean.mean(), mean.interval(), mean.clusters());
  }

  private static Mean mean(double mean, Interval interval, int clusters) {
    return clusters < FEWEST_FOR_INTERVALS
        ? new Mean(mean, Double.NaN, Double.NaN, clusters)
        : new Mean(mean, interval.low(), interval.high(), clusters);
  }

  private static List<CellAccuracy> cells(Study study, List<StaleCheck> checks) {
    List<CellAccuracy> cells = new ArrayList<>();
    for (Cell cell : study.cells().keySet()) {
      List<RateCheck> own =
          checks.stream()
              .filter(check -> check.cell().equals(cell.levels()))
              .map(StaleCheck::rate)
              .toList();
      if (!own.isEmpty()) {
        long reads = own.stream().mapToLong(RateCheck::trials).sum();
        long stale = own.stream().mapToLong(RateCheck::events).sum();
        double predicted =
            own.stream().mapToDouble(rate -> rate.predicted() * rate.trials()).sum() / reads;
        cells.add(
            new CellAccuracy(
                cell.levels(),
                own.size(),
                reads,
                stale,
                predicted,
                PredictedRatio.of(predicted, stale, reads, Mean.CONFIDENCE)));
      }
    }
    return cells;
  }
}
