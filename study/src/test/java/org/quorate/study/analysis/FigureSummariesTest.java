package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.export.Exports;
import org.quorate.study.measure.Measure;
import org.quorate.study.progress.Progress;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.FigureSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

/** A study of policies in parts, run whole on a backend that computes its results. */
final class FigureSummariesTest {
  private static final String STUDY =
      """
      title: Policies
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      parts:
        threads: {factors: {policy: [ALL, ONE, harmony 20%], threads: [1, 40]}}
        pairs: {factors: {policy: [ONE], threads: [40], second-read: [ALL]}, runs: {repetitions: 1}}
      baseline: [{policy: ALL}, {policy: ONE}]
      figures:
        - {title: A, measure: throughput, x: threads, series: policy, where: {part: threads}}
        - {title: B, measure: estimated-stale-rate, x: policy, where: {part: threads, threads: 40}}
        - {title: C, measure: second-read-stale-rate, x: policy, where: {part: pairs}}
        - {title: D, measure: second-read-stale-rate, x: policy, where: {part: threads, threads: 1}}
        - {title: E, measure: stale-reads, x: threads, where: {part: threads, policy: ONE}}
        - {title: F, measure: read-p99, x: threads, where: {part: threads, policy: ONE}}
        - {title: G, measure: processor-time, x: threads, where: {part: threads, policy: ONE}}
        - {title: H, measure: stale-rate, x: threads, where: {part: threads, policy: ONE}}
        - {title: I, measure: throughput, x: threads, series: policy, where: {part: threads}, relative-to: {policy: ALL}}
        - {title: J, measure: throughput, x: policy, where: {part: threads, threads: 40}, relative-to: {threads: 1, policy: ONE}}
        - {title: K, measure: stale-reads, x: policy, where: {part: threads, threads: 1}, relative-to: {policy: ONE}}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private StudySummary summary;

  @BeforeEach
  void runTheStudy() throws Exception {
    Path results = folder.resolve("results");
    new StudyRunner(new FakeBackend(), Progress.silent()).run(Studies.load(folder, STUDY), results);
    summary = Summaries.load(results);
    Exports.write(summary, folder);
  }

  @Test
  void aStudyOfPartsIsCompleteWithTheRunsOfItsParts() {
    assertThat(summary.runs()).hasSize(6 * 2 + 1);
    assertThat(summary.complete()).isTrue();
    assertThat(summary.verdict()).noneMatch(sentence -> sentence.startsWith("Only"));
    assertThat(summary.verdict().get(0)).isNotBlank();
  }

  @Test
  void linesAndPointsAreInTheOrderOfTheStudy() {
    FigureSummary figure = figure("A");

    assertThat(figure.axis()).isEqualTo(Measure.THROUGHPUT.axis());
    assertThat(figure.unit()).isEqualTo("operations/s");
    assertThat(figure.xs()).containsExactly("1", "40");
    assertThat(figure.series())
        .extracting(FigureSummary.Series::name)
        .containsExactly("ALL", "ONE", "harmony 20%");
    assertThat(figure.series())
        .allSatisfy(
            series ->
                assertThat(series.points())
                    .extracting(FigureSummary.Point::x)
                    .containsExactly("1", "40"));
    CellSummary cell = cell(Map.of("policy", "ONE", "threads", "40"));
    assertThat(figure.series().get(1).points().get(1).estimate()).isEqualTo(cell.throughput());
  }

  @Test
  void eachMeasureHasItsNumber() {
    CellSummary one = cell(Map.of("policy", "ONE", "threads", "1"));

    assertThat(estimate("B", 0)).isEqualTo(one.estimatedStaleAtOne().get("harmony"));
    assertThat(estimate("B", 0).mean()).isEqualTo(1.5, within(1e-12));
    assertThat(estimate("C", 0).mean()).isEqualTo(0.25, within(1e-12));
    assertThat(estimate("E", 0).mean()).isEqualTo(1, within(1e-12));
    assertThat(estimate("F", 0).mean()).isEqualTo(9e-6, within(1e-12));
    assertThat(estimate("G", 0)).isEqualTo(one.processorMicrosPerOperation());
    assertThat(estimate("H", 0)).isEqualTo(one.staleRate());
  }

  @Test
  void ratiosAreThoseOfPairsOfRunsOfTheSameRepetition() {
    FigureSummary figure = figure("I");
    FigureSummary.Series one = figure.series().get(1);

    assertThat(figure.unit()).isEqualTo("ratio to ALL");
    assertThat(figure.axis()).isEqualTo(Measure.THROUGHPUT.axis());
    assertThat(figure.series().get(0).points())
        .extracting(point -> point.estimate().mean())
        .containsExactly(1.0, 1.0);
    assertThat(figure.series().get(0).points().get(0).estimate().low()).isNaN();
    for (FigureSummary.Point point : one.points()) {
      assertThat(point.estimate().mean())
          .isEqualTo(
              geometricMean(
                  Map.of("policy", "ONE", "threads", point.x()),
                  Map.of("policy", "ALL", "threads", point.x())),
              within(1e-12));
      assertThat(point.estimate().low()).isLessThan(point.estimate().mean());
      assertThat(point.estimate().runs()).isEqualTo(2);
    }
    // Every level against the same cell, which is in none of the points.
    FigureSummary.Point all =
        figure("J").series().get(0).points().stream()
            .filter(point -> point.x().equals("ALL"))
            .findFirst()
            .orElseThrow();
    assertThat(figure("J").unit()).isEqualTo("ratio to read ONE, 1 thread");
    assertThat(all.estimate().mean())
        .isEqualTo(
            geometricMean(
                Map.of("policy", "ALL", "threads", "40"), Map.of("policy", "ONE", "threads", "1")),
            within(1e-12));
  }

  @Test
  void aNumberThatMayBeZeroIsShownAsARatioOfMeans() {
    Mean all = estimate("K", 0);

    // No read at ALL is stale, one of each run at ONE is.
    assertThat(all.mean()).isZero();
    assertThat(estimate("K", 1).mean()).isEqualTo(1);
  }

  private double geometricMean(Map<String, String> of, Map<String, String> against) {
    return Math.exp(
        IntStream.of(1, 2)
            .mapToDouble(
                repetition ->
                    Math.log(throughput(of, repetition) / throughput(against, repetition)))
            .average()
            .orElseThrow());
  }

  private double throughput(Map<String, String> cell, int repetition) {
    return summary.runs().stream()
        .filter(run -> run.cell().equals(cell) && run.repetition() == repetition)
        .findFirst()
        .orElseThrow()
        .achievedPerSecond();
  }

  @Test
  void aFigureOfWhichNothingIsKnownIsLeftOut() {
    assertThat(summary.figures())
        .extracting(figure -> figure.figure().title())
        .containsExactly("A", "B", "C", "E", "F", "G", "H", "I", "J", "K");
    assertThat(figure("E").series()).extracting(FigureSummary.Series::name).containsExactly("");
  }

  @Test
  void estimatesAndSharesAreMeansOverRuns() {
    CellSummary cell = cell(Map.of("policy", "harmony 20%", "threads", "40"));

    assertThat(cell.estimatedStaleAtOne()).containsOnlyKeys("harmony", "random-read");
    assertThat(cell.estimatedStaleAtLevel().values())
        .allSatisfy(estimate -> assertThat(estimate.runs()).isEqualTo(2));
    assertThat(cell.levelShares()).isEqualTo(Map.of("ONE", 0.25, "ALL", 0.75));
    assertThat(cell.levelShares().keySet()).containsExactly("ONE", "ALL");
    assertThat(cell.secondReadStaleRate()).isNull();
    assertThat(cell(Map.of("policy", "ONE", "threads", "40", "second-read", "ALL")))
        .satisfies(
            pairs -> assertThat(pairs.secondReadStaleRate()).extracting("mean").isEqualTo(0.25));
  }

  @Test
  void theExportsHaveTheNewColumns() throws Exception {
    List<String> runs = Files.readAllLines(folder.resolve("runs.csv"));
    List<String> cells = Files.readAllLines(folder.resolve("cells.csv"));
    JsonNode json =
        JsonMapper.builder().build().readTree(Files.readString(folder.resolve("study.json")));

    assertThat(runs.get(0).split(","))
        .contains(
            "second_read_level",
            "second_read_pairs",
            "second_read_differing",
            "second_read_stale_rate",
            "propagation_source",
            "decisions",
            "estimated_stale_at_one_random_read",
            "estimated_stale_at_level_harmony",
            "level_share_all");
    assertThat(cells.get(0).split(","))
        .contains(
            "second_read_stale_rate",
            "estimated_stale_at_one_harmony",
            "estimated_stale_at_one_harmony_low",
            "estimated_stale_at_level_random_read_high",
            "level_share_one");
    assertThat(json.at("/figures/0/series/0/points/0/estimate/mean").isNumber()).isTrue();
  }

  @Test
  void cellsAreComparedWithBothBaselinesEachPairOnce() {
    List<Difference> throughputs =
        summary.differences().stream()
            .filter(difference -> difference.measure().equals("throughput"))
            .toList();

    // At each of two thread counts: ONE and harmony against ALL, harmony against ONE.
    assertThat(throughputs).hasSize(6);
    assertThat(throughputs)
        .noneMatch(
            difference ->
                "ALL".equals(difference.cell().get("policy"))
                    || difference.cell().containsKey("second-read"));
  }

  private FigureSummary figure(String title) {
    return summary.figures().stream()
        .filter(figure -> figure.figure().title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /** Of the first line; ONE is the second policy. */
  private Mean estimate(String title, int point) {
    return figure(title).series().get(0).points().get(point).estimate();
  }

  private CellSummary cell(Map<String, String> levels) {
    return summary.cells().stream()
        .filter(cell -> cell.cell().equals(levels))
        .findFirst()
        .orElseThrow();
  }
}
