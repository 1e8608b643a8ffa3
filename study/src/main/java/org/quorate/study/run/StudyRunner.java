package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.quorate.study.StudyException;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.io.FileProblems;
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
  private final StudyListener listener;

  /**
   * @param backend the one that the study names, see {@code Study.backend()}
   */
  public StudyRunner(Backend backend, Progress progress) {
    this(backend, progress, StudyListener.none());
  }

  /**
   * The same with somebody who listens.
   *
   * @param backend the one that the study names, see {@code Study.backend()}
   */
  public StudyRunner(Backend backend, Progress progress, StudyListener listener) {
    this.backend = backend;
    this.progress = progress;
    this.listener = listener;
  }

  /**
   * Runs a study into a directory, and judges its histories. A directory that holds a part of the
   * very same study is gone on with. What the backend refuses leaves no directory, for it may be
   * just what should not be kept.
   *
   * @param path is created where it does not exist
   * @throws StudyException if the directory holds another study or something else, another process
   *     is running the study there, or the disk has too little room
   * @throws BackendException if the backend cannot go on; runs measured before stay
   */
  public void run(StudyFile file, Path path)
      throws StudyException, BackendException, InterruptedException {
    requireBackend(file.study());
    boolean begun = StudyDirectory.holdsStudy(path);
    if (!begun) {
      backend.check(
          Plan.of(atFirstDelay(file.study())).runs(), file.study().design().clustersInTurn());
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new StudyException(
          "The directory " + path + " cannot be made: " + FileProblems.reason(e) + ".", e);
    }
    try (StudyLock lock = StudyLock.acquire(path)) {
      proceed(StudyDirectory.create(path, file), !begun);
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
      proceed(StudyDirectory.open(path), false);
    }
  }

  /**
   * Finds out, without starting anything, whether a study could be run here.
   *
   * @param directory that exists, on the disk that the results would go to
   * @throws StudyException if the disk has too little room
   * @throws BackendException naming what the backend lacks and what to do
   */
  public void check(Study study, Path directory) throws StudyException, BackendException {
    requireBackend(study);
    Study upcoming = atFirstDelay(study);
    backend.check(Plan.of(upcoming).runs(), study.design().clustersInTurn());
    DiskRoom.require(directory, DiskRoom.needed(upcoming, Set.of(), true));
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

  /**
   * @param checked whether the backend was asked already
   */
  private void proceed(StudyDirectory directory, boolean checked)
      throws StudyException, BackendException, InterruptedException {
    Plan plan = Plan.of(upcoming(directory));
    SortedMap<Integer, RunResult> results = directory.results();
    results.values().forEach(listener::measured);
    Set<Integer> done = results.keySet();
    List<Run> remaining =
        plan.runs().stream().filter(run -> !done.contains(run.sequence())).toList();
    if (!remaining.isEmpty()) {
      if (!checked) {
        backend.check(remaining, directory.study().design().clustersInTurn());
      }
      DiskRoom.require(
          directory.path(),
          DiskRoom.needed(upcoming(directory), done, directory.pilot().isEmpty()));
      if (!done.isEmpty()) {
        progress.message(
            done.size() + " of " + plan.runs().size() + " runs were measured before and are kept.");
      }
      try {
        directory.runs().discardUnfinished();
        try (Turns turns = new Turns(backend, directory, done, progress, listener)) {
          turns.run();
        }
        int missing = plan.runs().size() - directory.results().size();
        if (missing > 0) {
          progress.message(
              missing
                  + (missing == 1 ? " run does" : " runs do")
                  + " not count, even though repeated; resume the study to measure "
                  + (missing == 1 ? "it" : "them")
                  + " again.");
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
  static Study upcoming(StudyDirectory directory) {
    return directory.pilot().isPresent() ? directory.study() : atFirstDelay(directory.study());
  }

  /** A study whose pilot has not been run; without a pilot, the study itself. */
  static Study atFirstDelay(Study study) {
    PilotSettings pilot = study.pilot();
    return pilot == null ? study : study.withLinkDelay(pilot.delays().get(0));
  }
}
