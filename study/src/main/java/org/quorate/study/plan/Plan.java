package org.quorate.study.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.random.SeededRandom;

/**
 * The order in which a study's runs are done: a randomised complete block design. Each repetition
 * is a block in which every cell occurs once, in a random order of its own, so that whatever drifts
 * over time (a warming cache, a busy neighbour) touches all cells alike. Cells of a part with fewer
 * repetitions than others are left out of the later blocks. Cells that need different clusters
 * cannot be interleaved: they form groups, one cluster after the other in random order, each with
 * all of its blocks. Everything follows from the study's seed. Immutable.
 *
 * @param groups runs in order; all runs of a group share one cluster
 */
public record Plan(List<List<Run>> groups) {
  /** A stream that no repetition has, for the order of the groups. */
  private static final long GROUPS = -1;

  private static final int REPETITION_BITS = 32;

  public Plan {
    groups = groups.stream().map(List::copyOf).toList();
  }

  /** The plan of a study. */
  public static Plan of(Study study) {
    List<List<Map.Entry<Cell, RunSettings>>> clusters = clusters(study);
    List<Integer> order = new ArrayList<>();
    for (int group = 0; group < clusters.size(); group++) {
      order.add(group);
    }
    shuffle(order, SeededRandom.stream(study.seed(), GROUPS));
    List<List<Run>> groups = new ArrayList<>();
    int sequence = 0;
    for (int group : order) {
      List<Run> runs = new ArrayList<>();
      for (int repetition = 1; repetition <= study.repetitions(); repetition++) {
        List<Map.Entry<Cell, RunSettings>> block = new ArrayList<>();
        for (Map.Entry<Cell, RunSettings> cell : clusters.get(group)) {
          if (repetition <= study.repetitions(cell.getKey())) {
            block.add(cell);
          }
        }
        shuffle(
            block,
            SeededRandom.stream(study.seed(), ((long) group << REPETITION_BITS) | repetition));
        for (Map.Entry<Cell, RunSettings> cell : block) {
          runs.add(
              new Run(
                  ++sequence,
                  repetition,
                  cell.getKey(),
                  cell.getValue().withSeed(seed(study.seed(), repetition))));
        }
      }
      groups.add(runs);
    }
    return new Plan(groups);
  }

  /** All runs in their order. */
  public List<Run> runs() {
    return groups.stream().flatMap(List::stream).toList();
  }

  /** The seed of the workloads and arrivals of one repetition. */
  private static long seed(long studySeed, int repetition) {
    return SeededRandom.stream(studySeed, repetition).nextLong();
  }

  /** Cells by the cluster they need, in the order of the study. */
  private static List<List<Map.Entry<Cell, RunSettings>>> clusters(Study study) {
    Map<ClusterSettings, List<Map.Entry<Cell, RunSettings>>> clusters = new LinkedHashMap<>();
    for (Map.Entry<Cell, RunSettings> cell : study.cells().entrySet()) {
      clusters.computeIfAbsent(cell.getValue().cluster(), c -> new ArrayList<>()).add(cell);
    }
    return List.copyOf(clusters.values());
  }

  /** The shuffle of Fisher and Yates: every order is equally likely. */
  private static <T> void shuffle(List<T> list, SeededRandom random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, (int) random.nextLong(i + 1));
    }
  }
}
