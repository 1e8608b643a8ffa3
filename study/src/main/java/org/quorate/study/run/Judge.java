package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.quorate.core.yardstick.RunReads;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.history.WindowCounter;
import org.quorate.study.io.FileProblems;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.FixedLevels;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;

/**
 * Judges the histories of a study, from its files alone: all histories of a session together, so
 * that the load, warm-ups and earlier runs are context for the reads of each run. What is found is
 * written beside the runs; the runs' own results are never changed. Stateless.
 */
public final class Judge {
  private Judge() {}

  /**
   * Judges every session that has a run with a history and no verdict yet, or a verdict without
   * windows or without what the yardstick needs, as an earlier version left it. A run is given only
   * what it lacks. A session some of whose runs have a verdict and no history any more is left as
   * it is: without the writes of these runs other verdicts would be too good. A session that goes
   * on later never changes a verdict: what is written after a read was made cannot make it stale.
   *
   * @throws StudyException if a history cannot be read
   */
  public static void judge(Path directory, Progress progress) throws StudyException {
    judge(StudyDirectory.open(directory), progress);
  }

  static void judge(StudyDirectory directory, Progress progress) throws StudyException {
    SortedMap<Integer, List<HistoryJudge.Judged>> sessions = new TreeMap<>();
    Set<Integer> incomplete = new HashSet<>();
    Set<Cell> yardsticks = FixedLevels.weakest(directory.study());
    for (RunResult run : directory.results().values()) {
      List<Path> histories = directory.runs().histories(run.sequence());
      if (!histories.isEmpty()) {
        sessions
            .computeIfAbsent(run.session(), s -> new ArrayList<>())
            .add(
                new HistoryJudge.Judged(run, histories, yardsticks.contains(new Cell(run.cell()))));
      } else if (run.staleness() != null) {
        incomplete.add(run.session());
      }
    }
    for (Map.Entry<Integer, List<HistoryJudge.Judged>> session : sessions.entrySet()) {
      boolean complete =
          session.getValue().stream()
              .allMatch(
                  judged ->
                      hasVerdict(directory, judged.run())
                          && (!judged.yardstick()
                              || directory.runs().hasYardstick(judged.run().sequence())));
      if (complete) {
        continue;
      }
      if (incomplete.contains(session.getKey())) {
        progress.message(
            "Session "
                + session.getKey()
                + " is not judged again: some of its histories are no longer there.");
      } else {
        judge(directory, session.getKey(), session.getValue(), progress);
      }
    }
  }

  private static boolean hasVerdict(StudyDirectory directory, RunResult run) {
    return run.staleness() != null && directory.runs().hasWindows(run.sequence());
  }

  private static void judge(
      StudyDirectory directory, int session, List<HistoryJudge.Judged> runs, Progress progress)
      throws StudyException {
    try {
      List<Path> context = new ArrayList<>(directory.sessions().histories(session));
      context.addAll(directory.invalid().histories(session));
      List<HistoryJudge.Found> found = HistoryJudge.judge(runs, context, progress);
      for (int i = 0; i < runs.size(); i++) {
        RunResult run = runs.get(i).run();
        RunReads reads = found.get(i).reads();
        if (reads != null) {
          directory.runs().write(run.sequence(), reads);
        }
        if (hasVerdict(directory, run)) {
          continue;
        }
        ClusterSettings cluster =
            Objects.requireNonNull(directory.study().cells().get(new Cell(run.cell()))).cluster();
        WindowCounter counted =
            WindowCounter.count(
                runs.get(i).histories(),
                run.startNanos(),
                cluster::replicas,
                found.get(i).timeLine());
        directory.runs().write(run.sequence(), counted);
        directory.runs().write(run.sequence(), found.get(i).staleness(), found.get(i).timeBehind());
      }
    } catch (IOException e) {
      throw new StudyException(
          "The histories of session "
              + session
              + " in "
              + directory.path()
              + " cannot be judged: "
              + FileProblems.reason(e)
              + (FileProblems.reason(e).endsWith(".") ? "" : "."),
          e);
    }
  }
}
