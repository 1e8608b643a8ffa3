package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.lab.testing.EnergyRecount;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.export.Exports;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Counter;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.run.StudyRunner;

/** A session on three real nodes, from loading to results. */
@Tag("faults")
@Tag("parallel")
class LabBackendIT {
  private static final String READS_AND_UPDATES = "readproportion: 0.5, updateproportion: 0.5";
  private static final String READ_MODIFY_WRITES =
      "readproportion: 0, updateproportion: 0, readmodifywriteproportion: 1";

  /** Of single runs on the servers of the study. */
  private static final String RUN =
      """
      title: One run
      cluster: {nodes: 3, processor-quota: 0.5, quick-compiler: true}
      links: {delay: 5ms}
      levels: {read: %s}
      workload:
        properties: {recordcount: 200, requestdistribution: zipfian, %s}
      load: {threads: 20}
      runs: {warm-up: 1s, settle: 500ms, duration: 3s}
      """;

  private static final String STUDY =
      """
      title: What does ALL take?
      cluster: {nodes: 3, processor-quota: 0.5, quick-compiler: true}
      links: {delay: 5ms}
      workload:
        properties: {recordcount: 300, readproportion: 0.5, updateproportion: 0.5}
      load: {threads: 20}
      power: {profile: server-2010, period: 100ms, idle: 500ms}
      factors: {read-level: [ONE, ALL]}
      runs: {repetitions: %d, warm-up: 1s, settle: 0s, duration: 1500ms}
      claims:
        - text: ALL takes more.
          source: Nobody
          expects: {measure: energy-per-operation, of: {read-level: ALL}, against: {read-level: ONE}, change: higher}
        - text: ALL is slower.
          source: Nobody
          expects: {measure: throughput, of: {read-level: ALL}, against: {read-level: ONE}, change: lower}
      """;

  @Test
  void aStudyIsMeasuredByLanesServersLinksAndMachineAndEndsWithADeath(@TempDir Path directory)
      throws Exception {
    OpenedOnce backend = new OpenedOnce();
    try (backend) {
      theNumbersOfAStudyFollowFromItsFiles(backend, directory);
      BackendSession session = backend.session();
      Path sessionDirectory = directory.resolve("study/sessions/1");
      assertThat(session.environment().facts()).containsKeys("processors", "server");
      RunResult one = run(session, directory, 1, Level.ONE);
      RunResult all = run(session, directory, 2, Level.ALL);

      for (RunResult result : List.of(one, all)) {
        OperationResult reads = operation(result, "READ");
        OperationResult updates = operation(result, "UPDATE");
        assertThat(result.operations()).allMatch(operation -> operation.failed() == 0);
        assertThat(result.achievedPerSecond()).isGreaterThan(10);
        assertThat(result.timeline()).hasSizeBetween(3, 4);
        assertThat(result.links()).hasSize(6);
        assertThat(result.links())
            .allMatch(link -> link.achieved().p50() >= Duration.ofMillis(5).toNanos());
        assertThat(sum(result, Counter.REPLICA_WRITES) / (double) updates.ok())
            .isCloseTo(3, within(0.05));
        assertThat(result.nodes()).allMatch(node -> node.processorSeconds() > 0 && node.up());
        assertThat(result.machine().busyShare()).isBetween(0.01, 1.0);
        assertThat(reads.response().p50()).isPositive();
      }
      // Three for each read, and three more where the digests differed.
      assertThat(
              (sum(all, Counter.REPLICA_READS) - 3.0 * sum(all, Counter.DIGEST_MISMATCHES))
                  / operation(all, "READ").ok())
          .isCloseTo(3, within(0.2));
      assertThat(sum(one, Counter.REPLICA_READS) / (double) operation(one, "READ").ok())
          .isBetween(0.99, 1.5);
      assertThat(operation(all, "READ").response().p50())
          .isGreaterThan(Duration.ofMillis(10).toNanos());
      assertThat(LatencyLog.read(directory.resolve("run-1").resolve(LatencyLog.FILE_NAME)))
          .containsKeys("READ-response", "READ-service", "UPDATE-response", "lag");
      assertThat(directory.resolve("run-1").resolve("history.csv.gz")).isNotEmptyFile();
      assertThat(sessionDirectory.resolve("load-1.csv.gz")).isNotEmptyFile();

      // A read-modify-write is one read and one write, however it is counted.
      RunResult modifying =
          run(session, directory, 3, Level.ONE, READ_MODIFY_WRITES, Progress.silent());
      long pairs = operation(modifying, "READ_MODIFY_WRITE").ok();
      assertThat(modifying.operations()).allMatch(operation -> operation.failed() == 0);
      assertThat(sum(modifying, Counter.REPLICA_WRITES) / (double) pairs).isCloseTo(3, within(0.1));
      assertThat(sum(modifying, Counter.REPLICA_READS) / (double) pairs).isBetween(0.95, 1.5);

      readsAreSentTwiceWhereTheStudyAsksForIt(session, directory);
      energyIsEstimatedHostByHostAndFollowsFromTheRawFiles(session, directory);
      aPausedClusterUsesNoProcessorAndGoesOn(session, directory);
      theRunGoesOnWhenANodeIsKilledOnPurpose(session, directory);
      theStudyEndsWhenANodeDiesAndGoesOnWithAClusterStartedAnew(backend, directory);
    }
  }

