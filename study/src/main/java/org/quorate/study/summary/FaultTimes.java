package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.RunResult;

/** When the faults of runs happened, and what they are called afterwards. Stateless. */
final class FaultTimes {
  private static final Set<String> LASTING =
      Set.of("kill", "stop", "pause", "isolate", "cut", "slow");
  private static final Set<String> ENDING = Set.of("start", "resume", "heal");

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
      case "heal" -> target + " healed";
      case "add" -> target + " added";
      case "remove" -> target + " removed";
      case "load" -> "load " + target;
      case "hints" -> "hints " + target;
      case "hint-window" -> "hint window " + target;
      default -> fault.text();
    };
  }

  /** The faults of some runs, as many as each of them has; times are means over the runs. */
  static List<CellFault> of(List<RunResult> runs) {
    int count = runs.stream().mapToInt(run -> run.faults().size()).min().orElse(0);
    List<CellFault> faults = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double begun = 0;
      double done = 0;
      double until = 0;
      for (RunResult run : runs) {
        FaultResult fault = ordered(run).get(i);
        begun += fault.begunSecond();
        done += fault.doneSecond();
        until += until(run, fault);
      }
      faults.add(
          new CellFault(
              words(ordered(runs.get(0)).get(i)),
              begun / runs.size(),
              done / runs.size(),
              until / runs.size()));
    }
    return faults;
  }

  private static double until(RunResult run, FaultResult fault) {
    return LASTING.contains(fault.kind())
        ? run.faults().stream()
            .filter(
                later ->
                    ENDING.contains(later.kind())
                        && later.begunSecond() > fault.begunSecond()
                        && (fault.target() + " ").startsWith(later.target() + " "))
            .mapToDouble(FaultResult::doneSecond)
            .min()
            .orElse(run.seconds())
        : fault.doneSecond();
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

  /** The second in which a phase of a run begins; the first begins with the run. */
  static int start(RunResult run, int phase) {
    return phase == 0 ? 0 : (int) instants(run).get(phase - 1).get(0).begunSecond();
  }

  private static List<FaultResult> ordered(RunResult run) {
    return run.faults().stream()
        .sorted(Comparator.comparingDouble(FaultResult::begunSecond))
        .toList();
  }
}
