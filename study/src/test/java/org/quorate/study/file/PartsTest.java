package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

/** Studies of several sets of cells. */
final class PartsTest {
  private static final String TWO_PARTS =
      """
      title: Two parts
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 3, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      parts:
        threads: {factors: {policy: [ONE, ALL], threads: [1, 40]}}
        ramp:
          factors: {policy: [ALL], arrivals: [ramp 10/s to 2000/s over 40s]}
          runs: {repetitions: 1, duration: 40s}
      scales:
        quick: {repetitions: 2, duration: 1s}
        named: {repetitions: 2, duration: 1s, parts: {ramp: {duration: 20s}}}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void cellsAreThoseOfAllPartsInOrderEachWithItsOwnFactors() throws Exception {
    Study study = load(TWO_PARTS, null, Map.of());

    assertThat(study.cells().keySet())
        .containsExactly(
            cell("policy", "ONE", "threads", "1"),
            cell("policy", "ONE", "threads", "40"),
            cell("policy", "ALL", "threads", "1"),
            cell("policy", "ALL", "threads", "40"),
            ramp());
    assertThat(study.factors())
        .isEqualTo(
            Map.of(
                "policy",
                List.of("ONE", "ALL"),
                "threads",
                List.of("1", "40"),
                "arrivals",
                List.of("ramp 10/s to 2000/s over 40s")));
    assertThat(study.factors().keySet()).containsExactly("policy", "threads", "arrivals");
    assertThat(study.parts()).extracting(Part::name).containsExactly("threads", "ramp");
    assertThat(settings(study, ramp()).load()).isInstanceOf(LoadShape.Open.class);
    assertThat(study.settings())
        .containsEntry("read level", "ONE, ALL (varied)")
        .containsEntry("repetitions", "3, 1 in part ramp")
        .containsEntry("run length", "2s, 40s in part ramp")
        .containsEntry(
            "load",
            "closed loop, number of threads 2; 1, 40 in part threads; open loop, arrivals ramp 10/s to"
                + " 2000/s over 40s in part ramp");
  }

  @Test
  void partsHaveTheirOwnRuns() throws Exception {
    Study study = load(TWO_PARTS, null, Map.of());

    assertThat(settings(study, ramp()).duration()).isEqualTo(Duration.ofSeconds(40));
    assertThat(settings(study, ramp()).warmUp()).isEqualTo(Duration.ofSeconds(1));
    assertThat(study.repetitions(ramp())).isEqualTo(1);
    assertThat(study.repetitions()).isEqualTo(3);
    assertThat(study.runs()).isEqualTo(4 * 3 + 1);
    assertThat(study.measuring()).isEqualTo(Duration.ofSeconds(4 * 3 * 2 + 40));
    assertThat(study.busy()).isEqualTo(study.measuring().plusSeconds(5));
  }

  @Test
  void aPartMayEndItsRunsWithOtherOperationsOrWithTheirDurationAlone() throws Exception {
    String text =
        """
        title: Operations
        workload: {properties: {recordcount: 10}}
        runs: {operations: 2000}
        parts:
          same: {factors: {threads: [1]}}
          fewer: {factors: {threads: [2]}, runs: {operations: 50}}
          none: {factors: {threads: [3]}, runs: {operations: 0}}
        """;
    Study study = load(text, null, Map.of());

    assertThat(settings(study, cell("threads", "1")).operations()).isEqualTo(2000);
    assertThat(settings(study, cell("threads", "2")).operations()).isEqualTo(50);
    assertThat(settings(study, cell("threads", "3")).isOfUnknownLength()).isFalse();
    assertThat(
            settings(
                    load(
                        text.replace("{operations: 2000}", "{}")
                            .replace("recordcount: 10", "recordcount: 10, operationcount: 70"),
                        null,
                        Map.of()),
                    cell("threads", "1"))
                .operations())
        .as("what the workload says")
        .isEqualTo(70);
  }

  @Test
  void aPartOfFewerRepetitionsIsLeftOutOfLaterBlocks() throws Exception {
    List<Run> runs = Plan.of(load(TWO_PARTS, null, Map.of())).runs();

    assertThat(runs).hasSize(13);
    assertThat(runs.subList(0, 5)).extracting(Run::repetition).containsOnly(1);
    assertThat(runs.subList(0, 5)).extracting(Run::cell).contains(ramp()).doesNotHaveDuplicates();
    assertThat(runs.subList(5, 13)).extracting(Run::cell).doesNotContain(ramp());
    assertThat(runs.subList(5, 9)).extracting(Run::repetition).containsOnly(2);
    assertThat(runs).extracting(Run::sequence).startsWith(1, 2, 3).endsWith(13);
  }

  @Test
  void aScaleChangesAPartOnlyWhereItNamesItAndTheCommandLineChangesAll() throws Exception {
    assertThat(durations(load(TWO_PARTS, "quick", Map.of()))).containsExactly(1L, 40L);
    assertThat(durations(load(TWO_PARTS, "named", Map.of()))).containsExactly(1L, 20L);
    assertThat(load(TWO_PARTS, "named", Map.of()).repetitions(ramp())).isEqualTo(1);
    assertThat(durations(load(TWO_PARTS, "named", Map.of("duration", "5s")))).containsExactly(5L);
    assertThat(load(TWO_PARTS, null, Map.of("repetitions", "4")).runs()).isEqualTo(20);
  }

  @Test
  void aCellOfTwoPartsIsRunOnceAsTheFirstSays() throws Exception {
    Study study =
        load(
            """
            title: Overlap
            workload: {properties: {recordcount: 10}}
            parts:
              some: {factors: {threads: [1, 2]}, runs: {repetitions: 2, duration: 1s}}
              more: {factors: {threads: [2, 3]}, runs: {repetitions: 7, duration: 9s}}
            """,
            null,
            Map.of());

    assertThat(study.cells()).hasSize(3);
    assertThat(study.parts()).allMatch(part -> part.cells().size() == 2);
    assertThat(settings(study, cell("threads", "2")).duration()).isEqualTo(Duration.ofSeconds(1));
    assertThat(study.repetitions(cell("threads", "2"))).isEqualTo(2);
    assertThat(study.runs()).isEqualTo(2 + 2 + 7);
  }

  @Test
  void factorsAreTheSimpleFormOfOnePart() throws Exception {
    Study study =
        load(
            "title: x\nworkload: {properties: {recordcount: 1}}\nfactors: {threads: [1, 2]}\n",
            null,
            Map.of());

    assertThat(study.parts()).hasSize(1);
    assertThat(study.parts().get(0).name()).isEmpty();
    assertThat(study.parts().get(0).factors()).isEqualTo(study.factors());
    assertThat(study.runs()).isEqualTo(10);
  }

  @Test
  void baselinesMayBeSeveral() throws Exception {
    assertThat(
            load(TWO_PARTS + "baseline: [{policy: ALL}, {policy: ONE}]\n", null, Map.of())
                .baselines())
        .containsExactly(Map.of("policy", "ALL"), Map.of("policy", "ONE"));
    assertThat(load(TWO_PARTS + "baseline: {policy: ALL}\n", null, Map.of()).baselines())
        .containsExactly(Map.of("policy", "ALL"));
    assertThat(load(TWO_PARTS, null, Map.of()).baselines())
        .containsExactly(Map.of("policy", "ONE"));
  }

  private static List<Long> durations(Study study) {
    return study.cells().values().stream()
        .map(settings -> settings.duration().toSeconds())
        .distinct()
        .toList();
  }

  private static RunSettings settings(Study study, Cell cell) {
    RunSettings settings = study.cells().get(cell);
    assertThat(settings).isNotNull();
    return java.util.Objects.requireNonNull(settings);
  }

  private static Cell ramp() {
    return cell("policy", "ALL", "arrivals", "ramp 10/s to 2000/s over 40s");
  }

  private static Cell cell(String... levels) {
    Map<String, String> cell = new LinkedHashMap<>();
    for (int i = 0; i < levels.length; i += 2) {
      cell.put(levels[i], levels[i + 1]);
    }
    return new Cell(cell);
  }

  private Study load(String text, @Nullable String scale, Map<String, String> runs)
      throws Exception {
    Path path = folder.resolve("parts.yaml");
    Files.writeString(path, text);
    return StudyFile.load(path, new StudyOverrides(List.of(), Map.of(), scale, runs)).study();
  }
}