  private static void theNumbersOfAStudyFollowFromItsFiles(Backend backend, Path directory)
      throws Exception {
    Path results = directory.resolve("study");
    new StudyRunner(backend, Progress.silent()).run(study(directory, 2), results);
    Exports.write(Summaries.load(results), results);

    assertThat(EnergyRecount.check(results)).isEqualTo(new EnergyRecount.Counted(4, 2, 2));
  }

  private static StudyFile study(Path directory, int repetitions) throws Exception {
    Path file = directory.resolve("study.yaml");
    Files.writeString(file, STUDY.formatted(repetitions));
    return StudyFile.load(file, StudyOverrides.NONE);
  }

  private static void theStudyEndsWhenANodeDiesAndGoesOnWithAClusterStartedAnew(
      OpenedOnce backend, Path directory) throws Exception {
    Path results = directory.resolve("dying");
    RunningNode victim = servers().get(2);
    AtomicBoolean killed = new AtomicBoolean();
    Progress killer =
        new RunProgress(
            "run 2 ",
            second -> {
              if (killed.compareAndSet(false, true)) {
                ProcessHandle.of(victim.processId()).orElseThrow().destroyForcibly();
              }
            });
    StudyFile study = study(directory, 1);

    assertThatThrownBy(() -> new StudyRunner(backend, killer).run(study, results))
        .isInstanceOf(BackendException.class)
        .hasMessageMatching(
            "Run 2 of 2 \\((ONE|ALL)\\) failed: node3 died( with status \\d+)?; see its log "
                + Pattern.quote(victim.log().toString())
                + "\\.");
    assertThat(victim.log()).isNotEmptyFile();
    assertThat(StudyDirectory.open(results).results()).containsOnlyKeys(1);
    assertThatThrownBy(
            () ->
                backend
                    .session()
                    .warmUp(planned(directory, 8, Level.ONE, READS_AND_UPDATES), killer))
        .hasMessageStartingWith("node3 died");

    backend.close();
    new StudyRunner(new LabBackend(), Progress.silent()).resume(results);
    assertThat(StudyDirectory.open(results).results().values())
        .extracting(RunResult::session)
        .containsExactly(1, 2);
  }

  private static void readsAreSentTwiceWhereTheStudyAsksForIt(
      BackendSession session, Path directory) throws Exception {
    Run once = planned(directory, 5, Level.ONE, READS_AND_UPDATES);
    Run twice = new Run(5, 1, once.cell(), once.settings().with(run -> run.secondRead = Level.ALL));
    RunResult result = measured(session, directory, twice, Progress.silent());
    SecondReadResult found = result.secondReads();

    assertThat(found).isNotNull();
    assertThat(found.level()).isEqualTo("ALL");
    assertThat(found.pairs() / (double) operation(result, "READ").ok()).isCloseTo(1, within(0.01));
    assertThat(found.differing()).isBetween(1L, found.pairs() - 1);
    // One replica for the first read and three for the second, more where the digests differed.
    assertThat(
            (sum(result, Counter.REPLICA_READS) - 3.0 * sum(result, Counter.DIGEST_MISMATCHES))
                / found.pairs())
        .isCloseTo(4, within(0.3));
  }

