package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.house.House;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.process.ProcessIdentity;

/** A study on a real server that is killed in the middle, and goes on where it stopped. */
@Tag("faults")
@Tag("parallel")
final class KilledStudyIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String STUDY =
      """
      title: Does a killed study go on?
      backend: local
      cluster: {engine: cassandra, nodes: 1, replication-factor: 1, heap: 192MiB, quick-compiler: true}
      workload:
        properties: {recordcount: 100, readproportion: 0.5, updateproportion: 0.5}
      load: {threads: 4}
      factors:
        read-level: [ONE, ALL]
      baseline: {read-level: ONE}
      runs: {repetitions: 3, warm-up: 500ms, settle: 0s, duration: 1s, history: true, seed: 7}
      """;

  @Test
  void nothingMeasuredIsLostOrMeasuredAgain(@TempDir Path folder) throws Exception {
    Path study = Files.writeString(folder.resolve("killed.yaml"), STUDY);
    Path results = folder.resolve("results");
    Process first =
        Launch.builder(
                House.root().resolve("quorate"),
                folder,
                "study",
                "run",
                study.toString(),
                "--out",
                results.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("first.log").toFile())
            .start();
    await("two runs are measured, or the study has ended")
        .atMost(PATIENCE)
        .until(() -> Files.exists(results.resolve("runs/002/run.json")) || !first.isAlive());
    assertThat(first.isAlive()).as(Files.readString(folder.resolve("first.log"))).isTrue();
    List<ProcessIdentity> orphans = processes(first.pid());
    first.destroyForcibly();
    assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String measured = Files.readString(results.resolve("runs/001/run.json"));
    assertThat(orphans).isNotEmpty();

    Launch second = Launch.in(folder, "study", "run", "--resume", results.toString());
    assertThat(second.status()).as(second.error()).isZero();
    assertThat(orphans).noneMatch(ProcessIdentity::isAlive);
    assertThat(results.resolve("runs/001/run.json")).hasContent(measured);
    assertThat(runs(results)).containsExactly("001", "002", "003", "004", "005", "006");
    assertThat(results.resolve("report.html")).isNotEmptyFile();
    assertThat(Files.readAllLines(results.resolve("runs.csv"))).hasSize(1 + 6);
    assertThat(results.resolve("sessions/2/load-1.csv.gz"))
        .as("the second cluster was loaded of its own")
        .exists();

    Launch charts = Launch.in(folder, "report", results.toString(), "--charts", "figures");
    assertThat(charts.status()).as(charts.error()).isZero();
    assertThat(folder.resolve("figures"))
        .isDirectoryContaining(file -> file.getFileName().toString().endsWith(".svg"));
  }

  private static List<ProcessIdentity> processes(long launcher) {
    return ClusterRegistry.ofUser().list().stream()
        .filter(record -> record.launcher() != null && record.launcher().processId() == launcher)
        .map(ClusterRecord::livingProcesses)
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> runs(Path results) throws IOException {
    try (Stream<Path> folders = Files.list(results.resolve("runs"))) {
      return folders.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
