package org.quorate.lab.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.LoadStream;
import org.quorate.core.workload.Workload;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.store.VersionClock;
import org.quorate.study.backend.BackendException;
import org.quorate.study.progress.Progress;

/**
 * The tables of one session: each is created and loaded once, when the first cell asks for it.
 * Cells whose rows are alike share a table, as in YCSB, where workloads A to F run on one load.
 * Loading writes at ALL, where a store has levels, and ends with a flush, so that every replica
 * holds every row, on disk, before anything is measured. Used by one thread.
 */
final class LoadedTables implements AutoCloseable {
  /**
   * A table that is loaded.
   *
   * @param keys numbers of the rows that runs insert, so that each inserts new ones
   */
  record Table(MeasuredTable measured, KeySequence keys) {}

  private final MeasuredCluster cluster;
  private final VersionClock versions;
  private final Path directory;
  private final Map<TableRows, Table> tables = new HashMap<>();
  private final List<MeasuredTable> open = new ArrayList<>();
  private @Nullable Table emptied;
  private int made;

  LoadedTables(MeasuredCluster cluster, VersionClock versions, Path directory) {
    this.cluster = cluster;
    this.versions = versions;
    this.directory = directory;
  }

  /** The table that this workload runs on, loaded. */
  Table of(Workload workload, long seed, Progress progress)
      throws BackendException, InterruptedException {
    TableRows rows = TableRows.of(workload);
    Table known = tables.get(rows);
    if (known != null) {
      return known;
    }
    Table table = create(workload, progress);
    load(workload, table.measured(), seed, progress);
    table.measured().flush();
    tables.put(rows, table);
    return table;
  }

  /**
   * A new, empty table for a run that measures the load of this workload's rows. The one of the run
   * before is dropped; see {@link MeasuredTable#drop} for what becomes of it on disk.
   */
  Table empty(Workload workload, Progress progress) throws BackendException, InterruptedException {
    Table old = emptied;
    if (old != null) {
      emptied = null;
      try (MeasuredTable dropped = old.measured()) {
        open.remove(dropped);
        dropped.drop();
      }
    }
    Table table = create(workload, progress);
    emptied = table;
    return table;
  }

  private Table create(Workload workload, Progress progress)
      throws BackendException, InterruptedException {
    made++;
    MeasuredTable table = cluster.create(made, workload, progress);
    open.add(table);
    return new Table(table, workload.keySequence());
  }

  private void load(Workload workload, MeasuredTable table, long seed, Progress progress)
      throws BackendException, InterruptedException {
    Path file = directory.resolve("load-" + (tables.size() + 1) + ".csv.gz");
    try (LaneStores stores = table.loading();
        HistoryRecorder recorder = HistoryRecorder.open(file, stores.lanes(), System::nanoTime);
        Progress.Task task = progress.start("loading rows", workload.insertCount(), "rows")) {
      long[] done = {0};
      List<RetriedInserts> inserts = retrying(stores);
      LoadOutcome outcome =
          new LoadDriver(inserts::get, versions, new SystemTime())
              .drive(
                  LoadPlans.loading(
                      stores.lanes(),
                      lane -> {
                        LoadStream rows = workload.load(seed, lane, stores.lanes());
                        return inserts.get(lane).untilFailure(rows::next);
                      },
                      Levels.fixed(Level.ALL, Level.ALL),
                      recorder::lane),
                  second -> {
                    done[0] += second.ok();
                    task.advance(done[0]);
                  });
      check(workload.insertCount(), inserts.get(0), outcome);
    } catch (IOException e) {
      throw new BackendException(
          "The history of the load phase cannot be written to " + file + ": " + e.getMessage(), e);
    }
  }

  private static List<RetriedInserts> retrying(LaneStores stores) {
    RetriedInserts first = new RetriedInserts(stores.lane(0));
    List<RetriedInserts> inserts = new ArrayList<>(List.of(first));
    for (int lane = 1; lane < stores.lanes(); lane++) {
      inserts.add(first.beside(stores.lane(lane)));
    }
    return inserts;
  }

  private static void check(long rows, RetriedInserts inserts, LoadOutcome outcome)
      throws BackendException {
    long loaded = outcome.kinds().values().stream().mapToLong(LoadOutcome.Kind::ok).sum();
    if (loaded == rows) {
      return;
    }
    String reason =
        inserts
            .failure()
            .map(error -> "an insert failed " + RetriedInserts.attempts() + " times, with " + error)
            .orElse("the servers stopped answering");
    throw new BackendException(
        "Loading stopped at "
            + loaded
            + " of "
            + rows
            + " rows, because "
            + reason
            + "; see the nodes' logs, or give the nodes more memory or processor time.");
  }

  @Override
  public void close() {
    open.forEach(MeasuredTable::close);
  }
}
