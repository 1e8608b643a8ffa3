package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** A backend that leaves something out of what a run asks for is told so. */
final class AnswerCheckTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void timeAll() throws Exception {
    Files.createFile(folder.resolve(LatencyLog.FILE_NAME));
  }

  @Test
  void everyRunLeavesItsLatencies() throws Exception {
    Run run = run("runs: {history: false}\n");
    Files.delete(folder.resolve(LatencyLog.FILE_NAME));

    assertThatThrownBy(() -> AnswerCheck.check(run, bare(run), folder))
        .hasMessageContaining("its latencies, latency.hlog");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runs: {history: true}                                | history.csv.gz",
        "monitor: {}                                          | what its monitor saw",
        "runs: {second-read: ALL, history: false}             | what its second reads found",
        "power: {profile: server-2010}                        | its energy",
        "factors: {cold-cap: [0.5]}                           | the cap of its cold nodes",
        "cluster: {engine: hbase}\\nbuffering: bounded 1s     | its deferred writes",
        "cluster: {engine: hbase}\\noffload: {capacity: 9/s}  | its resting servers",
        "faults: [{at: 1s, kill: node3}]                      | its faults"
      })
  void whatIsAskedForMustBeThere(String lines, String missing) throws Exception {
    String history = lines.startsWith("runs:") ? "" : "runs: {history: false}\n";
    Run run = run(history + lines.replace("\\n", "\n") + "\n");

    assertThatThrownBy(() -> AnswerCheck.check(run, bare(run), folder))
        .isInstanceOf(BackendException.class)
        .hasMessageStartingWith("the backend did not hand back ")
        .hasMessageContaining(missing);
  }

  @Test
  void whatIsNotAskedForNeedNotBeThere() throws Exception {
    Run run = run("runs: {history: false}\n");

    assertThatCode(() -> AnswerCheck.check(run, bare(run), folder)).doesNotThrowAnyException();
    Run recorded = run("");
    Files.createFile(folder.resolve("history.csv.gz"));
    assertThatCode(() -> AnswerCheck.check(recorded, bare(recorded), folder))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherRunsResultIsNone() throws Exception {
    Run run = run("runs: {history: false}\n");

    assertThatThrownBy(
            () ->
                AnswerCheck.check(
                    run,
                    Results.run(run.sequence() + 1, run.repetition(), run.cell().levels(), 10),
                    folder))
        .hasMessageContaining("a result of this very run");
    assertThatThrownBy(
            () ->
                AnswerCheck.check(
                    run,
                    Results.run(run.sequence(), run.repetition(), Map.of("threads", "9"), 10),
                    folder))
        .hasMessageContaining("a result of this very run");
    assertThatThrownBy(() -> AnswerCheck.check(run, Results.lasting(bare(run), 0), folder))
        .hasMessageContaining("a length above 0");
  }

  private static RunResult bare(Run run) {
    return Results.run(run.sequence(), run.repetition(), run.cell().levels(), 10);
  }

  private Run run(String lines) throws Exception {
    return Plan.of(
            Studies.load(
                    folder,
                    "title: x\nworkload: {properties: {recordcount: 10}}\nload: {threads: 2}\n"
                        + lines)
                .study())
        .runs()
        .get(0);
  }
}
