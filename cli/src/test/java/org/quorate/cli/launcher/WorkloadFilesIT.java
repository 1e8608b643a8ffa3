package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.house.House;

/** All six workload files of YCSB, unchanged, in one study on real servers in two data centres. */
@Tag("faults")
@Tag("parallel")
final class WorkloadFilesIT {
  private static final String STUDY =
      """
      title: Do the workloads of YCSB run?
      backend: local
      cluster: {engine: cassandra, data-centers: {east: 1, west: 1}, replication-factor: 1, heap: 192MiB, quick-compiler: true}
      load: {threads: 8}
      factors:
        workload: [WORKLOADS/workloada, WORKLOADS/workloadb, WORKLOADS/workloadc,
                   WORKLOADS/workloadd, WORKLOADS/workloade, WORKLOADS/workloadf]
      runs: {repetitions: 1, warm-up: 500ms, settle: 0s, duration: 1s, history: true, seed: 7}
      """;

  @Test
  void everyWorkloadFileRuns(@TempDir Path folder) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("six.yaml"),
            STUDY.replace("WORKLOADS", House.root().resolve("workloads").toString()));
    Path results = folder.resolve("results");
    Launch launch =
        Launch.in(folder, "study", "run", study.toString(), "--out", results.toString());
    assertThat(launch.status()).as(launch.error()).isZero();

    assertThat(kinds(results, 0)).as("A: updates").containsExactly("READ", "UPDATE");
    assertThat(kinds(results, 2)).as("C: reads only").containsExactly("READ");
    assertThat(kinds(results, 3)).as("D: the latest").containsExactly("INSERT", "READ");
    assertThat(kinds(results, 4)).as("E: scans").containsExactly("INSERT", "SCAN");
    assertThat(kinds(results, 5)).as("F").contains("READ_MODIFY_WRITE");
    assertThat(results.resolve("report.html")).isNotEmptyFile();
  }

  /** Kinds of operations in the run of a workload, of which none may have failed. */
  private static Set<String> kinds(Path results, int workload) throws Exception {
    String wanted = "workload" + (char) ('a' + workload);
    Set<String> kinds = new TreeSet<>();
    for (int run = 1; run <= 6; run++) {
      Path file = results.resolve(String.format("runs/%03d/run.json", run));
      JsonNode result = JsonMapper.builder().build().readTree(file.toFile());
      if (result.get("cell").get("workload").asText().endsWith(wanted)) {
        for (JsonNode operation : result.get("operations")) {
          assertThat(operation.get("errors")).as(wanted + " " + operation).isEmpty();
          kinds.add(operation.get("kind").asText());
        }
      }
    }
    return kinds;
  }
}
