package org.quorate.study.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.study.finding.Findings;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Design;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/**
 * How much there is to do for a study, as far as that is known before a cluster is started. The
 * times leave out what only a backend knows: starting clusters, loading tables, and what lies
 * between runs, but for {@link #RECOVERY} before each run that follows one with faults, and its
 * warm-up where servers were started meanwhile. A run that ends with its operations or rows is
 * reckoned with at {@link #ASSUMED_RATE}, or at the lower rate that its load asks for, and never
 * for longer than its duration. Immutable.
 *
 * @param cells combinations of levels
 * @param runs of all cells
 * @param sessions clusters that are started
 * @param atLeast about how long warming up, settling, measuring and idle baselines take, with one
 *     delay of a pilot
 * @param atMost the same with all delays of a pilot
 * @param openEnded runs that end with their operations or rows, at their duration at the latest
 * @param bytes that the study may leave on disk at most
 */
public record StudySize(
    int cells,
    int runs,
    int sessions,
    Duration atLeast,
    Duration atMost,
    int openEnded,
    long bytes) {
  /** Operations per second of runs whose length nobody knows, unless less is asked for. */
  public static final int ASSUMED_RATE = 500;

  /**
   * About how long it takes until a cluster is whole again after a run with faults: servers are
   * started, hints delivered, and the rows of all replicas compared.
   */
  public static final Duration RECOVERY = Duration.ofSeconds(30);

  /** The size of a study of which nothing has been run. */
  public static StudySize of(Study study) {
    Study upcoming = StudyRunner.atFirstDelay(study);
    Plan plan = Plan.of(upcoming);
    Duration idle = idle(plan, upcoming.design());
    Duration trial = trial(upcoming);
    PilotSettings pilot = study.pilot();
    Duration open = Duration.ZERO;
    for (Run run : plan.runs()) {
      if (run.settings().isOfUnknownLength()) {
        open = open.plus(assumedLength(run.settings()));
      }
    }
    Duration atLeast =
        upcoming
            .busy()
            .plus(open)
            .plus(idle)
            .plus(trial)
            .plus(recovery(plan))
            .plus(starts(upcoming, plan));
    return new StudySize(
        study.cells().size(),
        study.runs(),
        plan.groups().stream().mapToInt(group -> 1 + startsAnew(upcoming, group)).sum(),
        atLeast,
        atLeast.plus(
            pilot == null ? Duration.ZERO : trial.multipliedBy(pilot.delays().size() - 1L)),
        study.runsOfUnknownLength(),
        DiskRoom.needed(upcoming, Set.of(), true));
  }

  /** How often the cluster of a group is started after its first start. */
  private static int startsAnew(Study study, List<Run> group) {
    return (int)
        group.stream()
            .mapToInt(Run::repetition)
            .distinct()
            .filter(repetition -> study.design().startsAnew(repetition))
            .count();
  }

  /**
   * What each further start of a cluster takes: all its cells are warmed up, and the runs that the
   * study drops are run again.
   */
  private static Duration starts(Study study, Plan plan) {
    Duration sum = Duration.ZERO;
    for (List<Run> group : plan.groups()) {
      Map<Cell, RunSettings> cells = new LinkedHashMap<>();
      group.forEach(run -> cells.putIfAbsent(run.cell(), run.settings()));
      Duration each = Duration.ZERO;
      for (RunSettings settings : cells.values()) {
        Duration measured =
            settings.isOfUnknownLength() ? assumedLength(settings) : settings.duration();
        each =
            each.plus(settings.warmUp())
                .plus(settings.settle().plus(measured).multipliedBy(study.design().dropped()));
      }
      sum = sum.plus(each.multipliedBy(startsAnew(study, group)));
    }
    return sum;
  }

  /** After the last run of a cluster nothing is made whole, and nothing is warmed up. */
  private static Duration recovery(Plan plan) {
    Duration sum = Duration.ZERO;
    for (List<Run> group : plan.groups()) {
      boolean cold = false;
      for (int i = 1; i < group.size(); i++) {
        RunSettings before = group.get(i - 1).settings();
        RunSettings next = group.get(i).settings();
        cold |= before.restartsServers();
        sum = before.faults().isEmpty() ? sum : sum.plus(RECOVERY);
        if (cold && !next.emptyTable()) {
          sum = sum.plus(next.warmUp());
          cold = false;
        }
      }
    }
    return sum;
  }

  /** About how long a run is measured that ends with its operations or rows. */
  private static Duration assumedLength(RunSettings settings) {
    double seconds = (double) settings.mostOperations() / rate(settings);
    return seconds < settings.duration().toMillis() / 1000.0
        ? Duration.ofMillis(Math.round(seconds * 1000))
        : settings.duration();
  }

  /** Operations per second that are reckoned with, above 0. */
  private static double rate(RunSettings settings) {
    if (settings.load() instanceof LoadShape.Closed closed) {
      return closed.targetPerSecond() > 0
          ? Math.min(ASSUMED_RATE, closed.targetPerSecond())
          : ASSUMED_RATE;
    }
    String arrivals = ((LoadShape.Open) settings.load()).arrivals();
    double expected =
        ArrivalProcess.parse(arrivals).expectedArrivals(settings.duration().toNanos());
    double asked = expected / (settings.duration().toMillis() / 1000.0);
    return asked > 0 ? Math.min(ASSUMED_RATE, asked) : ASSUMED_RATE;
  }

  /** The trials at one delay of the pilot, which has none of cells with faults. */
  private static Duration trial(Study study) {
    PilotSettings pilot = study.pilot();
    Duration sum = Duration.ZERO;
    if (pilot != null) {
      for (Map.Entry<Cell, RunSettings> cell : study.cells().entrySet()) {
        if (cell.getValue().faults().isEmpty()
            && study.expectations().stream()
                .anyMatch(expectation -> Findings.concerns(expectation, cell.getKey()))) {
          sum = sum.plus(cell.getValue().settle()).plus(pilot.duration());
        }
      }
    }
    return sum;
  }

  /**
   * The idle baselines of all clusters: at both ends of each block, where the end of one block is
   * the start of the next unless another cluster has its turn between, or it is started anew.
   */
  private static Duration idle(Plan plan, Design design) {
    Duration sum = Duration.ZERO;
    @Nullable Run before = null;
    for (Run run : plan.runs()) {
      if (before == null) {
        sum = sum.plus(idle(run));
      } else if (!run.settings().cluster().equals(before.settings().cluster())) {
        sum = sum.plus(idle(before)).plus(idle(run));
      } else if (run.repetition() != before.repetition()) {
        sum = sum.plus(idle(before));
        if (design.startsAnew(run.repetition())) {
          sum = sum.plus(idle(run));
        }
      }
      before = run;
    }
    return before == null ? sum : sum.plus(idle(before));
  }

  private static Duration idle(Run run) {
    var power = run.settings().power();
    return power == null ? Duration.ZERO : power.idle();
  }
}