  private static void energyIsEstimatedHostByHostAndFollowsFromTheRawFiles(
      BackendSession session, Path directory) throws Exception {
    Run plain = planned(directory, 6, Level.ALL, READS_AND_UPDATES);
    PowerSettings power =
        new PowerSettings(
            "server-2010",
            Duration.ofMillis(100),
            false,
            Duration.ofSeconds(2),
            Map.of(),
            null,
            null,
            CapKind.QUOTA);
    Run run = new Run(6, 1, plain.cell(), plain.settings().with(draft -> draft.power = power));
    EnergyResult loaded = measured(session, directory, run, Progress.silent()).energy();
    EnergyResult idle =
        session
            .measureIdle(run, Files.createDirectory(directory.resolve("idle")), Progress.silent())
            .orElseThrow();

    assertThat(loaded).isNotNull();
    assertThat(loaded.hosts())
        .extracting(HostResult::host)
        .containsExactly("host1", "host2", "host3");
    assertThat(loaded.isEstimated()).isTrue();
    assertThat(loaded.seconds()).as("a run of three seconds").isGreaterThan(2.9);
    // Half a core is an eighth of a host of four.
    assertThat(loaded.meanWatts()).isBetween(3 * 44.0 / 8, 3 * 118.5 / 8);
    assertThat(loaded.publishedCurves()).hasSize(12);
    assertThat(loaded.meanWatts()).isGreaterThan(idle.meanWatts());
    assertThat(loaded.hosts())
        .allSatisfy(
            host -> {
              assertThat(host.utilisationBySecond())
                  .hasSizeBetween((int) loaded.seconds() - 1, (int) Math.ceil(loaded.seconds()));
              assertThat(host.joules())
                  .as("the same from the file")
                  .isCloseTo(
                      joules(directory.resolve("run-6").resolve("power.csv"), host.host(), loaded),
                      within(0.01));
            });
    assertThat(directory.resolve("run-6").resolve("use.csv")).isNotEmptyFile();
  }

