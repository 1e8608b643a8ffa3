package org.quorate.lab.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.quorate.core.level.Level;
import org.quorate.core.workload.KeyNames;
import org.quorate.core.workload.Workload;
import org.quorate.lab.load.Levels;
import org.quorate.lab.load.LoadDriver;
import org.quorate.lab.load.LoadOutcome;
import org.quorate.lab.store.Store;
import org.quorate.lab.store.VersionClock;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.Replication;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.history.HistoryRecorder;
import org.quorate.study.progress.Progress;

/**
 * The tables of one session: each is created and loaded once, when the first cell asks for it.
 * Cells whose rows are alike share a table, as in YCSB, where workloads A to F run on one load.
 * Loading writes at ALL, so that every replica holds every row before anything is measured. Used by
 * one thread.
 */
final class LoadedTables implements AutoCloseable {
  /** What makes two workloads share a table. */
  private record Rows(
      String table, int fields, String fieldPrefix, long first, long count, KeyNames keyNames) {
    static Rows of(Workload workload) {
      return new Rows(
          workload.table(),
          workload.fields().count(),
          workload.fields().namePrefix(),
          workload.insertStart(),
          workload.insertCount(),
          workload.keyNames());
    }
  }

  /** A table that is loaded, and the store that sends requests to it. */
  record Table(TableLayout layout, Store store) {}

  private final CassandraConnection connection;
  private final Replication replication;
  private final VersionClock versions;
  private final Path directory;
  private final Map<Rows, Table> tables = new HashMap<>();

  LoadedTables(
      CassandraConnection connection,
      Replication replication,
      VersionClock versions,
      Path directory) {
    this.connection = connection;
    this.replication = replication;
    this.versions = versions;
    this.directory = directory;
  }

  /** The table that this workload runs on, loaded. */
  Table of(Workload workload, long seed, Progress progress)
      throws BackendException, InterruptedException {
    Rows rows = Rows.of(workload);
    Table known = tables.get(rows);
    if (known != null) {
      return known;
    }
    String name = tables.isEmpty() ? rows.table() : rows.table() + "_" + (tables.size() + 1);
    TableLayout layout =
        new TableLayout(
            TableLayout.DEFAULT_KEYSPACE,
            name,
            IntStream.range(0, rows.fields()).mapToObj(i -> rows.fieldPrefix() + i).toList());
    Store store;
    try {
      CassandraSchema schema = connection.schema();
      schema.createKeyspace(
          layout, replication, CassandraSchema.OnDifference.REFUSE, progress::message);
      schema.createTable(layout, Map.of(), progress::message);
      store = connection.openStore(layout, workload.keyNames()::bytes);
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    Table table = new Table(layout, store);
    load(workload, table, seed, progress);
    tables.put(rows, table);
    return table;
  }

  private void load(Workload workload, Table table, long seed, Progress progress)
      throws BackendException, InterruptedException {
    Path file = directory.resolve("load-" + (tables.size() + 1) + ".csv.gz");
    try (HistoryRecorder recorder = HistoryRecorder.open(file, LoadPlans.lanes());
        Progress.Task task = progress.start("loading rows", workload.insertCount(), "rows")) {
      long[] done = {0};
      LoadOutcome outcome =
          new LoadDriver(table.store(), versions)
              .drive(
                  LoadPlans.loading(
                      workload, Levels.fixed(Level.ALL, Level.ALL), seed, recorder::lane),
                  second -> {
                    done[0] += second.ok();
                    task.advance(done[0]);
                  });
      List<String> failures = new ArrayList<>();
      outcome.kinds().values().forEach(kind -> failures.addAll(kind.errors().keySet()));
      if (!failures.isEmpty()) {
        throw new BackendException(
            "Some of the "
                + workload.insertCount()
                + " rows could not be loaded ("
                + String.join(", ", failures)
                + "); see the nodes' logs, or give the nodes more memory or processor time.");
      }
    } catch (IOException e) {
      throw new BackendException(
          "The history of the load phase cannot be written to " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    tables.values().forEach(table -> table.store().close());
  }
}
