package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.workload.Workload;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.CounterSnapshot;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.energy.Host;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.store.Completion;
import org.quorate.load.store.DeferredWrites;
import org.quorate.load.store.Store;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;

/** A session on a store that nobody knows: its clients block, and its writes are deferred. */
@Timeout(60)
final class ClusterSessionTest {
  private static final String STUDY =
      """
      title: Deferred
      workload: {properties: {recordcount: 20, readproportion: 0.5, updateproportion: 0.5}}
      load: {threads: 4, target: 200/s}
      runs: {repetitions: 2, warm-up: 100ms, settle: 100ms, operations: 24, duration: 60s}
      """;

  @TempDir private Path folder;

  private final Blocking cluster = new Blocking();

  @Test
  void aRunEndsWithItsWritesAcknowledgedAndTellsWhatBecameOfThem() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, STUDY);
    Run run = Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs().get(0);
    Path directory = Files.createDirectory(folder.resolve("session"));
    Path results = Files.createDirectory(folder.resolve("run"));
    RunResult result;

    try (BackendSession session = ClusterSession.open(1, directory, cluster)) {
      session.warmUp(run, Progress.silent());
      result = session.measure(run, results, Progress.silent());
    }

    assertThat(cluster.told)
        .containsExactly(
            "create 1",
            "2 lanes for loading",
            "flush",
            "4 lanes",
            "4 lanes",
            "close table",
            "close");
    List<Lane> loading = cluster.opened.get(0).lanes;
    assertThat(loading).extracting(lane -> lane.writes).containsExactly(10L, 10L);
    for (Lanes opened : cluster.opened) {
      assertThat(opened.closed).isTrue();
      assertThat(opened.lanes)
          .as("each load has a thread for each lane, and then finishes its store")
          .allMatch(lane -> lane.finished > 0 && lane.threads.size() <= lane.finished);
    }
    Lanes measured = cluster.opened.get(2);
    assertThat(measured.lanes).as("settling, then the run").allMatch(lane -> lane.finished == 2);

    DeferralResult deferral = result.deferral();
    assertThat(deferral).isNotNull();
    assertThat(deferral.accepted()).isEqualTo(measured.lanes.stream().mapToLong(Lane::since).sum());
    assertThat(deferral.failed()).isEqualTo(Map.of("NotServing", 1L, "Unfinished", 1L));
    assertThat(deferral.acceptance().count()).isEqualTo(deferral.accepted());
    assertThat(deferral.boundSeconds()).isEqualTo(1.0);
    assertThat(deferral.latestMisses())
        .containsExactly(new DeferralResult.Miss(Instant.EPOCH, 1.5, "paused"));
    assertThat(result.failed()).isEqualTo(2);
    assertThat(result.achievedPerSecond()).isEqualTo(result.succeeded() / result.seconds());
    assertThat(result.notes())
        .anyMatch(note -> note.startsWith("2 writes that had been accepted were given up, or"))
        .contains("Seen every 2 ms.");
    assertThat(LatencyLog.read(results.resolve(LatencyLog.FILE_NAME)))
        .containsKeys("UPDATE-service", "write-acknowledged", "write-visible");
    assertThat(results.resolve("history.csv.gz")).isNotEmptyFile();
    assertThat(directory.resolve("load-1.csv.gz")).isNotEmptyFile();
  }

  @Test
  void serversRestWhileARunIsMeasuredAndAreAwakeBeforeItsWritesAreReadBack() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        """
        title: Off-loading
        cluster: {engine: hbase}
        workload: {properties: {recordcount: 20, readproportion: 0.5, updateproportion: 0.5}}
        load: {arrivals: 'poisson step 50/s 300ms, 400/s 300ms', max-in-flight: 4}
        offload: {rest: stop, capacity: 200/s}
        runs: {repetitions: 1, warm-up: 100ms, settle: 0s, duration: 600ms}
        """);
    Run run = Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs().get(0);
    Path directory = Files.createDirectory(folder.resolve("session"));
    Path results = Files.createDirectory(folder.resolve("run"));
    RunResult result;

    try (BackendSession session = ClusterSession.open(1, directory, cluster)) {
      session.warmUp(run, Progress.silent());
      cluster.told.clear();
      result = session.measure(run, results, Progress.silent());
    }

    assertThat(cluster.told)
        .containsExactly(
            "4 lanes",
            "offload begins",
            "offload ends",
            "awake again",
            "read back",
            "offload closed",
            "close table",
            "close");
    OffloadResult offload = result.offload();
    assertThat(offload.rest()).isEqualTo("stop");
    assertThat(offload.capacityPerSecond()).isEqualTo(200);
    assertThat(offload.rests()).containsExactly(new OffloadResult.Rest("node2", 0.25, 0.75, true));
    assertThat(offload.restedSeconds()).isEqualTo(0.5);
    assertThat(offload.readBack().lost()).isEqualTo(1);
    assertThat(offload.standby()).as("there is no energy").isNull();
    assertThat(result.events())
        .containsExactly(new RunEvent(0.25, "node2 rests."), new RunEvent(0.5, "Something."));
    assertThat(result.notes()).anyMatch(note -> note.startsWith("Of 7 rows that were written, 1"));
    assertThat(result.phases()).hasSize(2);
    assertThat(result.phases().get(0).arrivals()).isEqualTo("50/s");
    assertThat(result.phases().get(1).from()).isEqualTo(0.3);
    assertThat(result.phases().get(1).ok()).isGreaterThan(result.phases().get(0).ok());
    assertThat(result.phases().stream().mapToLong(PhaseResult::ok).sum())
        .isEqualTo(result.operations().stream().mapToLong(OperationResult::ok).sum());
    assertThat(LatencyLog.read(results.resolve(LatencyLog.FILE_NAME)))
        .containsKeys("phase-1-READ-response", "phase-2-UPDATE-response");
  }

  @Test
  void theRunAfterServersWereStartedAgainIsWarmedUpFirst() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        STUDY.replace("operations: 24, duration: 60s", "duration: 100ms")
            + "factors: {fault: [none, kill, pause]}\n"
            + "faults: {kill: [{at: 50ms, kill: node3}], pause: [{at: 50ms, pause: node3}]}\n");
    List<Run> runs = Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs();
    Path directory = Files.createDirectory(folder.resolve("session"));

    try (BackendSession session = ClusterSession.open(1, directory, cluster)) {
      for (String fault : List.of("pause", "kill", "none", "none")) {
        Run run =
            runs.stream()
                .filter(each -> fault.equals(each.cell().levels().get("fault")))
                .findFirst()
                .orElseThrow();
        int number = cluster.opened.size();
        session.measure(
            run, Files.createDirectory(folder.resolve("run-" + number)), Progress.silent());
      }
    }

    assertThat(cluster.opened.subList(1, 5))
        .extracting(lanes -> lanes.lanes.get(0).finished)
        .as("settling and the run, once with a warm-up before")
        .containsExactly(2, 2, 3, 2);
    assertThat(cluster.told).filteredOn("whole again"::equals).hasSize(2);
  }

  /** As an application sends them, so that what is judged is what ships. */
  @Test
  void whereASessionChoosesLevelsTheRunIsSentThroughIt() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file, STUDY + "monitor: {interval: 500ms}\nfactors: {policy: [harmony 10%]}\n");
    Run run = Plan.of(StudyFile.load(file, StudyOverrides.NONE).study()).runs().get(0);
    Path directory = Files.createDirectory(folder.resolve("session"));
    Lanes chosen = new Lanes(4, false, cluster.told);
    cluster.watching = Optional.of(new Choosing(chosen));

    try (BackendSession session = ClusterSession.open(1, directory, cluster)) {
      session.measure(run, Files.createDirectory(folder.resolve("run")), Progress.silent());
    }

    assertThat(cluster.opened).as("for loading alone").hasSize(1);
    assertThat(chosen.lanes).allMatch(lane -> lane.finished == 2);
    assertThat(chosen.lanes.stream().mapToLong(Lane::since).sum()).isPositive();
  }

  /** Rests for the half of a run. */
  private static final class Resting implements Offloading {
    private final List<String> told;

    Resting(List<String> told) {
      this.told = told;
    }

    @Override
    public void begin() {
      told.add("offload begins");
    }

    @Override
    public void end() {
      told.add("offload ends");
    }

    @Override
    public Offloaded awakeAgain(long fromNanos, long toNanos) {
      told.add("awake again");
      return new Offloaded(
          List.of(new OffloadResult.Choice(0.2, 50, 1, "Little is asked.")),
          List.of(new OffloadResult.Rest("node2", 0.25, 0.75, true)),
          2,
          0,
          List.of(0.5),
          List.of(new RunEvent(0.25, "node2 rests.")));
    }

    @Override
    public void close() {
      told.add("offload closed");
    }
  }

  /** Watches nothing, and has a session that chooses. */
  private record Choosing(LaneStores session) implements LevelWatch {
    @Override
    public Optional<LaneStores> stores() {
      return Optional.of(session);
    }

    @Override
    public Level read() {
      return Level.ONE;
    }

    @Override
    public Level write() {
      return Level.ONE;
    }

    @Override
    public void begin() {}

    @Override
    public void end() {}

    @Override
    public Map<String, Double> levelShares() {
      return Map.of();
    }

    @Override
    public boolean isKnown() {
      return true;
    }

    @Override
    public List<String> problems() {
      return List.of();
    }

    @Override
    public List<RunEvent> events(long startNanos) {
      return List.of();
    }

    @Override
    public MonitorResult result(long startNanos) {
      return new MonitorResult(
          "none", "none", "", Map.of(), Map.of(), Map.of(), Map.of(), List.of());
    }

    @Override
    public void close() {}
  }

  /** A cluster of one table. */
  private static final class Blocking implements MeasuredCluster, MeasuredServers, MeasuredTable {
    final List<String> told = new ArrayList<>();
    final List<Lanes> opened = new ArrayList<>();
    Optional<LevelWatch> watching = Optional.empty();
    private boolean tableClosed;
    private boolean resting;

    @Override
    public MeasuredServers servers() {
      return this;
    }

    @Override
    public Environment environment(Path directory) {
      return new Environment(Map.of());
    }

    @Override
    public MeasuredTable create(int number, Workload workload, Progress progress) {
      told.add("create " + number);
      return this;
    }

    @Override
    public void prepare(RunSettings settings) {}

    @Override
    public Optional<Offloading> offload(RunSettings settings) {
      resting = settings.offload() != null;
      return resting ? Optional.of(new Resting(told)) : Optional.empty();
    }

    @Override
    public void pause() {}

    @Override
    public void resume(Progress progress) {}

    @Override
    public LaneStores stores(RunSettings settings) {
      return open(settings.load().clients(), "");
    }

    @Override
    public LaneStores loading() {
      return open(2, " for loading");
    }

    private Lanes open(int lanes, String what) {
      told.add(lanes + " lanes" + what);
      Lanes made = new Lanes(lanes, what.isEmpty(), told);
      opened.add(made);
      return made;
    }

    @Override
    public ClusterFaults faults(RunSettings settings) {
      return new ClusterFaults() {
        @Override
        public void prepare(List<FaultEvent> events) {}

        @Override
        public void bringAbout(Fault fault) {}

        @Override
        public void makeWhole(Progress progress) {
          told.add("whole again");
        }
      };
    }

    @Override
    public void flush() {
      told.add("flush");
    }

    @Override
    public void drop() {
      told.add("drop");
    }

    @Override
    public CounterReader counters(RunSettings settings) {
      return new CounterReader() {
        @Override
        public CounterSnapshot read() {
          return new CounterSnapshot(List.of());
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Optional<LevelWatch> watch(Run run, MonitorSettings monitor, KeyPopularity popularity) {
      return watching;
    }

    /** Of the table first, then of the cluster. */
    @Override
    public void close() {
      told.add(tableClosed ? "close" : "close table");
      tableClosed = true;
    }

    @Override
    public MachineMeter machine() {
      return MachineMeter.withoutLinks();
    }

    @Override
    public void resetLinks() {}

    @Override
    public List<LinkResult> links() {
      return List.of();
    }

    @Override
    public List<Host> hosts(ClusterSettings settings) {
      return List.of();
    }

    @Override
    public List<RunEvent> events(long fromNanos, long toNanos) {
      return resting ? List.of(new RunEvent(0.5, "Something.")) : List.of();
    }

    @Override
    public Optional<String> death() {
      return Optional.empty();
    }

    @Override
    public void requireServers() {}
  }

  /** A store for each lane; of the writes of a run two are lost. */
  private static final class Lanes implements LaneStores {
    final List<Lane> lanes;
    private final boolean deferring;
    private final List<String> told;
    private boolean closed;

    Lanes(int count, boolean deferring, List<String> told) {
      this.lanes = Stream.generate(Lane::new).limit(count).toList();
      this.deferring = deferring;
      this.told = told;
    }

    @Override
    public int lanes() {
      return lanes.size();
    }

    @Override
    public Store lane(int lane) {
      return lanes.get(lane);
    }

    @Override
    public void begin() {
      lanes.forEach(lane -> lane.before = lane.writes);
    }

    @Override
    public Optional<DeferredWrites> deferred() {
      if (!deferring) {
        return Optional.empty();
      }
      long accepted = lanes.stream().mapToLong(Lane::since).sum();
      return Optional.of(
          new DeferredWrites(
              accepted,
              accepted - 2,
              Map.of("NotServing", 1L),
              new Histogram(3),
              new Histogram(3),
              Duration.ofSeconds(1),
              Map.of("paused", 1L),
              List.of(new DeferredWrites.Miss(Instant.EPOCH, Duration.ofMillis(1500), "paused")),
              List.of("Seen every 2 ms.")));
    }

    @Override
    public Optional<ReadBackResult> readBack() {
      told.add("read back");
      return Optional.of(
          new ReadBackResult(9, 7, 1, 0, List.of(new ReadBackResult.LostRow(3, 2, 1))));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Answers on the caller's thread. */
  private static final class Lane implements Store {
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    long writes;
    long before;
    int finished;

    long since() {
      return writes - before;
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      completion.completed(Outcome.OK, 1, null);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      threads.add(Thread.currentThread());
      writes++;
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void finish() {
      finished++;
    }

    @Override
    public void close() {}
  }
}
