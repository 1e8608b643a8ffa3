package org.quorate.study.run;

import java.io.IOException;
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
import org.quorate.study.backend.UnknownEnergyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.IdleResult;
import org.quorate.study.result.InvalidRun;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.UnknownIdle;

/**
 * The session of one group of runs: warms its cells up, has the pilot's trials where there are
 * some, measures runs, and the idle baseline at both ends of each block. Used by one thread.
 */
final class GroupSession implements AutoCloseable {
  private final BackendSession session;
  private final int number;
  private final StudyDirectory directory;
  private final List<Run> runs;
  private final Set<Integer> done;
  private final Progress progress;

  /** The last run of the block that is under way. */
  private @Nullable Run last;

  /** The newest idle baseline, while no run has come after it. */
  private @Nullable IdleResult rested;

  private GroupSession(
      BackendSession session,
      int number,
      StudyDirectory directory,
      List<Run> runs,
      Set<Integer> done,
      Progress progress) {
    this.session = session;
    this.number = number;
    this.directory = directory;
    this.runs = runs;
    this.done = done;
    this.progress = progress;
  }

  /**
   * Starts the cluster.
   *
   * @param runs all of the group, in their order
   * @param done sequence numbers of the runs that are complete
   */
  static GroupSession open(
      Backend backend,
      StudyDirectory directory,
      List<Run> runs,
      Set<Integer> done,
      Progress progress)
      throws StudyException, BackendException, InterruptedException, IOException {
    int number = directory.sessions().begin();
    BackendSession session =
        backend.open(
            runs.get(0).settings().cluster(), number, directory.sessions().of(number), progress);
    return new GroupSession(session, number, directory, runs, done, progress);
  }

  /** Everything that comes before the first run. */
  void prepare() throws StudyException, BackendException, InterruptedException, IOException {
    directory.write(number, session.environment());
    warmUp();
    pilot();
    dropAgain();
  }

  /** Every cell of the session, also those whose runs are done: all runs meet the same cluster. */
  private void warmUp() throws BackendException, InterruptedException {
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

  private void pilot() throws BackendException, InterruptedException, IOException {
    Study study = directory.study();
    @Nullable PilotSettings settings = study.pilot();
    Optional<PilotOutcome> known = directory.pilot();
    if (settings != null && known.isEmpty()) {
      directory.write(
          new Pilot(study, settings, progress).run(session, number, directory.sessions()));
    }
  }

  /** Servers that were started anew are as fresh as those whose first runs the study drops. */
  private void dropAgain() throws BackendException, InterruptedException, IOException {
    List<Run> again = DroppedRuns.again(directory.study().design().dropped(), runs, done);
    if (again.isEmpty()) {
      return;
    }
    try (Progress.Task task =
        progress.start("first runs on new servers, not counted", again.size(), "runs")) {
      for (int i = 0; i < again.size(); i++) {
        task.detail(again.get(i).cell().label());
        dropAgain(again.get(i), directory.sessions().beginDropped(number, i + 1));
        task.advance(i + 1);
      }
    }
  }

  private void dropAgain(Run run, Path folder) throws BackendException, InterruptedException {
    try {
      session.measure(run, folder, progress);
    } catch (UnknownEnergyException e) {
      // It has warmed the servers up, and that is all that it was for.
    }
  }

  /**
   * Measures a run.
   *
   * @param listener is told of it, and whether it is complete or does not count
   * @return why it does not count; empty where it does
   */
  Optional<String> measure(Run run, int total, StudyListener listener)
      throws BackendException, InterruptedException, IOException {
    if (last == null || last.repetition() != run.repetition()) {
      beginBlock(run);
    }
    Path unfinished = directory.runs().begin(run.sequence());
    listener.begins(run);
    RunResult result;
    try {
      result = session.measure(run, unfinished, progress);
      AnswerCheck.check(run, result, unfinished);
    } catch (UnknownEnergyException e) {
      String reason = String.valueOf(e.getMessage());
      directory
          .invalid()
          .keep(
              new InvalidRun(
                  directory.invalid().next(),
                  run.sequence(),
                  run.repetition(),
                  run.cell().levels(),
                  number,
                  reason),
              unfinished);
      listener.discarded(run);
      last = run;
      rested = null;
      return Optional.of(reason);
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
    directory.runs().complete(result, unfinished);
    listener.measured(result);
    last = run;
    rested = null;
    return Optional.empty();
  }

  /** The end of one block is the start of the next, unless another cluster had its turn between. */
  private void beginBlock(Run run) throws BackendException, InterruptedException, IOException {
    if (last != null) {
      endBlock();
    }
    IdleResult known = rested;
    if (known == null) {
      rest(run, List.of(run.repetition()));
    } else {
      List<Integer> blocks = new ArrayList<>(known.blocks());
      blocks.add(run.repetition());
      directory
          .idles()
          .write(new IdleResult(known.number(), known.session(), blocks, known.energy()));
    }
  }

  /** Measures the idle baseline after the block that is under way, if one is. */
  void endBlock() throws BackendException, InterruptedException, IOException {
    Run ended = last;
    if (ended != null) {
      rest(ended, List.of(ended.repetition()));
      last = null;
    }
  }

  private void rest(Run run, List<Integer> blocks)
      throws BackendException, InterruptedException, IOException {
    PowerSettings power = run.settings().power();
    if (power == null || power.idle().isZero()) {
      return;
    }
    int idle = directory.idles().next();
    Path folder = directory.idles().begin(idle);
    try {
      Optional<EnergyResult> energy = session.measureIdle(run, folder, progress);
      if (energy.isPresent()) {
        rested = new IdleResult(idle, number, blocks, energy.get());
        directory.idles().write(rested);
      }
    } catch (UnknownEnergyException e) {
      // A coarse or slow counter may not move in so short a time; the runs are none the worse.
      String reason = String.valueOf(e.getMessage());
      directory.idles().write(new UnknownIdle(idle, number, blocks, reason));
      progress.message("There is no idle baseline here: " + reason);
    }
  }

  void pause() throws BackendException, InterruptedException {
    rested = null;
    session.pause();
  }

  void resume() throws BackendException, InterruptedException {
    session.resume(progress);
  }

  @Override
  public void close() {
    session.close();
  }
}
