package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.house.House;

/** What {@code study show} and {@code study compare} say of directories that studies left. */
final class StudyResultsTest {
  private static final String STUDY =
      """
      title: Two levels
      backend: still
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      cluster: {processor-quota: 0.5}
      runs: {repetitions: 4, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      factors: {read-level: [ONE, ALL]}
      """;

  private static final String POWERED = STUDY + "power: {idle: 0s}\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void aRunTellsItsSizeBeforeItStarts() throws Exception {
    Call run = run(StillBackend.of(1000).drawing(100, 0.25), POWERED, "a");

    assertThat(run.error())
        .contains("2 cells, 8 runs on 1 cluster; about 18 s of warming up and measuring")
        .contains("Energy is estimated by the power model server-2010");
  }

  @Test
  void aDirectoryIsShownAsTheRunEnded() throws Exception {
    Call run = run(StillBackend.of(1000), STUDY, "a");
    List<String> before = files();
    Call show = call("show", path("a"));

    assertThat(run.status()).as(run.error()).isEqualTo(ExitStatus.OK);
    assertThat(show.status()).as(show.error()).isEqualTo(ExitStatus.OK);
    assertThat(run.output().lines().toList())
        .containsAll(show.output().lines().filter(line -> !line.startsWith("Runs: ")).toList());
    assertThat(show.output())
        .contains("Report:   file://")
        .contains("Runs:     all 8 have been measured.");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void missingRunsAreToldWithTheWayOn() throws Exception {
    Call run = run(StillBackend.of(1000).failingAfter(5), STUDY, "a");
    Call show = call("show", path("a"));

    assertThat(run.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(show.status()).isEqualTo(ExitStatus.OK);
    assertThat(show.output())
        .contains("Runs:     3 of 8 are missing; go on with: ./quorate study run --resume ")
        .contains("Report:   none yet; ./quorate report ");
  }

  @Test
  void twoDirectoriesAreComparedCellByCell() throws Exception {
    run(StillBackend.of(1000).drawing(100, 0.25), POWERED, "a");
    run(StillBackend.of(900).drawing(50, 0.25), POWERED.replace("threads: 2", "threads: 3"), "b");
    Call compare = call("compare", path("a"), path("b"));

    assertThat(compare.error()).isEmpty();
    assertThat(compare.status()).isEqualTo(ExitStatus.OK);
    assertThat(compare.output())
        .contains("B against A")
        .containsPattern("load +2 threads -> 3 threads")
        .containsPattern("server +of 1000.0 operations per second -> of 900.0")
        .contains("Throughput, operations/s")
        .containsPattern("ONE +1,00. +90. +0.9(00)?x .*lower")
        .contains("Energy per operation, J")
        .containsPattern("ONE +1.00 +0.50. +0.5(00)?x .*saving")
        .contains("may err by 25 %")
        .containsPattern("other methods +U test p +shift, 95 % +g +g, 95 % +resampled")
        .containsPattern("Hedges'\\s+g")
        .doesNotContain("Where nothing is shown");
    assertThat(compare.output().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void theComparisonIsThereAsJson() throws Exception {
    run(StillBackend.of(1000), STUDY, "a");
    run(StillBackend.of(900), STUDY.replace("ONE, ALL", "ONE, QUORUM"), "b");
    JsonNode json =
        JsonMapper.builder()
            .build()
            .readTree(call("compare", path("a"), path("b"), "--json").output());

    assertThat(json.at("/leftOut")).hasSize(2);
    assertThat(json.at("/measures/0/measure").asText()).isEqualTo("throughput");
    assertThat(json.at("/measures/0/cells/0/ratio/mean").asDouble()).isBetween(0.89, 0.91);
    assertThat(json.at("/measures/0/cells/0/difference").isNull()).isTrue();
    JsonNode further = json.at("/measures/0/cells/0/further");
    assertThat(further.at("/mannWhitneyP").asDouble()).isBetween(0.0, 0.05);
    assertThat(further.at("/shift/mean").asDouble()).isNegative();
    assertThat(further.at("/hedgesG/high").asDouble()).isNegative();
    assertThat(further.at("/bootstrapRatio/low").asDouble()).isBetween(0.85, 0.9);
  }

  @Test
  void estimatedAndMeasuredJoulesAreNotCompared() throws Exception {
    run(StillBackend.of(1000).drawing(100, 0.25), POWERED, "a");
    run(StillBackend.of(900).drawing(50, 0), POWERED, "b");
    Call compare = call("compare", path("a"), path("b"));

    assertThat(compare.status()).isEqualTo(ExitStatus.OK);
    assertThat(compare.output().replaceAll("\\s+", " "))
        .contains("Energy is not compared: the joules of the first study are estimated")
        .doesNotContain("saving");
  }

  @Test
  void cellsThatOnlyOneOfThemHasAreNamed() throws Exception {
    run(StillBackend.of(1000), STUDY, "a");
    run(StillBackend.of(900), STUDY.replace("ONE, ALL", "ONE, QUORUM"), "b");

    assertThat(call("compare", path("a"), path("b")).output())
        .contains("1 cell, because only the first study has it: ALL.")
        .contains("1 cell, because only the second study has it: QUORUM.");
  }

  @Test
  void studiesWithNothingInCommonAreRefused() throws Exception {
    run(StillBackend.of(1000), STUDY, "a");
    run(StillBackend.of(900), STUDY.replace("read-level", "write-level"), "b");
    Call compare = call("compare", path("a"), path("b"));

    assertThat(compare.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(compare.error()).contains("have no cell in common");
    assertThat(call("compare", path("a"), folder.toString()).status())
        .isEqualTo(ExitStatus.WRONG_INPUT);
  }

  private Call run(StillBackend backend, String text, String name) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, text);
    return Call.in(
        House.root(), backend.alone(), "study", "run", file.toString(), "--out", path(name));
  }

  private Call call(String command, String... arguments) {
    return Call.in(
        House.root(),
        StillBackend.of(1).alone(),
        Stream.concat(Stream.of("study", command), Stream.of(arguments)).toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> file + " " + file.toFile().lastModified() + " " + file.toFile().length())
          .sorted()
          .toList();
    }
  }
}
