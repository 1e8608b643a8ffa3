package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.policy.Policies;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.plan.Study;
import org.quorate.study.run.StudySize;

/** The study files of this repository, and those in its documents. */
final class DeliveredStudiesTest {
  private static final Path HOME = Path.of("..");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @MethodSource("studies")
  void everyStudyCanBeRead(Path file) throws Exception {
    Study study = StudyFile.load(file, StudyOverrides.NONE).study();

    assertThat(study.title()).isNotBlank();
    assertThat(study.question()).isNotBlank();
    assertThat(study.doesNotShow()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("studiesAtScales")
  void everyStudyCanBeReadAtEachOfItsScales(Path file, String scale) throws Exception {
    Study study =
        StudyFile.load(file, new StudyOverrides(List.of(), Map.of(), scale, Map.of())).study();

    assertThat(study.runs()).isEqualTo(Plan.of(study).runs().size()).isPositive();
    assertThat(
            study.figures().isEmpty() || study.figures().stream().anyMatch(f -> isDrawn(f, study)))
        .as("some figure can be drawn")
        .isTrue();
    assertThat(StudySize.of(study).atLeast()).isPositive();
  }

  private static boolean isDrawn(Figure figure, Study study) {
    return !figure.cells(study.parts()).isEmpty();
  }

  static List<Object[]> studiesAtScales() throws Exception {
    List<Object[]> all = new ArrayList<>();
    for (Path file : studies()) {
      for (String scale : StudyFile.load(file, StudyOverrides.NONE).scales()) {
        all.add(new Object[] {file, scale});
      }
    }
    return all;
  }

  static List<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("studies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloade", "workloadf"})
  void theDemoTakesEveryStandardWorkload(String name) throws Exception {
    String file = HOME.resolve("workloads").resolve(name).toString();
    Study study =
        StudyFile.load(
                HOME.resolve("studies/demo.yaml"),
                new StudyOverrides(List.of(file), Map.of(), null, Map.of()))
            .study();
    RunSettings settings = study.cells().values().iterator().next();

    assertThat(study.cells().keySet()).hasSize(12);
    assertThat(settings.workload().recordCount()).isEqualTo(1000);
    assertThat(settings.operations()).isZero();
    assertThat(study.settings()).containsEntry("workload file", file);
    assertThat(settings.workload().requests().name())
        .isEqualTo(name.equals("workloadd") ? "latest" : "zipfian");
  }

  /** Everything but starting three nodes, which takes some 25 s, and one pilot trial. */
  @Test
  void theDemoLeavesTimeForItsCluster() throws Exception {
    Study study = StudyFile.load(HOME.resolve("studies/demo.yaml"), StudyOverrides.NONE).study();

    assertThat(study.busy()).isLessThan(Duration.ofSeconds(270));
  }

  /** What lies between runs, judging and starting five nodes make it about 20 minutes. */
  @Test
  void theHarmonyStudyHasEveryFigureOfThePaperAndLeavesTimeForItsCluster() throws Exception {
    Study study = StudyFile.load(HOME.resolve("studies/harmony.yaml"), StudyOverrides.NONE).study();

    assertThat(study.busy()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(14));
    assertThat(study.figures().stream().map(figure -> figure.title().split(":", 2)[0]).toList())
        .contains(
            "Figure 4a",
            "Figure 4b",
            "Figure 5a",
            "Figure 5b",
            "Figure 5c",
            "Figure 5d",
            "Figure 6a",
            "Figure 6b");
    assertThat(study.cells().values())
        .allSatisfy(settings -> assertThat(settings.monitor()).isNotNull());
    for (String scale : List.of("quick", "thorough")) {
      assertThat(
              StudyFile.load(
                      HOME.resolve("studies/harmony.yaml"),
                      new StudyOverrides(List.of(), Map.of(), scale, Map.of()))
                  .study()
                  .cells())
          .hasSameSizeAs(study.cells());
    }
  }

  /** One of four joins and another leaves, so that there are never fewer than replicas of a row. */
  @ParameterizedTest
  @CsvSource({",3,PT70S", "quick,1,PT70S", "windows,1,PT110S"})
  void theFaultsHaveAPartInWhichARingOfFourChanges(String scale, int cells, Duration duration)
      throws Exception {
    Study study =
        StudyFile.load(
                HOME.resolve("studies/faults.yaml"),
                new StudyOverrides(List.of(), Map.of(), scale, Map.of(), List.of("ring"), null))
            .study();

    assertThat(study.cells()).hasSize(cells);
    assertThat(study.cells().values())
        .allSatisfy(
            run -> {
              assertThat(run.cluster().nodes()).isEqualTo(4);
              assertThat(run.cluster().replicationFactor()).isEqualTo(3);
              assertThat(run.duration()).isEqualTo(duration);
              assertThat(run.faults())
                  .extracting(event -> event.fault().text())
                  .containsExactly("add node4", "remove node1");
            });
  }

  @Test
  void everyStudyInTheDocumentsCanBeRead() throws Exception {
    Files.writeString(folder.resolve("workloada"), "recordcount=10\n");
    Files.writeString(folder.resolve("workloadb"), "recordcount=10\n");
    List<String> texts = examples();

    assertThat(texts).hasSizeGreaterThan(8);
    for (String text : texts) {
      Path file = folder.resolve("example.yaml");
      Files.writeString(file, text);
      assertThat(StudyFile.load(file, StudyOverrides.NONE).study().title()).isNotBlank();
    }
  }

  @Test
  void theDocumentsNameEveryPolicy() throws Exception {
    String studies = Files.readString(HOME.resolve("docs/studies.md"));
    String library = Files.readString(HOME.resolve("docs/library.md"));

    assertThat(Policies.names()).allMatch(name -> studies.contains("`" + name + " "));
    assertThat(Policies.names()).allMatch(name -> library.contains("\n| `" + name + "`"));
  }

  @Test
  void theDocumentsNameEveryEngine() throws Exception {
    String text = Files.readString(HOME.resolve("docs/studies.md"));

    assertThat(StoreEngine.values())
        .filteredOn(engine -> engine != StoreEngine.CASSANDRA)
        .allMatch(engine -> text.contains("`engine: " + engine.text() + "`"));
  }

  @Test
  void theDocumentsNameEveryFactorAndMeasure() throws Exception {
    String text = Files.readString(HOME.resolve("docs/studies.md"));

    assertThat(Factor.names()).allMatch(name -> text.contains("`" + name + "`"));
    assertThat(Measure.names()).allMatch(name -> text.contains("`" + name + "`"));
  }

  @Test
  void theDocumentsNameEveryKeyOfAPartsRuns() throws Exception {
    String text = Files.readString(HOME.resolve("docs/studies.md"));
    Matcher sentence = Pattern.compile("A part's `runs` may set ([^.]*)\\.").matcher(text);

    assertThat(sentence.find()).isTrue();
    assertThat(
            Pattern.compile("`([a-z-]+)`")
                .matcher(sentence.group(1))
                .results()
                .map(key -> key.group(1)))
        .containsExactlyElementsOf(Runs.partKeys());
  }

  /** The study files that the documents show. */
  static List<String> examples() throws IOException {
    Pattern sample = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    List<String> examples = new ArrayList<>();
    for (String name : List.of("studies.md", "for-researchers.md")) {
      String document = Files.readString(HOME.resolve("docs").resolve(name));
      sample.matcher(document).results().forEach(found -> examples.add(found.group(1)));
    }
    return examples;
  }
}
