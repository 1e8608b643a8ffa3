package org.quorate.lab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.WorkloadPopularity;
import org.quorate.core.workload.Workload;
import org.quorate.lab.energy.EnergyRecorder;
import org.quorate.lab.energy.SessionEnergy;
import org.quorate.lab.link.LinksLostException;
import org.quorate.lab.load.Levels;
import org.quorate.lab.load.LoadOutcome;
import org.quorate.lab.store.SecondReadStore;
import org.quorate.lab.store.Store;
import org.quorate.lab.store.VersionClock;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.history.HistoryRecorder;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;

/**
 * One cluster while a study uses it, whosever it is: tables are loaded, load is sent, runs are
 * measured, watched and accounted for over connections of the driver, and a {@link MeasuredCluster}
 * tells of the servers what can be told. Used by one thread.
 */
public final class ClusterSession implements BackendSession {
  private static final int MOST_SETTLING = 10;
  private static final Duration MORE_SETTLING = Duration.ofMillis(700);

  private final int number;
  private final Path directory;
  private final MeasuredCluster cluster;
  private final CassandraConnection connection;
  private final LoadedTables tables;
  private final SessionLoad load;
  private final SessionEnergy energy;

  /** The newest propagation time of each cell. */
  private final Map<Cell, PropagationReading> propagation = new HashMap<>();

  /** Kept, since half a million draws take longer than a run has to wait. */
  private final Map<Workload, KeyPopularity> popularity = new HashMap<>();

  private ClusterSession(
      int number, Path directory, MeasuredCluster cluster, CassandraConnection connection) {
    VersionClock versions = VersionClock.system();
    this.number = number;
    this.directory = directory;
    this.cluster = cluster;
    this.connection = connection;
    this.tables = new LoadedTables(cluster, connection, versions, directory);
    this.load = new SessionLoad(directory, versions, cluster::death);
    this.energy = new SessionEnergy(cluster::hosts);
  }

  /**
   * Connects to a cluster that is ready to serve.
   *
   * @param number of the session within the study
   * @param directory for the session's own files
   * @param cluster is closed with the session
   */
  public static ClusterSession open(int number, Path directory, MeasuredCluster cluster)
      throws BackendException {
    return new ClusterSession(
        number, directory, cluster, cluster.connections().of(Coordinators.TOKEN_AWARE));
  }