  /** The counter at the end of the window less that at its start, each between two lines. */
  private static double joules(Path file, String host, EnergyResult of) throws IOException {
    List<double[]> points = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split(",", -1);
      if (fields[0].equals(host)) {
        points.add(new double[] {seconds(fields[4], of), Double.parseDouble(fields[5])});
      }
    }
    return between(points, of.seconds()) - between(points, 0);
  }

  /** Seconds since the start of the window; doubles since 1970 would be too coarse. */
  private static double seconds(String epoch, EnergyResult of) {
    long nanos = new BigDecimal(epoch).movePointRight(9).longValueExact();
    Instant at = Instant.EPOCH.plusNanos(nanos);
    return Duration.between(of.from(), at).toNanos() / 1e9;
  }

  private static double between(List<double[]> points, double at) {
    for (int i = 1; i < points.size(); i++) {
      double[] before = points.get(i - 1);
      double[] after = points.get(i);
      if (before[0] <= at && at <= after[0]) {
        return before[1] + (after[1] - before[1]) * (at - before[0]) / (after[0] - before[0]);
      }
    }
    throw new AssertionError("No reading around second " + at + " of the window.");
  }

  private static void aPausedClusterUsesNoProcessorAndGoesOn(BackendSession session, Path directory)
      throws Exception {
    List<RunningNode> nodes = servers();
    session.pause();
    assertThat(nodes).allMatch(LabBackendIT::isFrozen);
    session.resume(Progress.silent());
    assertThat(nodes).noneMatch(LabBackendIT::isFrozen);
    RunResult after = run(session, directory, 7, Level.ALL);
    assertThat(after.operations()).allMatch(operation -> operation.failed() == 0);
    assertThat(after.achievedPerSecond()).isGreaterThan(10);
  }

  private static boolean isFrozen(RunningNode node) {
    return ProcessStatistics.read(node.processId()).orElseThrow().frozen();
  }

  private static List<RunningNode> servers() throws Exception {
    return CassandraEngine.ofUser(null)
        .attach("study-" + ProcessHandle.current().pid() + "-1")
        .nodes();
  }

  /** As "quorate cluster kill" does it, to see what becomes of the requests. */
  private static void theRunGoesOnWhenANodeIsKilledOnPurpose(BackendSession session, Path directory)
      throws Exception {
    RunningNode victim = servers().get(1);
    AtomicBoolean killed = new AtomicBoolean();
    Progress killer =
        new RunProgress(
            "run ",
            second -> {
              if (second == 1 && killed.compareAndSet(false, true)) {
                kill(victim);
              }
            });
    RunResult result = run(session, directory, 4, Level.ALL, READS_AND_UPDATES, killer);

    assertThat(killed).isTrue();
    assertThat(result.events()).hasSize(1);
    assertThat(result.events().get(0).text()).isEqualTo("node2 was ended on purpose.");
    assertThat(result.events().get(0).second()).as("at second 1 or later").isGreaterThan(0.5);
    assertThat(operation(result, "READ").errors().keySet())
        .as("errors by kind: " + operation(result, "READ").errors())
        .isNotEmpty()
        .allMatch(kind -> !kind.isBlank());
    assertThat(operation(result, "UPDATE").ok()).as("writes at ONE go on").isPositive();
    assertThat(result.timeline()).anyMatch(second -> second.failed() > 0);
    assertThat(result.nodes()).extracting(NodeResult::up).containsExactly(true, false, true);
    assertThat(directory.resolve("run-4/history.csv.gz")).isNotEmptyFile();
  }

  private static void kill(RunningNode node) {
    try {
      node.kill();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Opens a cluster the first time, and the same ever after; whoever runs studies does not close
   * it.
   */
  private static final class OpenedOnce implements Backend, AutoCloseable {
    private final LabBackend lab = new LabBackend();
    private BackendSession opened;

    BackendSession session() {
      return opened;
    }

    @Override
    public String name() {
      return lab.name();
    }

    @Override
    public void check(List<Run> runs, boolean clustersTogether) throws BackendException {
      lab.check(runs, clustersTogether);
    }

    @Override
    public BackendSession open(
        ClusterSettings cluster, int session, Path directory, Progress progress)
        throws BackendException, InterruptedException {
      if (opened == null) {
        opened = lab.open(cluster, session, directory, progress);
      }
      return (BackendSession)
          Proxy.newProxyInstance(
              LabBackendIT.class.getClassLoader(),
              new Class<?>[] {BackendSession.class},
              (proxy, method, arguments) -> {
                try {
                  return method.getName().equals("close") ? null : method.invoke(opened, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public void close() {
      if (opened != null) {
        opened.close();
      }
    }
  }

  /** Tells how many seconds of runs whose task has such a name are over. */
  private record RunProgress(String begin, LongConsumer listener)
      implements Progress, Progress.Task {
    @Override
    public Task start(String name, long total, String unit) {
      return name.startsWith(begin) ? this : Progress.silent().start(name, total, unit);
    }

    @Override
    public void message(String line) {}

    @Override
    public void advance(long done) {
      listener.accept(done);
    }

    @Override
    public void detail(String text) {}

    @Override
    public void close() {}
  }

  private static RunResult run(BackendSession session, Path directory, int sequence, Level read)
      throws Exception {
    return run(session, directory, sequence, read, READS_AND_UPDATES, Progress.silent());
  }

  private static RunResult run(
      BackendSession session,
      Path directory,
      int sequence,
      Level read,
      String mix,
      Progress progress)
      throws Exception {
    return measured(session, directory, planned(directory, sequence, read, mix), progress);
  }

  private static Run planned(Path directory, int sequence, Level read, String mix)
      throws Exception {
    Path file = directory.resolve("run-" + sequence + ".yaml");
    Files.writeString(file, RUN.formatted(read, mix));
    RunSettings settings =
        StudyFile.load(file, StudyOverrides.NONE).study().cells().values().iterator().next();
    return new Run(sequence, 1, new Cell(Map.of("read-level", read.name())), settings);
  }

  private static RunResult measured(
      BackendSession session, Path directory, Run run, Progress progress) throws Exception {
    session.warmUp(run, Progress.silent());
    return session.measure(
        run, Files.createDirectory(directory.resolve("run-" + run.sequence())), progress);
  }

  private static OperationResult operation(RunResult result, String kind) {
    return result.operations().stream()
        .filter(operation -> operation.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static long sum(RunResult result, Counter counter) {
    return result.nodes().stream().mapToLong(node -> node.counters().get(counter)).sum();
  }
}
