package org.quorate.lab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.WorkloadPopularity;
import org.quorate.core.workload.Workload;
import org.quorate.lab.energy.EnergyRecorder;
import org.quorate.lab.energy.SessionEnergy;
import org.quorate.lab.fault.RunningFaults;
import org.quorate.lab.host.DrivenLoad;
import org.quorate.lab.link.LinksLostException;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.SecondReadStores;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadOutcome;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.store.VersionClock;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;

/**
 * One cluster while a study uses it, whatever store it is and whosever: tables are loaded, load is
 * sent, and runs are measured, watched and accounted for. A {@link MeasuredCluster} makes the
 * tables and says what to send to, and tells of the servers what can be told. Used by one thread.
 */
public final class ClusterSession implements BackendSession {
  private final int number;
  private final Path directory;
  private final MeasuredCluster cluster;
  private final MeasuredServers servers;
  private final LoadedTables tables;
  private final SessionLoad load;
  private final SessionEnergy energy;
  private final SessionFaults faults = new SessionFaults();

  /** Kept, since half a million draws take longer than a run has to wait. */
  private final Map<Workload, KeyPopularity> popularity = new HashMap<>();

  private ClusterSession(int number, Path directory, MeasuredCluster cluster) {
    VersionClock versions = SystemTime.versions();
    this.number = number;
    this.directory = directory;
    this.cluster = cluster;
    this.servers = cluster.servers();
    this.tables = new LoadedTables(cluster, versions, directory);
    this.load = new SessionLoad(directory, versions, cluster);
    this.energy = new SessionEnergy(servers::hosts);
  }

  /**
   * Uses a cluster that is ready to serve.
   *
   * @param number of the session within the study
   * @param directory for the session's own files
   * @param cluster is closed with the session
   */
  public static ClusterSession open(int number, Path directory, MeasuredCluster cluster) {
    return new ClusterSession(number, directory, cluster);
  }

  @Override
  public Environment environment() {
    return cluster.environment(directory);
  }

  @Override
  public void warmUp(Run run, Progress progress) throws BackendException, InterruptedException {
    withAllServers(
        () -> {
          warmedUp(run, progress);
          return run;
        });
  }

  /** A step that means something only if no server has died by its end. */
  private interface Step<T> {
    T take() throws BackendException, InterruptedException;
  }

  /** Where a server has died, that is what the study ended for. */
  private <T> T withAllServers(Step<T> step) throws BackendException, InterruptedException {
    T taken;
    try {
      taken = step.take();
    } catch (BackendException | RuntimeException e) {
      Optional<String> death = servers.death();
      if (death.isPresent()) {
        throw new BackendException(death.get(), e);
      }
      throw e;
    }
    servers.requireServers();
    return taken;
  }

  private void warmedUp(Run run, Progress progress) throws BackendException, InterruptedException {
    faults.undo(progress);
    RunSettings settings = run.settings();
    LoadedTables.Table table = table(settings, progress);
    cluster.prepare(settings);
    try (LevelWatch watched = watch(run, table);
        LaneStores stores = stores(settings, table, watched)) {
      load.driveUnmeasured(
          "warm-up", run, table, stores, levels(settings, watched), settings.warmUp(), progress);
    }
    faults.warmed();
  }

  private LoadedTables.Table table(RunSettings settings, Progress progress)
      throws BackendException, InterruptedException {
    return settings.emptyTable()
        ? tables.empty(settings.workload(), progress)
        : tables.of(settings.workload(), settings.seed(), progress);
  }

  @Override
  public RunResult measure(Run run, Path runDirectory, Progress progress)
      throws BackendException, InterruptedException {
    return withAllServers(() -> measured(run, runDirectory, progress));
  }

  private RunResult measured(Run run, Path runDirectory, Progress progress)
      throws BackendException, InterruptedException {
    faults.undo(progress);
    RunSettings settings = run.settings();
    LoadedTables.Table table = table(settings, progress);
    cluster.prepare(settings);
    faults.prepare(settings, table.measured());
    try (LevelWatch watched = watch(run, table);
        LaneStores stores = stores(settings, table, watched)) {
      if (!settings.emptyTable()) {
        settle(run, table, stores, watched);
      }
      return measure(run, table, stores, watched, runDirectory, progress);
    }
  }

