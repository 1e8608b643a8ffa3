package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.io.Tree;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;

/** Samples of loading on one server: what does one find on the disk that the ones before left? */
@Tag("faults")
@Tag("parallel")
class EmptyTablesIT {
  private static final String STUDY =
      """
      title: Loading
      cluster: {nodes: 1, quick-compiler: true}
      workload: {properties: {recordcount: 8000, fieldcount: 10, fieldlength: 100}}
      load: {threads: 10}
      runs: {empty-table: true, history: false, repetitions: 4, warm-up: 0s, settle: 0s, duration: 5m}
      """;

  /** Room for system tables and for a segment of the commit log that was just begun. */
  private static final long TOLERANCE = 5 << 20;

  @Test
  void theDiskDoesNotFillWithTheNumberOfSamples(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, STUDY);
    List<Run> runs = Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs();
    ClusterSettings cluster = runs.get(0).settings().cluster();
    Path directory = Files.createDirectory(folder.resolve("session"));
    Path node = directory.resolve("cluster/node1");
    List<Long> data = new ArrayList<>();
    List<Long> logs = new ArrayList<>();

    try (BackendSession session = new LabBackend().open(cluster, 1, directory, Progress.silent())) {
      for (Run run : runs) {
        Path results = Files.createDirectory(folder.resolve("run-" + run.sequence()));
        assertThat(session.measure(run, results, Progress.silent()).succeeded()).isEqualTo(8000);
        data.add(bytes(node.resolve("data")));
        logs.add(bytes(node.resolve("commitlog")));
        assertThat(Tree.children(node.resolve("data/ycsb")))
            .as("folders of tables after sample " + run.sequence())
            .hasSize(1);
      }
    }
    assertThat(data.get(3)).as("bytes of data: %s", data).isLessThan(data.get(0) + TOLERANCE);
    assertThat(logs.get(3)).as("bytes of logs: %s", logs).isLessThan(logs.get(0) + TOLERANCE);
  }

  /** Bytes of all files, some of which the server may be about to delete. */
  private static long bytes(Path folder) throws IOException {
    long[] sum = {0};
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return sum[0];
  }
}
