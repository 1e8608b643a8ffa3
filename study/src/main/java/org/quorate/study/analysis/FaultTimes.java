package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.study.fault.LinkSet;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellFault;

/** When the faults of runs happened, and what they are called afterwards. Stateless. */
final class FaultTimes {
  private static final String HEAL = "heal";

  /** What lasts, and what ends it. */
  private static final Map<String, Set<String>> ENDED_BY =
      Map.of(
          "kill", Set.of("start"),
          "stop", Set.of("start"),
          "pause", Set.of("resume", "start"),
          "isolate", Set.of(HEAL),
          "cut", Set.of(HEAL),
          "slow", Set.of(HEAL));

  private FaultTimes() {}

  /** What has happened, for people: {@code node3 killed}. */
  static String words(FaultResult fault) {
    String target = fault.target();
    return switch (fault.kind()) {
      case "kill" -> target + " killed";
      case "stop" -> target + " stopped";
      case "start" -> target + " started";
      case "restart" -> target + " restarted";
      case "pause" -> target + " paused";
      case "resume" -> target + " resumed";
      case "isolate" -> target + " cut off";
      case "cut" -> target + " cut";
      case "slow" -> "links of " + target;
      case HEAL -> target + " healed";
      case "add" -> target + " added";
      case "remove" -> target + " removed";
      case "load" -> "load " + target;
      case "hints" -> "hints " + target;
      case "hint-window" -> "hint window " + target;
      default -> fault.text();
    };
  }

  /** The faults that each of some runs has; times are means over the runs. */
  static List<CellFault> of(List<RunResult> runs) {
    List<CellFault> faults = new ArrayList<>();
    for (FaultResult planned : runs.isEmpty() ? List.<FaultResult>of() : ordered(runs.get(0))) {
      double begun = 0;
      double done = 0;
      double until = 0;
      int found = 0;
      for (RunResult run : runs) {
        FaultResult fault = find(run, planned);
        if (fault != null) {
          begun += fault.begunSecond();
          done += fault.doneSecond();
          until += until(run, fault);
          found++;
        }
      }
      if (found == runs.size()) {
        faults.add(new CellFault(words(planned), begun / found, done / found, until / found));
      }
    }
    return faults;
  }

  /** What a run had of the same plan, whichever of two faults was begun first in it. */
  private static @Nullable FaultResult find(RunResult run, FaultResult planned) {
    return run.faults().stream()
        .filter(
            fault ->
                fault.plannedSecond() == planned.plannedSecond()
                    && fault.text().equals(planned.text()))
        .findFirst()
        .orElse(null);
  }

  private static double until(RunResult run, FaultResult fault) {
    Set<String> ending = ENDED_BY.get(fault.kind());
    return ending == null
        ? fault.doneSecond()
        : run.faults().stream()
            .filter(
                later ->
                    ending.contains(later.kind())
                        && later.begunSecond() > fault.begunSecond()
                        && undoes(later, fault))
            .mapToDouble(FaultResult::doneSecond)
            .min()
            .orElse(run.seconds());
  }

  private static boolean undoes(FaultResult later, FaultResult fault) {
    if (!later.kind().equals(HEAL)) {
      return later.target().equals(fault.target());
    }
    LinkSet healed = LinkSet.atStart(later.target()).orElse(null);
    LinkSet harmed = LinkSet.atStart(fault.target()).orElse(null);
    return healed != null && harmed != null && healed.hasAll(harmed);
  }

  /** The faults of a run that were asked for at one instant, instant by instant. */
  static List<List<FaultResult>> instants(RunResult run) {
    List<List<FaultResult>> instants = new ArrayList<>();
    for (FaultResult fault : ordered(run)) {
      List<FaultResult> last = instants.isEmpty() ? List.of() : instants.get(instants.size() - 1);
      if (!last.isEmpty() && last.get(0).plannedSecond() == fault.plannedSecond()) {
        last.add(fault);
      } else {
        instants.add(new ArrayList<>(List.of(fault)));
      }
    }
    return instants;
  }

  /**
   * The second in which a phase of a run begins; the first begins with the run, and none before the
   * one ahead of it.
   */
  static int start(RunResult run, int phase) {
    int start = 0;
    for (List<FaultResult> instant : instants(run).subList(0, phase)) {
      double begun = instant.stream().mapToDouble(FaultResult::begunSecond).min().orElse(0);
      start = Math.max(start, (int) begun);
    }
    return start;
  }

  private static List<FaultResult> ordered(RunResult run) {
    return run.faults().stream()
        .sorted(
            Comparator.comparingDouble(FaultResult::plannedSecond)
                .thenComparingDouble(FaultResult::begunSecond))
        .toList();
  }
}