  /** Unmeasured, until the monitor has seen something; warm first where servers were started. */
  private void settle(
      Run run, LoadedTables.Table table, LaneStores stores, @Nullable LevelWatch watched)
      throws BackendException, InterruptedException {
    RunSettings settings = run.settings();
    Levels levels = levels(settings, watched);
    if (faults.leftCold()) {
      load.driveUnmeasured(
          "warm-up-again", run, table, stores, levels, settings.warmUp(), Progress.silent());
      faults.warmed();
    }
    load.settle(run, table, stores, levels, watched);
  }

  private RunResult measure(
      Run run,
      LoadedTables.Table table,
      LaneStores stores,
      @Nullable LevelWatch watched,
      Path runDirectory,
      Progress progress)
      throws BackendException, InterruptedException {
    RunSettings settings = run.settings();
    Path file = runDirectory.resolve("history.csv.gz");
    EnergyRecorder joules = energy.record(settings, runDirectory).orElse(null);
    try (HistoryRecorder recorder = load.recorder(settings, stores, file);
        EnergyRecorder closed = joules;
        AfterRun after = AfterRun.of(settings, table.measured());
        RunMeters meters = RunMeters.begin(servers, table.measured().counters(settings));
        RunOffload offload = RunOffload.of(settings, cluster);
        RunningFaults running = faults.of(settings)) {
      stores.begin();
      Optional.ofNullable(watched).ifPresent(LevelWatch::begin);
      offload.begin();
      Instant startedAt = Instant.now();
      DrivenLoad driven =
          load.drive(
              run,
              table,
              stores,
              levels(settings, watched),
              settings.seed(),
              settings.duration(),
              settings.operations(),
              running,
              recorder,
              file,
              "run " + run.sequence(),
              progress);
      LoadOutcome outcome = driven.outcome();
      offload.end();
      RunMeters.Readings readings = meters.end();
      Optional.ofNullable(watched).ifPresent(LevelWatch::end);
      List<FaultResult> done = running.end();
      offload.awakeAgain(outcome);
      EnergyResult drawn =
          joules == null
              ? null
              : joules.end(outcome.startNanos(), endNanos(outcome), after.await(progress));
      if (recorder != null) {
        recorder.close();
      }
      LatencyLog.write(runDirectory.resolve(LatencyLog.FILE_NAME), Histograms.tagged(outcome));
      OffloadResult offloaded = offload.result(stores, SessionEnergy.standby(settings));
      List<String> notes = new ArrayList<>(readings.notes());
      notes.addAll(
          RunNotes.threads(
              outcome, table.measured().mostUnderWay(settings), settings.load().clients()));
      return result(
              run,
              startedAt,
              outcome,
              readings,
              notes,
              offload.events(
                  servers.events(outcome.startNanos(), endNanos(outcome)),
                  watched == null ? List.of() : watched.events(outcome.startNanos())),
              offloaded,
              recorder,
              SecondReadStores.result(stores),
              watched,
              drawn)
          .withFaults(done)
          .withLoadHosts(driven.hosts());
    } catch (LinksLostException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    } catch (IOException | UncheckedIOException e) {
      throw new BackendException(
          "Run "
              + run.sequence()
              + " cannot be recorded in "
              + runDirectory
              + ": "
              + e.getMessage()
              + ".",
          e);
    }
  }

