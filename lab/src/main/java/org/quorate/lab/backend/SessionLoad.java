package org.quorate.lab.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.fault.RunningFaults;
import org.quorate.lab.host.DrivenLoad;
import org.quorate.lab.host.HostedLoad;
import org.quorate.lab.host.LoadHosts;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.VersionClock;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.LoadSecond;
import org.quorate.study.progress.Progress;

/**
 * Sends the load of one session's runs, measured or not, and has it recorded. Used by one thread.
 */
final class SessionLoad {
  /** Ends a load that no longer measures what it should. */
  private static final class NotAsPlanned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAsPlanned(String how) {
      super(how);
    }
  }

  /** Half a minute: a replica that was suspect when servers warmed up is fresh again by then. */
  private static final int MOST_SETTLING = 45;

  private static final Duration MORE_SETTLING = Duration.ofMillis(700);

  private final Path directory;
  private final VersionClock versions;
  private final Supplier<Optional<String>> death;

  /** What sends the load, and records it; null where this process does. */
  private final @Nullable LoadHosts hosts;

  /**
   * @param directory where the histories of what is not measured go, as context for the oracle
   * @param cluster tells of a server that died, and of load hosts where these send the load
   */
  SessionLoad(Path directory, VersionClock versions, MeasuredCluster cluster) {
    this.directory = directory;
    this.versions = versions;
    this.death = cluster.servers()::death;
    this.hosts = cluster.loadHosts().orElse(null);
  }

  /**
   * Sends a run's operations without measuring them for as long as it says, and longer where what
   * watches it does not know enough yet.
   */
  void settle(
      Run run,
      LoadedTables.Table table,
      LaneStores stores,
      Levels levels,
      @Nullable LevelWatch watched)
      throws BackendException, InterruptedException {
    Duration first = run.settings().settle();
    driveUnmeasured("settle", run, table, stores, levels, first, Progress.silent());
    for (int more = 1; watched != null && !watched.isKnown() && more <= MOST_SETTLING; more++) {
      driveUnmeasured(
          "settle-" + more, run, table, stores, levels, MORE_SETTLING, Progress.silent());
    }
  }

  /** Sends a cell's operations without measuring them; the oracle still needs to know of them. */
  void driveUnmeasured(
      String stage,
      Run run,
      LoadedTables.Table table,
      LaneStores stores,
      Levels levels,
      Duration duration,
      Progress progress)
      throws BackendException, InterruptedException {
    if (duration.isZero()) {
      return;
    }
    Path file = directory.resolve(stage + "-" + run.sequence() + ".csv.gz");
    try (HistoryRecorder recorder = recorder(run.settings(), stores, file)) {
      // Another seed, so that a run does not repeat the very keys of its warm-up.
      long seed = run.settings().seed() ^ (stage.hashCode() * 31L + run.sequence());
      drive(
          run,
          table,
          stores,
          levels,
          seed,
          duration,
          0,
          RunningFaults.none(),
          recorder,
          file,
          stage,
          progress);
    } catch (IOException e) {
      throw new BackendException(
          "The history of the " + stage + " cannot be written to " + file + ": " + e.getMessage(),
          e);
    }
  }

  /**
   * Sends a run's operations.
   *
   * @param faults begin with the operations
   * @param recorder null where hosts record, or nobody
   * @param file what the history is called
   * @throws BackendException within about a second after a server has died, or a fault could not be
   *     brought about
   */
  DrivenLoad drive(
      Run run,
      LoadedTables.Table table,
      LaneStores stores,
      Levels levels,
      long seed,
      Duration duration,
      long operations,
      RunningFaults faults,
      @Nullable HistoryRecorder recorder,
      Path file,
      String task,
      Progress progress)
      throws BackendException, InterruptedException {
    List<String> words = new ArrayList<>(run.cell().levels().values());
    try (Progress.Task shown =
        progress.start(task + " " + String.join(" / ", words), duration.toSeconds(), "seconds")) {
      Consumer<LoadOutcome.Second> everySecond =
          second -> {
            Optional<String> died = death.get().or(faults::failure);
            if (died.isPresent()) {
              throw new NotAsPlanned(died.get());
            }
            shown.second(
                new LoadSecond(
                    second.second(),
                    second.isWhole(),
                    second.ok(),
                    second.failed(),
                    second.responseP50(),
                    second.responseP99(),
                    levels instanceof LevelWatch watched ? watched.levelShares() : Map.of()));
          };
      if (hosts != null) {
        return hosts.drive(
            new HostedLoad(
                table.measured().hosted(),
                run.settings(),
                seed,
                duration,
                operations,
                run.settings().history() ? file : null),
            everySecond);
      }
      LoadPlan plan =
          LoadPlans.running(
              run.settings(),
              stores.lanes(),
              levels,
              table.keys(),
              seed,
              duration,
              operations,
              faults.rateChanges(),
              lane -> recorder == null ? LaneHistory.none() : recorder.lane(lane));
      return new DrivenLoad(
          new LoadDriver(stores, versions, new SystemTime())
              .drive(plan, faults::begin, everySecond),
          List.of());
    } catch (NotAsPlanned e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** What records a load; null where nobody does, or its hosts do. */
  @Nullable HistoryRecorder recorder(RunSettings settings, LaneStores stores, Path file)
      throws IOException {
    return settings.history() && hosts == null
        ? HistoryRecorder.open(file, stores.lanes(), System::nanoTime)
        : null;
  }
}
