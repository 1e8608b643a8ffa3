package org.quorate.study.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Run;

/**
 * The first runs of each cell that a study drops, because servers that were just started are not
 * themselves yet. A session that goes on with a study starts its servers anew, so it has as many
 * such runs again, which are neither kept nor counted. Stateless.
 */
final class DroppedRuns {
  private DroppedRuns() {}

  /**
   * What a session has to run before the first run that counts, round by round, every cell at most
   * once in each; nothing in a session that begins a study, whose plan has these runs.
   *
   * @param dropped first repetitions that the study drops
   * @param group all runs on the session's cluster, in their order
   * @param done sequence numbers of the runs that are complete
   * @return runs numbered downwards from -1
   */
  static List<Run> again(int dropped, List<Run> group, Set<Integer> done) {
    Map<Cell, List<Run>> left = new LinkedHashMap<>();
    for (Run run : group) {
      if (!done.contains(run.sequence())) {
        left.computeIfAbsent(run.cell(), cell -> new ArrayList<>()).add(run);
      }
    }
    List<Run> again = new ArrayList<>();
    for (int round = 1; round <= dropped; round++) {
      for (List<Run> runs : left.values()) {
        Run last = runs.get(runs.size() - 1);
        long planned = runs.stream().filter(run -> run.repetition() <= dropped).count();
        if (last.repetition() > dropped && planned + round <= dropped) {
          again.add(new Run(-1 - again.size(), round, last.cell(), last.settings()));
        }
      }
    }
    return again;
  }
}
