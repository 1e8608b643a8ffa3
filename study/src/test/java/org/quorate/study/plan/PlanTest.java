package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.study.testing.Studies;

final class PlanTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 42, -7, Long.MAX_VALUE})
  void everyBlockHasEveryCellOnce(long seed) throws Exception {
    Study study = study(Studies.SIX_CELLS, seed, 9);
    List<Run> runs = Plan.of(study).runs();

    assertThat(runs).hasSize(54);
    assertThat(runs)
        .extracting(Run::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 54).boxed().toList());
    for (int block = 0; block < 9; block++) {
      List<Run> ofBlock = runs.subList(block * 6, block * 6 + 6);
      int repetition = block + 1;
      assertThat(ofBlock).allMatch(run -> run.repetition() == repetition);
      assertThat(ofBlock).extracting(Run::cell).containsExactlyInAnyOrderElementsOf(cells(study));
    }
  }

  @Test
  void theOrderFollowsFromTheSeed() throws Exception {
    assertThat(Plan.of(study(Studies.SIX_CELLS, 42, 5)))
        .isEqualTo(Plan.of(study(Studies.SIX_CELLS, 42, 5)));
    assertThat(order(Plan.of(study(Studies.SIX_CELLS, 42, 5))))
        .isNotEqualTo(order(Plan.of(study(Studies.SIX_CELLS, 43, 5))));
  }

  @Test
  void blocksDifferInTheirOrder() throws Exception {
    List<Cell> order = order(Plan.of(study(Studies.SIX_CELLS, 42, 5)));
    Set<List<Cell>> blocks = new HashSet<>();
    for (int block = 0; block < 5; block++) {
      blocks.add(order.subList(block * 6, block * 6 + 6));
    }

    assertThat(blocks).hasSizeGreaterThan(1);
  }

  /** 36 counts of mean 200; each within 5 standard deviations (13) of it, seed 42. */
  @Test
  void everyCellIsAtEveryPlaceOfItsBlockEquallyOften() throws Exception {
    List<Cell> order = order(Plan.of(study(Studies.SIX_CELLS, 42, 1200)));
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      counts.merge(order.get(i).label() + " at " + i % 6, 1, Integer::sum);
    }

    assertThat(counts).hasSize(36);
    assertThat(counts.values()).allMatch(count -> Math.abs(count - 200) < 65);
  }

  @Test
  void seedsDifferBetweenRepetitionsAndAreEqualWithinOne() throws Exception {
    Map<Integer, Set<Long>> seeds =
        Plan.of(study(Studies.SIX_CELLS, 42, 5)).runs().stream()
            .collect(
                Collectors.groupingBy(
                    Run::repetition,
                    Collectors.mapping(run -> run.settings().seed(), Collectors.toSet())));

    assertThat(seeds.values()).allMatch(ofRepetition -> ofRepetition.size() == 1);
    assertThat(seeds.values().stream().flatMap(Set::stream).distinct()).hasSize(5);
  }

  @Test
  void cellsOfOneClusterAreMeasuredTogether() throws Exception {
    Study study =
        study(
            """
            title: Clusters
            workload: {properties: {recordcount: 10}}
            runs: {repetitions: 2, seed: 42}
            factors: {nodes: [3, 4, 5], read-level: [ONE, ALL]}
            """,
            42,
            2);
    Plan plan = Plan.of(study);

    assertThat(plan.groups()).hasSize(3);
    for (List<Run> group : plan.groups()) {
      assertThat(group).hasSize(4);
      assertThat(group)
          .extracting(run -> run.settings().cluster())
          .containsOnly(group.get(0).settings().cluster());
      assertThat(group).extracting(Run::repetition).containsExactly(1, 1, 2, 2);
    }
    assertThat(plan.runs())
        .extracting(Run::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 12).boxed().toList());
  }

  @Test
  void anotherLinkDelayChangesNothingOfTheOrder() throws Exception {
    Study study = study(Studies.SIX_CELLS, 42, 5);
    Plan other = Plan.of(study.withLinkDelay("20ms"));

    assertThat(order(other)).isEqualTo(order(Plan.of(study)));
    assertThat(other.runs()).allMatch(run -> run.settings().linkDelay().equals("20ms"));
  }

  @Test
  void everySecondBlockOfAnAbbaDesignGoesBackwards() throws Exception {
    List<Cell> order =
        order(Plan.of(study(Studies.SIX_CELLS.replace("runs: {", "runs: {order: abba, "), 42, 4)));
    List<Cell> first = order.subList(0, 6);
    List<Cell> second = new ArrayList<>(order.subList(6, 12));
    Collections.reverse(second);
    List<Cell> fourth = new ArrayList<>(order.subList(18, 24));
    Collections.reverse(fourth);

    assertThat(second).isEqualTo(first);
    assertThat(fourth).isEqualTo(order.subList(12, 18)).isNotEqualTo(first);
  }

  @Test
  void clustersThatTakeTurnsAreAllInEveryBlock() throws Exception {
    Study study =
        study(
            """
            title: Clusters
            workload: {properties: {recordcount: 10}}
            runs: {repetitions: 2, clusters: in-turn}
            factors: {nodes: [3, 4, 5], read-level: [ONE, ALL]}
            """,
            42,
            3);
    Plan plan = Plan.of(study);
    List<Run> runs = plan.runs();

    assertThat(plan.groups()).hasSize(3);
    assertThat(runs)
        .extracting(Run::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 18).boxed().toList());
    for (int block = 0; block < 3; block++) {
      List<Run> ofBlock = runs.subList(block * 6, block * 6 + 6);
      int repetition = block + 1;
      assertThat(ofBlock).allMatch(run -> run.repetition() == repetition);
      assertThat(ofBlock).extracting(Run::cell).containsExactlyInAnyOrderElementsOf(cells(study));
      for (int turn = 0; turn < 6; turn += 2) {
        assertThat(ofBlock.get(turn).settings().cluster())
            .as("a cluster has one turn in each block")
            .isEqualTo(ofBlock.get(turn + 1).settings().cluster());
      }
    }
  }

  private static List<Cell> order(Plan plan) {
    return plan.runs().stream().map(Run::cell).toList();
  }

  private static List<Cell> cells(Study study) {
    return List.copyOf(study.cells().keySet());
  }

  private Study study(String text, long seed, int repetitions) throws Exception {
    return Studies.load(
            folder,
            text.replaceAll("repetitions: \\d+", "repetitions: " + repetitions + ", seed: " + seed)
                .replace(", seed: 42}", "}"))
        .study();
  }
}
