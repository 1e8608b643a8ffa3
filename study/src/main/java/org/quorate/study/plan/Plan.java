package org.quorate.study.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.random.SeededRandom;

/**
 * The order in which a study's runs are done: a randomised complete block design. Each repetition
 * is a block in which every cell occurs once, in a random order of its own, so that whatever drifts
 * over time (a warming cache, a busy neighbour) touches all cells alike; or, by the study's {@link
 * Design}, in a random order and then the same backwards. Cells of a part with fewer repetitions
 * than others are left out of the later blocks. Cells that need different clusters form groups: one
 * cluster after the other in random order, each with all of its blocks, or all in turn within each
 * block. Everything follows from the study's seed. Immutable.
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
    return study.design().clustersInTurn() ? inTurn(study, clusters) : inRow(study, clusters);
  }

  /** One cluster after the other, each with all of its blocks. */
  private static Plan inRow(Study study, List<List<Map.Entry<Cell, RunSettings>>> clusters) {
    List<List<Run>> groups = new ArrayList<>();
    int sequence = 0;
    for (int cluster : order(study, clusters.size(), GROUPS)) {
      List<Run> runs = new ArrayList<>();
      for (int repetition = 1; repetition <= study.repetitions(); repetition++) {
        List<Run> block = block(study, clusters.get(cluster), cluster, repetition, sequence);
        sequence += block.size();
        runs.addAll(block);
      }
      groups.add(runs);
    }
    return new Plan(groups);
  }

  /** Every block goes through all clusters. */
  private static Plan inTurn(Study study, List<List<Map.Entry<Cell, RunSettings>>> clusters) {
    List<List<Run>> groups = new ArrayList<>();
    clusters.forEach(cluster -> groups.add(new ArrayList<>()));
    int sequence = 0;
    for (int repetition = 1; repetition <= study.repetitions(); repetition++) {
      boolean backwards = isBackwards(study, repetition);
      List<Integer> order =
          order(study, clusters.size(), GROUPS - (backwards ? repetition - 1 : repetition));
      if (backwards) {
        Collections.reverse(order);
      }
      for (int cluster : order) {
        List<Run> block = block(study, clusters.get(cluster), cluster, repetition, sequence);
        sequence += block.size();
        groups.get(cluster).addAll(block);
      }
    }
    return new Plan(groups);
  }

  private static List<Integer> order(Study study, int size, long stream) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      order.add(i);
    }
    shuffle(order, SeededRandom.stream(study.seed(), stream));
    return order;
  }

  private static boolean isBackwards(Study study, int repetition) {
    return study.design().order() == Design.Order.ABBA && repetition % 2 == 0;
  }

  /** The runs of one repetition on one cluster. */
  private static List<Run> block(
      Study study,
      List<Map.Entry<Cell, RunSettings>> cells,
      int cluster,
      int repetition,
      int before) {
    boolean backwards = isBackwards(study, repetition);
    List<Map.Entry<Cell, RunSettings>> block = new ArrayList<>(cells);
    shuffle(
        block,
        SeededRandom.stream(
            study.seed(),
            ((long) cluster << REPETITION_BITS) | (backwards ? repetition - 1 : repetition)));
    if (backwards) {
      Collections.reverse(block);
    }
    List<Run> runs = new ArrayList<>();
    for (Map.Entry<Cell, RunSettings> cell : block) {
      if (repetition <= study.repetitions(cell.getKey())) {
        runs.add(
            new Run(
                before + runs.size() + 1,
                repetition,
                cell.getKey(),
                cell.getValue().with(run -> run.seed = seed(study.seed(), repetition))));
      }
    }
    return runs;
  }

  /** All runs in their order. */
  public List<Run> runs() {
    return groups.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparingInt(Run::sequence))
        .toList();
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
