package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.directory.RunFolders;
import org.quorate.study.directory.SessionFolders;
import org.quorate.study.finding.CellEvidence;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.Findings;
import org.quorate.study.finding.Findings.Basis;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;

/**
 * Finds the link delay at which a study's expectations hold: tries delays in turn, each by one
 * short run of every cell without faults that an expectation speaks of, and keeps the first at
 * which all hold. If none is found, the delay at which most held is kept, the earliest of several.
 * Trials are context for the oracle and never results. Used once.
 */
final class Pilot {
  private final Study study;
  private final PilotSettings settings;
  private final Progress progress;
  private int measured;

  Pilot(Study study, PilotSettings settings, Progress progress) {
    this.study = study;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs the trials in a session whose cells are warm. */
  PilotOutcome run(BackendSession session, int number, SessionFolders folders)
      throws BackendException, InterruptedException, IOException {
    List<PilotOutcome.Trial> trials = new ArrayList<>();
    try (Progress.Task task =
        progress.start("looking for a link delay", settings.delays().size(), "delays at most")) {
      for (String delay : settings.delays()) {
        task.detail(delay);
        PilotOutcome.Trial trial = trial(delay, trials.size() + 1, session, number, folders);
        trials.add(trial);
        tell(trial);
        if (holds(trial)) {
          progress.message("Going on with a link delay of " + delay + ".");
          return new PilotOutcome(delay, true, trials);
        }
        task.advance(trials.size());
      }
    }
    PilotOutcome.Trial best = trials.get(0);
    for (PilotOutcome.Trial trial : trials) {
      if (trial.held() > best.held()) {
        best = trial;
      }
    }
    progress.message(
        "No delay met every expectation; going on with "
            + best.delay()
            + ", at which "
            + best.held()
            + " of "
            + best.findings().size()
            + " held.");
    return new PilotOutcome(best.delay(), false, trials);
  }

  private PilotOutcome.Trial trial(
      String delay, int trial, BackendSession session, int number, SessionFolders folders)
      throws BackendException, InterruptedException, IOException {
    List<HistoryJudge.Judged> judged = new ArrayList<>();
    List<RunResult> results = new ArrayList<>();
    for (Map.Entry<Cell, RunSettings> cell : study.cells().entrySet()) {
      // A trial would be over before the faults of its run.
      if (!cell.getValue().faults().isEmpty()
          || study.expectations().stream()
              .noneMatch(expectation -> Findings.concerns(expectation, cell.getKey()))) {
        continue;
      }
      String name =
          String.format(Locale.ROOT, "%02d-%s-%d", trial, folderName(delay), results.size() + 1);
      Path folder = folders.beginTrial(number, name);
      RunResult result =
          session.measure(
              new Run(
                  -measured++,
                  trial,
                  cell.getKey(),
                  cell.getValue()
                      .with(
                          run -> {
                            run.linkDelay = delay;
                            run.duration = settings.duration();
                          })),
              folder,
              progress);
      results.add(result);
      Path history = folder.resolve(RunFolders.HISTORY);
      if (history.toFile().isFile()) {
        judged.add(new HistoryJudge.Judged(result, List.of(history), false));
      }
    }
    List<Finding> findings =
        Findings.of(
            study.expectations(),
            observations(results, judged, folders.histories(number)),
            Basis.TRIAL);
    return new PilotOutcome.Trial(delay, findings);
  }

  private List<CellEvidence> observations(
      List<RunResult> results, List<HistoryJudge.Judged> judged, List<Path> histories)
      throws IOException {
    List<Path> own = judged.stream().flatMap(each -> each.histories().stream()).toList();
    List<Path> context = histories.stream().filter(file -> !own.contains(file)).toList();
    Map<Integer, StalenessResult> found = new HashMap<>();
    if (!judged.isEmpty()) {
      var verdicts = HistoryJudge.judge(judged, context, Progress.silent());
      for (int i = 0; i < judged.size(); i++) {
        found.put(judged.get(i).run().sequence(), verdicts.get(i).staleness().staleness());
      }
    }
    return results.stream()
        .map(
            result -> {
              Optional<StalenessResult> staleness =
                  Optional.ofNullable(found.get(result.sequence()));
              Optional<DeferralResult> deferral = Optional.ofNullable(result.deferral());
              return new CellEvidence(
                  new Cell(result.cell()),
                  new TreeMap<>(Map.of(1, result.achievedPerSecond())),
                  staleness.isPresent(),
                  staleness.map(StalenessResult::reads).orElse(0L),
                  staleness.map(StalenessResult::staleReads).orElse(0L),
                  deferral.map(DeferralResult::promised).orElse(0L),
                  deferral.map(DeferralResult::inTime).orElse(0L));
            })
        .toList();
  }

  private void tell(PilotOutcome.Trial trial) {
    for (Finding finding : trial.findings()) {
      progress.message(
          "Trial at "
              + trial.delay()
              + ": "
              + finding.expectation()
              + switch (finding.outcome()) {
                case HOLDS -> " - holds: ";
                case UNDECIDED -> " - undecided: ";
                case DOES_NOT_HOLD -> " - does not hold: ";
              }
              + finding.evidence()
              + ".");
    }
  }

  private static boolean holds(PilotOutcome.Trial trial) {
    return trial.held() == trial.findings().size();
  }

  private static String folderName(String delay) {
    return delay.replaceAll("[^a-zA-Z0-9]+", "-");
  }
}
