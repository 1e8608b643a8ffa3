package org.quorate.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.LoadHostProcess;
import org.quorate.lab.testing.SharedCluster;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.file.Venue;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.progress.LoadSecond;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.LoadHostResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.run.StudyCheck;
import org.quorate.study.run.StudyRunner;

/** Two load hosts drive one study on a cluster, and one of them is killed in the second run. */
@Tag("faults")
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
final class HostedStudyIT {
  private static RunningCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void take(RunningCluster shared) {
    cluster = shared;
  }

  @Test
  void twoHostsDriveAStudyAndOneThatIsKilledIsAnEvent() throws Exception {
    Path directory = folder.resolve("results");
    new StudyRunner(new RemoteBackend(), new Killing()).run(study(), directory);

    List<RunResult> runs = List.copyOf(StudyDirectory.open(directory).results().values());
    assertThat(runs).hasSize(3);
    for (RunResult run : runs) {
      isWhole(run);
    }
    assertThat(runs.get(0).events()).isEmpty();
    assertThat(runs.get(0).loadHosts()).allMatch(host -> host.lostWhy() == null);
    LoadHostResult lost = runs.get(1).loadHosts().get(1);
    assertThat(lost.lostAtSecond()).isBetween(1.0, 7.0);
    assertThat(lost.lostWhy()).contains("status 137");
    assertThat(lost.operations()).isPositive();
    assertThat(runs.get(1).loadHosts().get(0).lostWhy()).isNull();
    assertThat(runs.get(1).events()).singleElement().extracting("text").asString().contains("two");
    assertThat(runs.get(2).loadHosts())
        .as("both are there again")
        .allMatch(host -> host.lostWhy() == null && host.operations() != null);

    HistoryVerdict again =
        StudyCheck.check(directory, HistoryCheckOptions.defaults(), Progress.silent());
    assertThat(again.all().reads())
        .isEqualTo(runs.stream().mapToLong(run -> staleness(run).reads()).sum());
    assertThat(again.all().staleReads()).isZero();
  }

  private static void isWhole(RunResult run) {
    assertThat(run.loadHosts()).extracting(LoadHostResult::name).containsExactly("one", "two");
    assertThat(run.succeeded()).isPositive();
    assertThat(run.achievedPerSecond()).isBetween(90.0, 220.0);
    StalenessResult judged = staleness(run);
    assertThat(judged.reads()).isGreaterThan(300);
    // Reads at QUORUM meet writes at QUORUM, whosever and whatever the clocks say.
    assertThat(judged.staleReads()).isZero();
    for (LoadHostResult host : run.loadHosts()) {
      assertThat(host.lateSeconds()).isBetween(-0.2, 2.0);
      assertThat(host.uncertaintyNanos()).isBetween(1L, 200_000_000L);
      assertThat(run.notes()).anyMatch(note -> note.startsWith("Load host " + host.name()));
    }
  }

  private static StalenessResult staleness(RunResult run) {
    assertThat(run.staleness()).isNotNull();
    return run.staleness();
  }

  private StudyFile study() throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            title: Two load hosts
            workload: {properties: {recordcount: 200, readproportion: 0.5, updateproportion: 0.45, insertproportion: 0.05}}
            load: {threads: 8, target: 200/s}
            levels: {write: QUORUM}
            factors: {read-level: [QUORUM]}
            runs: {repetitions: 3, warm-up: 2s, settle: 1s, duration: 8s}
            """);
    String points =
        cluster.contactPoints().stream()
            .map(point -> "\"" + point.getHostString() + ":" + point.getPort() + "\"")
            .collect(Collectors.joining(", "));
    Path where =
        Files.writeString(
            folder.resolve("where.yaml"),
            """
            backend: remote
            remote:
              contact-points: [%s]
              local-data-center: dc1
              keyspace: hosted_it
              keep-tables: false
              load-hosts:
                one: [%s]
                two: [%s]
            cluster: {nodes: 3, replication-factor: 3}
            """
                .formatted(points, command("one"), command("two")));
    return StudyFile.load(study, StudyOverrides.NONE.with(List.of(), Venue.read(where)));
  }

  private static String command(String name) throws Exception {
    return LoadHostProcess.command(CassandraLoadHost.class, "256m", name).stream()
        .map(word -> "\"" + word + "\"")
        .collect(Collectors.joining(", "));
  }

  /** Kills a load host in the third second of the second run. */
  private static final class Killing implements Progress {
    @Override
    public Task start(String name, long total, String unit) {
      Task silent = Progress.silent().start(name, total, unit);
      return name.startsWith("run 2 ") ? new KillingTask(silent) : silent;
    }

    @Override
    public void message(String line) {}
  }

  private record KillingTask(Progress.Task silent) implements Progress.Task {
    @Override
    public void advance(long done) {
      silent.advance(done);
    }

    @Override
    public void detail(String text) {
      silent.detail(text);
    }

    @Override
    public void second(LoadSecond second) {
      if (second.second() == 2) {
        LoadHostProcess.of("two").destroyForcibly();
      }
    }

    @Override
    public void close() {
      silent.close();
    }
  }
}
