package org.quorate.study.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.finding.CellEvidence;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.Findings;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.summary.StudySummary;

/** Makes summaries of studies. Stateless. */
public final class Summaries {
  private Summaries() {}

  /**
   * Summarises what a study's directory holds, complete or not. Histories must have been judged
   * before; runs without a verdict have no staleness.
   *
   * @throws StudyException if the directory holds no study, or no complete run yet
   */
  public static StudySummary load(Path path) throws StudyException {
    StudyDirectory directory = StudyDirectory.open(path);
    Study study = directory.study();
    List<RunResult> measured = List.copyOf(directory.results().values());
    List<RunResult> whole = whole(path, study, measured);
    WarmUpCuts warmUp = WarmUpCuts.of(study, whole);
    List<RunResult> all = warmUp.apply(measured);
    List<RunResult> runs = notDropped(study, all);
    Map<Integer, RunWindows> sent = new HashMap<>();
    List<CellSummary> cells = cells(directory, study, runs, warmUp, sent);
    List<Cell> order = List.copyOf(study.cells().keySet());
    List<Difference> differences = Differences.of(study, runs);
    List<Finding> findings =
        new ArrayList<>(
            Findings.of(study.expectations(), observations(order, runs), Findings.Basis.STUDY));
    LostWrites.finding(cells).ifPresent(findings::add);
    int planned = study.runs();
    List<Gain> gains = Gains.of(study, runs);
    List<StaticGain> staticGains = StaticGains.of(study, cells, runs, sent);
    StaticGainWriter ofStatic = new StaticGainWriter(cells, staticGains);
    List<String> verdict = new ArrayList<>(ofStatic.headlines());
    verdict.addAll(new EnergyWriter(study, runs, differences).sentences());
    List<String> ofGains = GainWriter.sentences(gains);
    verdict.addAll(
        ofGains.isEmpty()
            ? new VerdictWriter(baseline(study), cells, differences).sentences()
            : ofGains);
    verdict.addAll(ofStatic.others());
    verdict.addAll(WindowWriter.sentences(cells));
    verdict.addAll(AdaptationWriter.sentences(cells));
    verdict.addAll(Warnings.findings(findings, directory.pilot()));
    SteadyState steadyState = SteadyStates.of(study, whole, warmUp);
    Warnings.mixedShares(runs).ifPresent(verdict::add);
    Warnings.incomplete(all.size(), planned).ifPresent(verdict::add);
    verdict.addAll(Warnings.of(cells, runs, study.isRemote()));
    verdict.addAll(DeferralWarnings.of(study.cells(), cells, runs));
    Warnings.notSteady(steadyState).ifPresent(verdict::add);
    Warnings.warmUpCut(steadyState).ifPresent(verdict::add);
    Warnings.invalid(directory.invalid().runs()).ifPresent(verdict::add);
    Warnings.unknownIdle(directory.idles().unknown()).ifPresent(verdict::add);
    return new StudySummary(
        study.name(),
        study.title(),
        study.question(),
        verdict,
        Caveats.of(study, cells, runs),
        directory.command(),
        study.settings(),
        directory.studyFile().text(),
        directory.sessions().environment(),
        study.factors(),
        cells,
        differences,
        findings,
        directory.pilot().orElse(null),
        study.claims(),
        all,
        all.size() == planned,
        FigureSummaries.of(study, cells, runs),
        ClaimVerdicts.of(study, runs),
        study.design(),
        steadyState,
        staticGains,
        Yardsticks.distances(study, runs, sent, directory.runs()::yardstick),
        PredictionChecks.of(study, runs, sent));
  }

  /**
   * The runs of a study that count, without the warm-up that the study has cut off.
   *
   * @param path where the study is, for people
   * @throws StudyException if none of these runs counts
   */
  public static List<RunResult> counted(Path path, Study study, List<RunResult> measured)
      throws StudyException {
    List<RunResult> whole = whole(path, study, measured);
    return WarmUpCuts.of(study, whole).apply(whole);
  }

  private static List<RunResult> whole(Path path, Study study, List<RunResult> measured)
      throws StudyException {
    List<RunResult> whole = notDropped(study, measured);
    if (whole.isEmpty()) {
      throw new StudyException(
          "No run of the study in " + path + " has been measured yet; resume it first.");
    }
    return whole;
  }

  /** First repetitions that the study drops were warm-up, however they look. */
  private static List<RunResult> notDropped(Study study, List<RunResult> runs) {
    return runs.stream().filter(run -> run.repetition() > study.design().dropped()).toList();
  }

  /** The baseline that sentences speak of. */
  private static Map<String, String> baseline(Study study) {
    return study.baselines().isEmpty() ? Map.of() : study.baselines().get(0);
  }

  /**
   * One run's distributions are in memory at a time, besides the sums of the cells.
   *
   * @param sent is given the windows of each run, by its sequence number
   */
  private static List<CellSummary> cells(
      StudyDirectory directory,
      Study study,
      List<RunResult> runs,
      WarmUpCuts warmUp,
      Map<Integer, RunWindows> sent)
      throws StudyException {
    Map<Cell, CellTally> tallies = new LinkedHashMap<>();
    study
        .cells()
        .forEach(
            (cell, settings) ->
                tallies.put(
                    cell,
                    new CellTally(
                        cell, settings.power(), warmUp.countedFrom(cell), study.tolerance(cell))));
    Map<Cell, Integer> counts = new LinkedHashMap<>();
    for (RunResult run : runs) {
      Cell cell = new Cell(run.cell());
      Map<String, Histogram> distributions = directory.runs().distributions(run.sequence());
      CellTally tally = tallies.get(cell);
      if (tally != null) {
        tally.add(run, distributions);
        RunWindows windows = directory.runs().windows(run.sequence()).orElse(null);
        if (windows != null) {
          Consumer<Histogram> times = tally.windows().add(run, windows);
          sent.put(run.sequence(), windows);
          if (!run.faults().isEmpty()) {
            directory.runs().windowTimes(run.sequence(), times);
          }
        }
        counts.merge(cell, 1, Integer::sum);
      }
    }
    return tallies.entrySet().stream()
        .filter(each -> counts.containsKey(each.getKey()))
        .map(each -> each.getValue().summary())
        .toList();
  }

  static List<CellEvidence> observations(List<Cell> cells, List<RunResult> runs) {
    List<CellEvidence> observations = new ArrayList<>();
    for (Cell cell : cells) {
      SortedMap<Integer, Double> throughputs = new TreeMap<>();
      boolean judged = true;
      long reads = 0;
      long staleReads = 0;
      long promised = 0;
      long inTime = 0;
      for (RunResult run : runs) {
        if (run.cell().equals(cell.levels())) {
          throughputs.put(run.repetition(), run.achievedPerSecond());
          StalenessResult staleness = run.staleness();
          judged &= staleness != null;
          reads += staleness == null ? 0 : staleness.reads();
          staleReads += staleness == null ? 0 : staleness.staleReads();
          DeferralResult deferral = run.deferral();
          promised += deferral == null ? 0 : deferral.promised();
          inTime += deferral == null ? 0 : deferral.inTime();
        }
      }
      observations.add(
          new CellEvidence(
              cell,
              throughputs,
              judged && !throughputs.isEmpty(),
              reads,
              staleReads,
              promised,
              inTime));
    }
    return observations;
  }
}
