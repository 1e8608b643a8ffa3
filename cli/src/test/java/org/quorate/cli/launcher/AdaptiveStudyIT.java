package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A study whose policy adapts, by the launcher, on three real servers. */
@Tag("faults")
@Isolated
final class AdaptiveStudyIT {
  private static final int LEVEL = 6;

  /**
   * Harmony's rate is no probability: with r reads for each write its second policy asks, at a
   * tolerance of 100 %, for up to N/(1 + r) replicas. With nine that is at most a third of one,
   * however long a write takes here. A level falls after a window of four readings, so that one in
   * which the servers stood still, and nothing was written, lowers none.
   */
  @Test
  void theLevelsThatTheSessionSentStandInTheHistory(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("adaptive.yaml"),
            """
            title: Does a policy choose levels?
            backend: local
            cluster: {engine: cassandra, nodes: 3, replication-factor: 3, heap: 192MiB, quick-compiler: true}
            monitor: {interval: 500ms, window: 2s}
            factors: {policy: [harmony 0%, harmony 100%]}
            workload:
              properties: {recordcount: 100, readproportion: 0.9, updateproportion: 0.1}
            load: {threads: 4}
            runs: {repetitions: 1, warm-up: 3s, settle: 4s, duration: 4s, history: true, seed: 7}
            """);
    Path results = folder.resolve("results");
    Launch launch = Launch.in(folder, "study", "run", file.toString(), "--out", results.toString());
    assertThat(launch.status()).as(launch.error()).isZero();
    assertThat(readLevels(results, "harmony 0%").keySet()).containsExactly("ALL");
    assertThat(readLevels(results, "harmony 100%").keySet()).containsExactly("ONE");
  }

  /** Reads of the run of a policy by their level. */
  private static Map<String, Long> readLevels(Path results, String policy) throws IOException {
    List<String> runs = Files.readAllLines(results.resolve("runs.csv"));
    int row =
        runs.indexOf(runs.stream().filter(line -> line.contains(policy)).findFirst().orElseThrow());
    Path history =
        results.resolve("runs").resolve(String.format("%03d", row)).resolve("history.csv.gz");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(history)), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> line.split(",", -1))
          .filter(fields -> fields[0].equals("read"))
          .collect(Collectors.groupingBy(fields -> fields[LEVEL], Collectors.counting()));
    }
  }
}
