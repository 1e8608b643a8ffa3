package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.study.StudyException;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.io.FileProblems;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;

/**
 * Runs studies on one backend. Each group of runs that share a cluster is one session: every cell
 * is warmed up, then the pilot has its trials where there is one to run, then the runs follow in
 * the order of the plan. Used by one thread at a time.
 */
public final class StudyRunner {
  private final Backend backend;
  private final Progress progress;

  /**
   * @param backend the one that the study names, see {@code Study.backend()}
   */
  public StudyRunner(Backend backend, Progress progress) {
    this.backend = backend;
    this.progress = progress;
  }

  /**
   * Runs a study into a directory, and judges its histories. A directory that holds a part of the
   * very same study is gone on with.
   *
   * @param path is created where it does not exist
   * @throws StudyException if the directory holds another study or something else, another process
   *     is running the study there, or the disk has too little room
   * @throws BackendException if the backend cannot go on; runs measured before stay
   */
  public void run(StudyFile file, Path path)
      throws StudyException, BackendException, InterruptedException {
    requireBackend(file.study());
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new StudyException(
          "The directory " + path + " cannot be made: " + FileProblems.reason(e) + ".", e);
    }
    try (StudyLock lock = StudyLock.acquire(path)) {
      proceed(StudyDirectory.create(path, file));
    }
  }

  /**
   * Goes on with the study that a directory holds, from the directory's own copies of the study
   * file and workload files. Complete runs are kept and never run again.
   *
   * @throws StudyException as {@link #run}, or if the directory holds no study
   */
  public void resume(Path path) throws StudyException, BackendException, InterruptedException {
    requireBackend(StudyDirectory.open(path).study());
    try (StudyLock lock = StudyLock.acquire(path)) {
      proceed(StudyDirectory.open(path));
    }
  }

  private void requireBackend(Study study) throws StudyException {
    if (!study.backend().equals(backend.name())) {
      throw new StudyException(
          "The study asks for the backend "
              + study.backend()
              + ", but it was given to "
              + backend.name()
              + ".");
    }
  }

  private void proceed(StudyDirectory directory)
      throws StudyException, BackendException, InterruptedException {
    Plan plan = Plan.of(upcoming(directory));
    Set<Integer> done = directory.results().keySet();
    List<Run> remaining =
        plan.runs().stream().filter(run -> !done.contains(run.sequence())).toList();
    if (!remaining.isEmpty()) {
      backend.check(remaining);
      DiskRoom.require(
          directory.path(),
          DiskRoom.needed(upcoming(directory), done, directory.pilot().isEmpty()));
      if (!done.isEmpty()) {
        progress.message(
            done.size() + " of " + plan.runs().size() + " runs were measured before and are kept.");
      }
      try {
        directory.runs().discardUnfinished();
        for (int group = 0; group < plan.groups().size(); group++) {
          if (plan.groups().get(group).stream().anyMatch(remaining::contains)) {
            runSession(directory, group, done, plan.runs().size());
          }
        }
      } catch (IOException e) {
        throw new StudyException(
            directory.path()
                + " cannot be written: "
                + FileProblems.reason(e)
                + ". Complete runs are kept; resume the study to go on.",
            e);
      }
    }
    Judge.judge(directory, progress);
  }

  /** The study; before its pilot, at the first delay that the pilot will try. */
  private static Study upcoming(StudyDirectory directory) {
    PilotSettings pilot = directory.study().pilot();
    return pilot == null || directory.pilot().isPresent()
        ? directory.study()
        : directory.study().withLinkDelay(pilot.delays().get(0));
  }

  private void runSession(StudyDirectory directory, int group, Set<Integer> done, int total)
      throws StudyException, BackendException, InterruptedException, IOException {
    List<Run> runs = Plan.of(upcoming(directory)).groups().get(group);
    int number = directory.sessions().begin();
    try (BackendSession session =
        backend.open(
            runs.get(0).settings().cluster(), number, directory.sessions().of(number), progress)) {
      directory.write(number, session.environment());
      warmUp(session, runs);
      pilot(directory, session, number);
      try (Progress.Task task = progress.start("measuring", total, "runs")) {
        for (Run run : Plan.of(directory.study()).groups().get(group)) {
          if (!done.contains(run.sequence())) {
            task.detail(run.cell().label());
            measure(directory, session, run, total);
          }
          task.advance(run.sequence());
        }
      }
    }
  }

  /** Every cell of the session, also those whose runs are done: all runs meet the same cluster. */
  private void warmUp(BackendSession session, List<Run> runs)
      throws BackendException, InterruptedException {
    Map<Cell, Run> cells = new LinkedHashMap<>();
    runs.forEach(run -> cells.putIfAbsent(run.cell(), run));
    try (Progress.Task task = progress.start("warming up", cells.size(), "cells")) {
      List<Run> first = new ArrayList<>(cells.values());
      for (int i = 0; i < first.size(); i++) {
        task.detail(first.get(i).cell().label());
        session.warmUp(first.get(i), progress);
        task.advance(i + 1);
      }
    }
  }

  private void pilot(StudyDirectory directory, BackendSession session, int number)
      throws BackendException, InterruptedException, IOException {
    Study study = directory.study();
    @Nullable PilotSettings settings = study.pilot();
    if (settings != null && directory.pilot().equals(Optional.empty())) {
      directory.write(
          new Pilot(study, settings, progress).run(session, number, directory.sessions()));
    }
  }

  private void measure(StudyDirectory directory, BackendSession session, Run run, int total)
      throws BackendException, InterruptedException, IOException {
    Path unfinished = directory.runs().begin(run.sequence());
    RunResult result;
    try {
      result = session.measure(run, unfinished, progress);
    } catch (BackendException e) {
      throw new BackendException(
          "Run "
              + run.sequence()
              + " of "
              + total
              + " ("
              + run.cell().label()
              + ") failed: "
              + e.getMessage(),
          e);
    }
    if (result.sequence() != run.sequence() || !result.cell().equals(run.cell().levels())) {
      throw new IllegalStateException(
          "The backend answered run " + run.sequence() + " with run " + result.sequence() + ".");
    }
    directory.runs().complete(result, unfinished);
  }
}
