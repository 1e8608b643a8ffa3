package org.quorate.lab.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.LoadStream;
import org.quorate.core.workload.Workload;
import org.quorate.lab.load.Levels;
import org.quorate.lab.load.LoadDriver;
import org.quorate.lab.load.LoadOutcome;
import org.quorate.lab.store.Store;
import org.quorate.lab.store.VersionClock;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.history.HistoryRecorder;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.progress.Progress;

/**
 * The tables of one session: each is created and loaded once, when the first cell asks for it.
 * Cells whose rows are alike share a table, as in YCSB, where workloads A to F run on one load.
 * Loading writes at ALL and ends with a flush, so that every replica holds every row, on disk,
 * before anything is measured. Used by one thread.
 */
final class LoadedTables implements AutoCloseable {
  /**
   * A table that is loaded.
   *
   * @param store sends requests to it
   * @param keys numbers of the rows that runs insert, so that each inserts new ones
   * @param names the name of the row of a number
   */
  record Table(TableLayout layout, Store store, KeySequence keys, LongFunction<byte[]> names) {}

  private final MeasuredCluster cluster;
  private final CassandraConnection connection;
  private final VersionClock versions;
  private final Path directory;
  private final Map<TableRows, Table> tables = new HashMap<>();

  /** Stores on tables through coordinators of their own choice. */
  private final Map<TableLayout, Store> others = new HashMap<>();

  private @Nullable Table emptied;
  private int made;

  LoadedTables(
      MeasuredCluster cluster,
      CassandraConnection connection,
      VersionClock versions,
      Path directory) {
    this.cluster = cluster;
    this.connection = connection;
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
    Table table = create(workload, rows, progress);
    load(workload, table, seed, progress);
    cluster.flush(table.layout());
    tables.put(rows, table);
    return table;
  }

  /** Sends requests to a table through nodes that may coordinate. */
  Store store(Table table, Coordinators coordinators) throws BackendException {
    CassandraConnection wanted = cluster.connections().of(coordinators);
    if (wanted == connection) {
      return table.store();
    }
    Store known = others.get(table.layout());
    if (known == null) {
      try {
        known = wanted.openStore(table.layout(), table.names());
      } catch (StoreException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
      others.put(table.layout(), known);
    }
    return known;
  }

  /**
   * A new, empty table for a run that measures the load of this workload's rows. The one of the run
   * before is dropped; see {@link MeasuredCluster#drop} for what becomes of it on disk.
   */
  Table empty(Workload workload, Progress progress) throws BackendException, InterruptedException {
    Table old = emptied;
    if (old != null) {
      emptied = null;
      old.store().close();
      Store other = others.remove(old.layout());
      if (other != null) {
        other.close();
      }
      try {
        cluster.drop(connection, old.layout());
      } catch (StoreException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    Table table = create(workload, TableRows.of(workload), progress);
    emptied = table;
    return table;
  }

  private Table create(Workload workload, TableRows rows, Progress progress)
      throws BackendException {
    made++;
    String name = cluster.tableName(rows.table());
    TableLayout layout =
        new TableLayout(
            cluster.keyspace(),
            made == 1 ? name : TableLayout.longer(name, "_" + made),
            IntStream.range(0, rows.fields()).mapToObj(i -> rows.fieldPrefix() + i).toList());
    Store store;
    try {
      cluster.create(connection, layout, progress);
      store = connection.openStore(layout, workload.keyNames()::bytes);
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    return new Table(layout, store, workload.keySequence(), workload.keyNames()::bytes);
  }

  private void load(Workload workload, Table table, long seed, Progress progress)
      throws BackendException, InterruptedException {
    Path file = directory.resolve("load-" + (tables.size() + 1) + ".csv.gz");
    try (HistoryRecorder recorder = HistoryRecorder.open(file, LoadPlans.lanes());
        Progress.Task task = progress.start("loading rows", workload.insertCount(), "rows")) {
      long[] done = {0};
      RetriedInserts inserts = new RetriedInserts(table.store());
      LoadOutcome outcome =
          new LoadDriver(inserts, versions)
              .drive(
                  LoadPlans.loading(
                      lane -> {
                        LoadStream rows = workload.load(seed, lane, LoadPlans.lanes());
                        return inserts.untilFailure(rows::next);
                      },
                      Levels.fixed(Level.ALL, Level.ALL),
                      recorder::lane),
                  second -> {
                    done[0] += second.ok();
                    task.advance(done[0]);
                  });
      check(workload.insertCount(), inserts, outcome);
    } catch (IOException e) {
      throw new BackendException(
          "The history of the load phase cannot be written to " + file + ": " + e.getMessage(), e);
    }
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
    others.values().forEach(Store::close);
    tables.values().forEach(table -> table.store().close());
    Table last = emptied;
    if (last != null) {
      last.store().close();
    }
  }
}
