package org.quorate.study.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.finding.Finding;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;
import org.quorate.study.run.StudyRunner;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** From a study run on a fake backend to its summary and its exports. */
final class ExportsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private StudySummary summary;

  @BeforeEach
  void runAStudy() throws Exception {
    Path results = folder.resolve("results");
    new StudyRunner(new FakeBackend(), Progress.silent())
        .run(
            Studies.load(
                folder,
                Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 3")
                    + """
                      expects:
                        - stale-reads: {read-level: ONE, write-level: ONE}
                        - no-stale-reads: {read-level: QUORUM, write-level: QUORUM}
                        - throughput-falls: {read-level: [ONE, QUORUM, ALL]}
                      """),
            results);
    summary = Summaries.load(results);
    Exports.write(summary, folder);
  }

  @Test
  void theSummaryTellsWhatTheBackendDid() {
    assertThat(summary.complete()).isTrue();
    assertThat(summary.runs()).hasSize(18);
    assertThat(summary.cells()).hasSize(6);
    assertThat(summary.cells().get(0).label()).isEqualTo("read ONE, write ONE");
    assertThat(summary.findings()).extracting(Finding::outcome).containsOnly(Finding.Outcome.HOLDS);
    assertThat(summary.verdict().get(0)).startsWith("With writes at ONE, 33 % of reads at ONE");
    assertThat(summary.verdict()).contains("All 3 things that the study set out to see were seen.");
    assertThat(summary.command()).isEqualTo("./quorate study run " + folder.resolve("study.yaml"));
    assertThat(summary.environment().facts()).containsEntry("server", "none at all");
    assertThat(summary.cells().get(0).responseByKind().get("READ"))
        .satisfies(latencies -> assertThat(latencies.count()).isEqualTo(300));
    assertThat(summary.cells().get(0).staleness())
        .satisfies(
            staleness -> {
              assertThat(staleness.staleReads()).isEqualTo(3);
              assertThat(staleness.timeBehind().count()).isEqualTo(3);
            });
  }

  @Test
  void everyRunIsALine() throws Exception {
    List<Map<String, String>> lines = csv("runs.csv");

    assertThat(lines).hasSize(18);
    for (int i = 0; i < lines.size(); i++) {
      RunResult run = summary.runs().get(i);
      assertThat(lines.get(i))
          .containsEntry("run", Integer.toString(run.sequence()))
          .containsEntry("repetition", Integer.toString(run.repetition()))
          .containsEntry("achieved_per_second", Double.toString(run.achievedPerSecond()))
          .containsEntry("offered_per_second", "")
          .containsEntry("reads_judged", "3")
          .containsEntry("replica_reads", "100")
          .containsEntry("read_response_p99_ns", "9")
          .containsAllEntriesOf(run.cell());
    }
  }

  @Test
  void whereARunBeginsToCountIsAColumn() {
    RunResult run = summary.runs().get(0);
    CsvTable table = new CsvTable();
    table.add(RunRows.of(run));
    table.add(RunRows.of(run.countedFrom(1)));
    Path file = folder.resolve("cut.csv");

    assertThatCode(() -> table.write(file)).doesNotThrowAnyException();
    assertThat(file)
        .content()
        .contains("counted_from_second,counted_operations")
        .contains(",1,50\n");
  }

  @Test
  void theThreeLatenciesOfDeferredWritesAreColumns() throws Exception {
    CsvTable table = new CsvTable();
    table.add(RunRows.of(Results.deferred(Results.run(1, 1, Map.of("threads", "16"), 10))));
    table.write(folder.resolve("deferred.csv"));

    assertThat(csv("deferred.csv").get(0))
        .containsEntry("succeeded", "149")
        .containsEntry("failed", "3")
        .containsEntry("writes_accepted", "50")
        .containsEntry("writes_acknowledged", "49")
        .containsEntry("writes_lost", "1")
        .containsEntry("write_bound_seconds", "1.0")
        .containsEntry("writes_late", "1")
        .containsEntry("write_accepted_p99_ns", "1000000")
        .containsEntry("write_acknowledged_p99_ns", "400000000")
        .containsEntry("write_visible_p99_ns", "450000000");
  }

  @Test
  void aCapIsToldByKindAndShareAskedForAndReadBack() throws Exception {
    Path results = folder.resolve("capped");
    new StudyRunner(new FakeBackend(), Progress.silent())
        .run(
            Studies.load(
                folder,
                """
                title: Capped
                backend: fake
                workload: {properties: {recordcount: 10}}
                load: {threads: 2}
                runs: {repetitions: 2, warm-up: 0s, settle: 0s, duration: 1s}
                factors: {cold-cap: [none, 0.5]}
                """),
            results);
    Exports.write(Summaries.load(results), folder);

    assertThat(csv("runs.csv"))
        .filteredOn(line -> "0.5".equals(line.get("cold-cap")))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("cold_cap_by", "processor quota")
                    .containsEntry("cold_cap_share", "0.5")
                    .containsEntry("cold_cap_share_read_back", "0.51"));
    assertThat(csv("runs.csv"))
        .filteredOn(line -> "none".equals(line.get("cold-cap")))
        .allSatisfy(line -> assertThat(line).containsEntry("cold_cap_by", ""));
  }

  @Test
  void everyCellIsALine() throws Exception {
    List<Map<String, String>> lines = csv("cells.csv");

    assertThat(lines).hasSize(6);
    assertThat(lines.get(0))
        .containsEntry("cell", "read ONE, write ONE")
        .containsEntry("runs", "3")
        .containsEntry("reads_judged", "9")
        .containsEntry("stale_reads", "3")
        .containsEntry(
            "throughput_per_second", Double.toString(summary.cells().get(0).throughput().mean()));
  }

  @Test
  void theWholeSummaryIsJsonWithoutNumbersThatJsonHasNot() throws Exception {
    String text = Files.readString(folder.resolve("study.json"));
    JsonNode json = JsonMapper.builder().build().readTree(text);

    assertThat(json.get("cells")).hasSize(6);
    assertThat(json.get("runs")).hasSize(18);
    assertThat(json.at("/cells/0/throughput/mean").asDouble())
        .isEqualTo(summary.cells().get(0).throughput().mean());
    assertThat(json.at("/runs/0/startedAt").asText()).startsWith("2026-11-21T10:00:");
    assertThat(text).doesNotContain("NaN").doesNotContain("Infinity");
  }

  private List<Map<String, String>> csv(String name) throws Exception {
    List<List<String>> lines = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve(name))) {
      lines.add(fields(line));
    }
    List<String> header = lines.remove(0);
    return lines.stream()
        .map(
            line -> {
              assertThat(line).hasSameSizeAs(header);
              Map<String, String> row = new LinkedHashMap<>();
              for (int i = 0; i < header.size(); i++) {
                row.put(header.get(i), line.get(i));
              }
              return row;
            })
        .toList();
  }

  private static List<String> fields(String line) {
    return Arrays.stream(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
        .map(field -> field.replaceAll("^\"|\"$", "").replace("\"\"", "\""))
        .toList();
  }
}
