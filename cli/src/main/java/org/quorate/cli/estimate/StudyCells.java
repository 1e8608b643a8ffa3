package org.quorate.cli.estimate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.WorkloadPopularity;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.core.workload.Workload;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

/**
 * The cells of a study that was run: their rates as they were, their delays as the study's links
 * and the recorded propagation time say, and what the oracle counted. Not thread-safe.
 */
final class StudyCells {
  private static final Set<String> READS = Set.of("READ");
  private static final Set<String> WRITES = Set.of("UPDATE", "INSERT");
  private static final int ROUND_TRIPS = 4_001;

  private final Map<Workload, KeyPopularity> popularities = new HashMap<>();

  /**
   * The cells that have been measured.
   *
   * @throws StudyException if the directory cannot be read, or nothing was measured yet
   * @throws IllegalArgumentException if a cell is nothing that can be estimated
   */
  List<Situation> of(Path directory) throws StudyException {
    Study study = StudyDirectory.open(directory).study();
    StudySummary summary = Summaries.load(directory);
    List<Situation> situations = new ArrayList<>();
    for (CellSummary cell : summary.cells()) {
      RunSettings settings = study.cells().get(new Cell(cell.cell()));
      List<RunResult> runs =
          summary.runs().stream().filter(run -> run.cell().equals(cell.cell())).toList();
      if (settings != null && !runs.isEmpty()) {
        situations.add(situation(cell, settings, runs));
      }
    }
    return situations;
  }

  private Situation situation(CellSummary cell, RunSettings settings, List<RunResult> runs) {
    boolean levels = settings.cluster().can(Capability.LEVELS);
    if (!levels || settings.cluster().dataCenters().size() > 1) {
      throw new IllegalArgumentException(
          "The study is of "
              + (levels
                  ? "several data centres, which an estimate cannot tell apart"
                  : "an engine without consistency levels")
              + "; give numbers by hand.");
    }
    Workload workload = settings.workload();
    double propagation = propagation(runs);
    DelayDistribution link =
        settings.linkDelay().equals(RunSettings.NO_DELAY)
            ? DelayDistribution.NONE
            : DelayDistribution.parse(settings.linkDelay());
    int replicas = settings.cluster().replicationFactor();
    return new Situation(
        cell.label(),
        settings.writeLevel(),
        perSecond(runs, READS),
        perSecond(runs, WRITES),
        popularities.computeIfAbsent(workload, WorkloadPopularity::of),
        Numbers.count(workload.recordCount()) + " at first, drawn as by the study's workload",
        List.of(ReplicaRow.alike(replicas, leg(link, propagation, replicas))),
        legText(settings.linkDelay(), propagation),
        ReplicaChoice.NEAREST,
        counted(cell, settings));
  }

  private static double perSecond(List<RunResult> runs, Set<String> kinds) {
    double requests = 0;
    double seconds = 0;
    for (RunResult run : runs) {
      requests +=
          run.operations().stream()
              .filter(operation -> kinds.contains(operation.kind()))
              .mapToLong(OperationResult::requests)
              .sum();
      seconds += run.seconds();
    }
    return seconds > 0 ? requests / seconds : 0;
  }

  /** The mean that decisions rested on, in seconds; NaN where none was recorded. */
  private static double propagation(List<RunResult> runs) {
    return runs.stream()
        .map(RunResult::monitor)
        .filter(MonitorResult.class::isInstance)
        .flatMap(monitor -> monitor.decisions().stream())
        .mapToDouble(point -> point.propagationSeconds())
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /**
   * The link's delay, and so much more that half of the slowest round trip is the recorded time in
   * the median: what messages wait besides.
   */
  static Leg leg(DelayDistribution link, double recorded, int replicas) {
    Leg alone = Leg.of(link);
    if (Double.isNaN(recorded)) {
      if (link.equals(DelayDistribution.NONE)) {
        throw new IllegalArgumentException(
            "The study has neither recorded a propagation time nor delayed its links, so give"
                + " --delay or --round-trip.");
      }
      return alone;
    }
    double expected = halfSlowestRoundTrip(alone, replicas);
    double more = recorded - expected;
    double factor = expected > 0 ? recorded / expected : 1;
    return more >= 0 ? alone.plus(Leg.constant(more)) : random -> factor * alone.draw(random);
  }

  static double halfSlowestRoundTrip(Leg leg, int replicas) {
    SeededRandom random = SeededRandom.stream(EstimateCommand.SEED, 1);
    double[] slowest = new double[ROUND_TRIPS];
    for (int i = 0; i < ROUND_TRIPS; i++) {
      for (int other = 1; other < replicas; other++) {
        slowest[i] = Math.max(slowest[i], leg.draw(random) + leg.draw(random));
      }
    }
    Arrays.sort(slowest);
    return slowest[ROUND_TRIPS / 2] / 2;
  }

  private static String legText(String link, double recorded) {
    return Double.isNaN(recorded)
        ? link + ", as the study's links"
        : (link.equals(RunSettings.NO_DELAY) ? "constant" : "as the study's links (" + link + ")")
            + ", so long that the propagation time is the recorded "
            + TimeUnits.text(1e9 * recorded);
  }

  private static List<String> counted(CellSummary cell, RunSettings settings) {
    Mean rate = cell.staleRate();
    if (rate == null) {
      return List.of();
    }
    return List.of(
        "Counted by the oracle with reads at "
            + settings.readPolicy().name()
            + ": "
            + Numbers.percent(rate.mean())
            + (Double.isNaN(rate.low())
                ? ""
                : " ("
                    + Numbers.of(100 * rate.low())
                    + " to "
                    + Numbers.of(100 * rate.high())
                    + ")")
            + " stale.");
  }
}
