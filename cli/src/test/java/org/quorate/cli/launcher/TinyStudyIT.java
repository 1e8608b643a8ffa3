package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The smallest study of each store by the launcher, from its file to its report. */
@Execution(ExecutionMode.CONCURRENT)
final class TinyStudyIT {
  private static final String REST =
      """
      workload:
        properties: {recordcount: 100, readproportion: 0.5, updateproportion: 0.5}
      load: {threads: 4}
      runs: {repetitions: 1, warm-up: 500ms, settle: 0s, operations: 400, duration: 1m, history: true, seed: 7}
      """;

  @Test
  void ofCassandra(@TempDir Path folder) throws Exception {
    String report =
        report(
            folder,
            """
            title: Does a study of Cassandra run?
            backend: local
            cluster: {engine: cassandra, nodes: 1, replication-factor: 1, heap: 192MiB, quick-compiler: true}
            factors: {read-level: [ONE, ALL]}
            """
                + REST);
    assertThat(report).contains("Does a study of Cassandra run?", "ONE", "ALL");
  }

  @Test
  void ofHBase(@TempDir Path folder) throws Exception {
    String report =
        report(
            folder,
            """
            title: Does a study of HBase run?
            backend: local
            cluster: {engine: hbase, nodes: 1, quick-compiler: true}
            factors: {buffering: [none, bounded 500ms]}
            """
                + REST);
    assertThat(report).contains("Does a study of HBase run?", "bounded 500ms");
  }

  /** The report of two runs of 400 operations each. */
  private static String report(Path folder, String study) throws Exception {
    Path file = Files.writeString(folder.resolve("tiny.yaml"), study);
    Path results = folder.resolve("results");
    Launch launch = Launch.in(folder, "study", "run", file.toString(), "--out", results.toString());
    assertThat(launch.status()).as(launch.error()).isZero();
    List<String> runs = Files.readAllLines(results.resolve("runs.csv"));
    assertThat(runs).hasSize(1 + 2);
    for (String run : List.of("001", "002")) {
      assertThat(results.resolve("runs").resolve(run).resolve("history.csv.gz")).isNotEmptyFile();
    }
    MeasuredRuns.areAsABackendPromises(results);
    return Files.readString(results.resolve("report.html"));
  }
}