  @Override
  public Environment environment() {
    return cluster.environment(directory, connection);
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

  /** Whatever else went wrong: where a server has died, that is what the study ended for. */
  private <T> T withAllServers(Step<T> step) throws BackendException, InterruptedException {
    T taken;
    try {
      taken = step.take();
    } catch (BackendException | RuntimeException e) {
      Optional<String> death = cluster.death();
      if (death.isPresent()) {
        throw new BackendException(death.get(), e);
      }
      throw e;
    }
    cluster.requireServers();
    return taken;
  }

  private void warmedUp(Run run, Progress progress) throws BackendException, InterruptedException {
    RunSettings settings = run.settings();
    LoadedTables.Table table = table(settings, progress);
    cluster.prepare(settings);
    try (WatchedLevels watched = watch(run, table)) {
      load.driveUnmeasured(
          "warm-up",
          run,
          table,
          reading(settings, table),
          levels(settings, watched),
          settings.warmUp(),
          progress);
      keepPropagation(run, watched);
    }
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
    RunSettings settings = run.settings();
    LoadedTables.Table table = table(settings, progress);
    cluster.prepare(settings);
    try (WatchedLevels watched = watch(run, table)) {
      if (!settings.emptyTable()) {
        settle(run, table, watched);
      }
      RunResult result = measure(run, table, watched, runDirectory, progress);
      keepPropagation(run, watched);
      return result;
    }
  }

  /** Runs unmeasured as long as the study says, and on until the monitor has seen something. */
  private void settle(Run run, LoadedTables.Table table, @Nullable WatchedLevels watched)
      throws BackendException, InterruptedException {
    RunSettings settings = run.settings();
    Store store = reading(settings, table);
    Levels levels = levels(settings, watched);
    load.driveUnmeasured("settle", run, table, store, levels, settings.settle(), Progress.silent());
    for (int more = 1; watched != null && !watched.isKnown() && more <= MOST_SETTLING; more++) {
      load.driveUnmeasured(
          "settle-" + more, run, table, store, levels, MORE_SETTLING, Progress.silent());
    }
  }

  private RunResult measure(
      Run run,
      LoadedTables.Table table,
      @Nullable WatchedLevels watched,
      Path runDirectory,
      Progress progress)
      throws BackendException, InterruptedException {
    RunSettings settings = run.settings();
    Store store = reading(settings, table);
    Path file = runDirectory.resolve("history.csv.gz");
    EnergyRecorder joules = energy.record(settings, runDirectory).orElse(null);
    try (HistoryRecorder recorder = SessionLoad.recorder(settings, file);
        EnergyRecorder closed = joules;
        RunMeters meters = RunMeters.begin(cluster, table.layout())) {
      if (watched != null) {
        watched.begin();
      }
      Instant startedAt = Instant.now();
      LoadOutcome outcome =
          load.drive(
              run,
              table,
              store,
              levels(settings, watched),
              settings.seed(),
              settings.duration(),
              settings.operations(),
              recorder,
              "run " + run.sequence(),
              progress);
      EnergyResult drawn =
          joules == null ? null : joules.end(outcome.startNanos(), endNanos(outcome));
      RunMeters.Readings readings = meters.end();
      if (recorder != null) {
        recorder.close();
      }
      LatencyLog.write(runDirectory.resolve(LatencyLog.FILE_NAME), Histograms.tagged(outcome));
      return result(
          run, startedAt, outcome, readings, recorder, secondReads(store), watched, drawn);
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
      @Nullable HistoryRecorder recorder,
      @Nullable SecondReadResult secondReads,
      @Nullable WatchedLevels watched,
      @Nullable EnergyResult drawn) {
    List<String> told = new ArrayList<>(readings.notes());
    if (watched != null) {
      told.addAll(watched.problems());
    }
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
        Histograms.summary(outcome.lag()),
        Histograms.operations(outcome),
        null,
        readings.nodes(),
        readings.links(),
        readings.machine(),
        Histograms.timeline(outcome),
        cluster.events(outcome.startNanos(), endNanos(outcome)),
        RunNotes.of(outcome, told, recorder == null ? 0 : recorder.blockedNanos()),
        watched == null ? null : watched.result(outcome.startNanos()),
        secondReads,
        drawn,
        cluster.coldCap().orElse(null));
  }

  private static long endNanos(LoadOutcome outcome) {
    return outcome.startNanos() + Math.round(outcome.seconds() * 1e9);
  }

  /** So that the next run of the cell need not wait for one. */
  private void keepPropagation(Run run, @Nullable WatchedLevels watched) {
    if (watched != null) {
      watched.propagation().ifPresent(known -> propagation.put(run.cell(), known));
    }
  }

  /** What watches a run, where the study has it watched. */
  private @Nullable WatchedLevels watch(Run run, LoadedTables.Table table) {
    MonitorSettings monitor = run.settings().monitor();
    return monitor == null
        ? null
        : WatchedLevels.of(
            connection.session(),
            cluster,
            table.layout(),
            run.settings(),
            monitor,
            popularity.computeIfAbsent(run.settings().workload(), WorkloadPopularity::of),
            propagation.get(run.cell()));
  }

  private static Levels levels(RunSettings settings, @Nullable WatchedLevels watched) {
    return watched != null
        ? watched
        : Levels.fixed(settings.readPolicy().fixedLevel().orElseThrow(), settings.writeLevel());
  }

  /** What a run's reads are sent to: the table, or what reads each of its rows twice. */
  private Store reading(RunSettings settings, LoadedTables.Table table) throws BackendException {
    Store store = tables.store(table, settings.coordinators());
    Level second = settings.secondRead();
    return second == null ? store : new SecondReadStore(store, second);
  }

  private static @Nullable SecondReadResult secondReads(Store store) {
    return store instanceof SecondReadStore twice
        ? new SecondReadResult(twice.second().name(), twice.pairs(), twice.differing())
        : null;
  }

  /** Whether the load of this run is offered at a rate of its own. */
  static @Nullable Double offered(LoadShape shape, LoadOutcome outcome) {
    if (shape instanceof LoadShape.Closed closed) {
      return closed.targetPerSecond() > 0 ? closed.targetPerSecond() : null;
    }
    return outcome.offered() / outcome.seconds();
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
    try (EnergyRecorder joules = recorder.get();
        Progress.Task shown = progress.start("idle", power.idle().toSeconds(), "seconds")) {
      long from = System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(power.idle().toNanos());
      shown.advance(power.idle().toSeconds());
      return Optional.of(joules.end(from, System.nanoTime()));
    }
  }

  @Override
  public void pause() throws BackendException, InterruptedException {
    withAllServers(
        () -> {
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