  private RunResult result(
      Run run,
      Instant startedAt,
      LoadOutcome outcome,
      RunMeters.Readings readings,
      List<String> notes,
      List<RunEvent> events,
      @Nullable OffloadResult offloaded,
      @Nullable HistoryRecorder recorder,
      @Nullable SecondReadResult secondReads,
      @Nullable LevelWatch watched,
      @Nullable EnergyResult drawn) {
    List<String> told = new ArrayList<>(notes);
    told.addAll(RunOffload.notes(offloaded));
    Optional.ofNullable(watched).ifPresent(watch -> told.addAll(watch.problems()));
    return new RunResult(
        run.sequence(),
        run.repetition(),
        run.cell().levels(),
        number,
        startedAt,
        outcome.startNanos(),
        outcome.seconds(),
        offered(run.settings().load(), outcome),
        outcome.completed() / outcome.seconds(),
        Latencies.of(outcome.lag()),
        Histograms.operations(outcome),
        null,
        readings.nodes(),
        readings.links(),
        readings.machine(),
        Histograms.timeline(outcome),
        events,
        RunNotes.of(outcome, told, recorder == null ? 0 : recorder.blockedNanos()),
        watched == null ? null : watched.result(outcome.startNanos()),
        secondReads,
        drawn,
        servers.coldCap().orElse(null),
        null,
        Histograms.deferral(outcome),
        Histograms.phases(run.settings(), outcome),
        offloaded,
        List.of(),
        List.of());
  }

  private static long endNanos(LoadOutcome outcome) {
    return outcome.startNanos() + Math.round(outcome.seconds() * 1e9);
  }

  /** What watches a run, where the study has it watched. */
  private @Nullable LevelWatch watch(Run run, LoadedTables.Table table)
      throws BackendException, InterruptedException {
    MonitorSettings monitor = run.settings().monitor();
    if (monitor == null) {
      return null;
    }
    KeyPopularity spread =
        popularity.computeIfAbsent(run.settings().workload(), WorkloadPopularity::of);
    return table.measured().watch(run, monitor, spread).orElse(null);
  }

  private static Levels levels(RunSettings settings, @Nullable LevelWatch watched) {
    return watched != null
        ? watched
        : Levels.fixed(settings.readPolicy().fixedLevel().orElseThrow(), settings.writeLevel());
  }

  /** What a run is sent to: the table, or what reads each of its rows twice. */
  private static LaneStores stores(
      RunSettings settings, LoadedTables.Table table, @Nullable LevelWatch watched)
      throws BackendException, InterruptedException {
    Optional<LaneStores> chosen = watched == null ? Optional.empty() : watched.stores();
    LaneStores stores = chosen.isPresent() ? chosen.get() : table.measured().stores(settings);
    Level second = settings.secondRead();
    return second == null ? stores : new SecondReadStores(stores, second);
  }

  /** Whether the load of this run is offered at a rate of its own. */
  static @Nullable Double offered(LoadShape shape, LoadOutcome outcome) {
    if (shape instanceof LoadShape.Closed closed) {
      return closed.targetPerSecond() > 0 ? closed.targetPerSecond() : null;
    }
    return outcome.offered() / outcome.dueSeconds();
  }

  @Override
  public Optional<EnergyResult> measureIdle(Run run, Path folder, Progress progress)
      throws BackendException, InterruptedException {
    return withAllServers(() -> measuredIdle(run, folder, progress));
  }

  private Optional<EnergyResult> measuredIdle(Run run, Path folder, Progress progress)
      throws BackendException, InterruptedException {
    PowerSettings power = run.settings().power();
    Optional<EnergyRecorder> recorder = energy.record(run.settings(), folder);
    if (power == null || recorder.isEmpty()) {
      return Optional.empty();
    }
    faults.undo(progress);
    try (EnergyRecorder joules = recorder.get();
        Progress.Task shown = progress.start("idle", power.idle().toSeconds(), "seconds")) {
      long from = System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(power.idle().toNanos());
      shown.advance(power.idle().toSeconds());
      return Optional.of(joules.end(from, System.nanoTime(), null));
    }
  }

  @Override
  public void pause() throws BackendException, InterruptedException {
    withAllServers(
        () -> {
          faults.undo(Progress.silent());
          cluster.pause();
          return cluster;
        });
  }

  @Override
  public void resume(Progress progress) throws BackendException, InterruptedException {
    withAllServers(
        () -> {
          cluster.resume(progress);
          return progress;
        });
  }

  @Override
  public void close() {
    try (cluster;
        tables) {
      energy.close();
    }
  }
}
