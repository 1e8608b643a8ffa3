package org.quorate.study.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.study.StudyException;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;

/**
 * Goes through the runs of a study that are not done, in their order, and opens, pauses and closes
 * the clusters that they need: one after the other, or all at once, of which all but one are
 * paused. A run that does not count is repeated once, at the end of its block. Used once, by one
 * thread.
 */
final class Turns implements AutoCloseable {
  /** A meter that fails so many runs in a row will not come back by itself. */
  private static final int MOST_INVALID_IN_A_ROW = 3;

  private final Backend backend;
  private final StudyDirectory directory;

  /** Grows with every run that counts. */
  private final Set<Integer> done;

  private final Progress progress;
  private final StudyListener listener;

  /** By group. */
  private final Map<Integer, GroupSession> open = new HashMap<>();

  private @Nullable GroupSession active;
  private int invalidInARow;

  /** Whether a cluster that is up has been measured. */
  private boolean used;

  Turns(
      Backend backend,
      StudyDirectory directory,
      Set<Integer> done,
      Progress progress,
      StudyListener listener) {
    this.backend = backend;
    this.directory = directory;
    this.done = new HashSet<>(done);
    this.progress = progress;
    this.listener = listener;
  }

  void run() throws StudyException, BackendException, InterruptedException, IOException {
    int total = plan().runs().size();
    if (directory.study().design().clustersInTurn()) {
      openAll();
      measure(plan().runs(), total);
      return;
    }
    for (int group = 0; group < plan().groups().size(); group++) {
      if (remains(plan().groups().get(group))) {
        turnTo(group);
        measure(plan().groups().get(group), total);
        close();
      }
    }
  }

  /** All clusters are warm before the first is measured. */
  private void openAll()
      throws StudyException, BackendException, InterruptedException, IOException {
    for (int group = 0; group < plan().groups().size(); group++) {
      if (remains(plan().groups().get(group))) {
        turnTo(group);
      }
    }
  }

  private boolean remains(List<Run> runs) {
    return runs.stream().anyMatch(run -> !done.contains(run.sequence()));
  }

  /** A pilot, once it has been run, changes the settings of all runs, but never their order. */
  private Plan plan() {
    return Plan.of(StudyRunner.upcoming(directory));
  }

  private void measure(List<Run> runs, int total)
      throws StudyException, BackendException, InterruptedException, IOException {
    try (Progress.Task task = progress.start("measuring", total, "runs")) {
      task.begun(done.size());
      List<Run> again = new ArrayList<>();
      int block = 0;
      for (Run run : runs) {
        if (run.repetition() != block) {
          repeat(again, task, total);
          block = run.repetition();
          if (used && directory.study().design().startsAnew(block)) {
            startAnew();
          }
        }
        if (!done.contains(run.sequence()) && !measure(run, task, total)) {
          again.add(run);
        }
      }
      repeat(again, task, total);
      if (active != null) {
        active.endBlock();
      }
    }
  }

  /** What differs between two starts of one cluster is then part of what runs differ by. */
  private void startAnew()
      throws StudyException, BackendException, InterruptedException, IOException {
    if (active != null) {
      active.endBlock();
    }
    close();
    if (directory.study().design().clustersInTurn()) {
      openAll();
    }
  }

  /** What does not count a second time stays missing. */
  private void repeat(List<Run> again, Progress.Task task, int total)
      throws StudyException, BackendException, InterruptedException, IOException {
    for (Run run : again) {
      measure(run, task, total);
    }
    again.clear();
  }

  /** Whether the run counts. */
  private boolean measure(Run run, Progress.Task task, int total)
      throws StudyException, BackendException, InterruptedException, IOException {
    task.detail(run.cell().label());
    Optional<String> invalid = turnTo(group(run)).measure(current(run), total, listener);
    used = true;
    if (invalid.isEmpty()) {
      done.add(run.sequence());
      task.advance(done.size());
      invalidInARow = 0;
      return true;
    }
    invalidInARow++;
    if (invalidInARow == MOST_INVALID_IN_A_ROW) {
      throw new BackendException(
          "The energy of "
              + MOST_INVALID_IN_A_ROW
              + " runs in a row cannot be known, of the last because: "
              + invalid.get()
              + " Mend the meter, or leave it out, and resume the study; runs that count are kept.");
    }
    progress.message(
        "Run " + run.sequence() + " (" + run.cell().label() + ") does not count: " + invalid.get());
    return false;
  }

  /** The run with the link delay that a pilot has chosen meanwhile. */
  private Run current(Run run) {
    Study study = directory.study();
    return Plan.of(study).runs().get(run.sequence() - 1);
  }

  private int group(Run run) {
    List<List<Run>> groups = plan().groups();
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).stream().anyMatch(each -> each.sequence() == run.sequence())) {
        return group;
      }
    }
    throw new IllegalArgumentException("No cluster has run " + run.sequence() + ".");
  }

  private GroupSession turnTo(int group)
      throws StudyException, BackendException, InterruptedException, IOException {
    GroupSession wanted = open.get(group);
    if (wanted != null && wanted == active) {
      return wanted;
    }
    if (active != null) {
      active.endBlock();
      active.pause();
      active = null;
    }
    if (wanted == null) {
      wanted = GroupSession.open(backend, directory, plan().groups().get(group), done, progress);
      open.put(group, wanted);
      active = wanted;
      wanted.prepare();
    } else {
      wanted.resume();
      active = wanted;
    }
    return wanted;
  }

  /** Closes every cluster, also where one of them fails to; the first failure is thrown. */
  @Override
  public void close() {
    List<GroupSession> sessions = List.copyOf(open.values());
    open.clear();
    active = null;
    used = false;
    @Nullable RuntimeException first = null;
    for (GroupSession session : sessions) {
      try {
        session.close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
