package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.Workload;
import org.quorate.study.StudyException;
import org.quorate.study.finding.Findings;
import org.quorate.study.io.FileProblems;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/**
 * Whether the disk has room for what a study will leave. Histories are by far the most of it: about
 * {@link #BYTES_PER_OPERATION} for each operation, compressed. What servers need for themselves is
 * the backend's to check.
 */
final class DiskRoom {
  static final int BYTES_PER_OPERATION = 25;

  /** Operations per second that are reckoned with where nothing holds the clients back. */
  static final int FASTEST = 20_000;

  private static final long BYTES_PER_RUN = 1 << 20;
  private static final long RESERVE = 64 << 20;

  private DiskRoom() {}

  static void require(Path directory, long needed) throws StudyException {
    try {
      require(directory, Files.getFileStore(directory).getUsableSpace(), needed);
    } catch (IOException e) {
      throw new StudyException(
          "The disk of " + directory + " cannot be asked: " + FileProblems.reason(e) + ".", e);
    }
  }

  static void require(Path directory, long usable, long needed) throws StudyException {
    if (usable < needed) {
      throw new StudyException(
          "The disk of "
              + directory
              + " has "
              + ByteSizes.format(Math.max(0, usable))
              + " free, but this study may need "
              + ByteSizes.format(needed)
              + "; free some, or choose another directory.");
    }
  }

  /**
   * Bytes that the rest of a study may need: the runs that are left, and in each session with one
   * of them the load, the warm-ups of all cells, the trials of the pilot, and the runs that are
   * dropped again on servers started anew.
   *
   * @param done sequence numbers of the runs that are complete
   * @param pilotDue whether the study's pilot, if it has one, has yet to be run
   */
  static long needed(Study study, Set<Integer> done, boolean pilotDue) {
    double bytes = RESERVE;
    for (List<Run> group : Plan.of(study).groups()) {
      List<Run> left = group.stream().filter(run -> !done.contains(run.sequence())).toList();
      if (left.isEmpty()) {
        continue;
      }
      Map<Cell, RunSettings> cells = new LinkedHashMap<>();
      group.forEach(run -> cells.put(run.cell(), run.settings()));
      double ofStart = (double) rowsLoaded(cells.values()) * BYTES_PER_OPERATION;
      for (RunSettings settings : cells.values()) {
        ofStart += history(settings, settings.warmUp());
      }
      long startsAnew =
          left.stream()
              .mapToInt(Run::repetition)
              .distinct()
              .filter(repetition -> study.design().startsAnew(repetition))
              .count();
      for (RunSettings settings : cells.values()) {
        bytes += startsAnew * study.design().dropped() * (BYTES_PER_RUN + history(settings));
      }
      bytes += ofStart * (1 + startsAnew);
      for (Run run : DroppedRuns.again(study.design().dropped(), group, done)) {
        bytes += BYTES_PER_RUN + history(run.settings());
      }
      for (Run run : left) {
        bytes += BYTES_PER_RUN + history(run.settings());
      }
      if (pilotDue) {
        bytes += pilot(study, cells);
      }
    }
    return (long) bytes;
  }

  /** Rows of all tables that are loaded; cells whose rows are alike share one. */
  private static long rowsLoaded(Collection<RunSettings> cells) {
    Set<List<Object>> tables = new HashSet<>();
    long rows = 0;
    for (RunSettings settings : cells) {
      Workload workload = settings.workload();
      if (!settings.emptyTable()
          && tables.add(
              List.of(
                  workload.table(),
                  workload.fields(),
                  workload.keyNames(),
                  workload.insertStart(),
                  workload.insertCount()))) {
        rows += workload.insertCount();
      }
    }
    return rows;
  }

  private static double pilot(Study study, Map<Cell, RunSettings> cells) {
    PilotSettings pilot = study.pilot();
    double bytes = 0;
    if (pilot != null) {
      for (Map.Entry<Cell, RunSettings> cell : cells.entrySet()) {
        if (study.expectations().stream()
            .anyMatch(expectation -> Findings.concerns(expectation, cell.getKey()))) {
          RunSettings trial = cell.getValue().with(run -> run.duration = pilot.duration());
          bytes += BYTES_PER_RUN + history(trial);
        }
      }
      bytes *= pilot.delays().size();
    }
    return bytes;
  }

  /** Bytes of the history of one run, which may end with its operations. */
  private static double history(RunSettings settings) {
    return history(settings, settings.settle())
        + bytes(
            settings,
            Math.min((double) settings.mostOperations(), sent(settings, settings.duration())));
  }

  /** Bytes of the history of so long a time without measuring; a load ends with its rows. */
  private static double history(RunSettings settings, Duration recorded) {
    double sent = sent(settings, recorded);
    return bytes(
        settings,
        settings.emptyTable() ? Math.min((double) settings.mostOperations(), sent) : sent);
  }

  private static double bytes(RunSettings settings, double operations) {
    // A read-modify-write is recorded as a read and a write.
    double each = 1 + settings.workload().mix().share(OperationKind.READ_MODIFY_WRITE);
    return settings.history() ? operations * each * BYTES_PER_OPERATION : 0;
  }

  /** The most operations that may be sent in so long a time. */
  private static double sent(RunSettings settings, Duration time) {
    double fastest = time.toMillis() / 1000.0 * FASTEST;
    double asked = fastest;
    if (settings.load() instanceof LoadShape.Closed closed && closed.targetPerSecond() > 0) {
      asked = time.toMillis() / 1000.0 * closed.targetPerSecond();
    } else if (settings.load() instanceof LoadShape.Open open) {
      asked = ArrivalProcess.parse(open.arrivals()).expectedArrivals(time.toNanos());
    }
    return Math.min(fastest, asked);
  }
}
