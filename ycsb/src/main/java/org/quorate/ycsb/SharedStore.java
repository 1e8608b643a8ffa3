package org.quorate.ycsb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.Replication;
import org.quorate.lab.store.VersionClock;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.CassandraTable;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.history.HistoryRecorder;
import org.quorate.study.history.LaneHistory;

/**
 * What all of YCSB's client threads share: one connection, one clock for versions, one history.
 * Made by the first thread to arrive. Closed by the last to leave once all have arrived; where some
 * never do, at the end of the process, so that a history is whole in either case. Thread-safe.
 */
final class SharedStore {
  /** Held, since a logger that nobody holds forgets its level. */
  private static final Logger DRIVER_LOG = Logger.getLogger("com.datastax.oss.driver");

  private static @Nullable SharedStore current;

  private final BindingSettings settings;
  private final CassandraConnection connection;
  private final CassandraTable table;
  private final @Nullable HistoryRecorder history;
  private final VersionClock versions = VersionClock.system();
  private final Thread atEnd = new Thread(this::closeQuietly, "quorate-close");
  private int arrived;
  private int left;
  private boolean closed;

  private SharedStore(
      BindingSettings settings,
      CassandraConnection connection,
      CassandraTable table,
      @Nullable HistoryRecorder history) {
    this.settings = settings;
    this.connection = connection;
    this.table = table;
    this.history = history;
  }

  /** A client thread's share. */
  record Seat(int client, SharedStore store) {
    LaneHistory lane() {
      HistoryRecorder history = store.history;
      return history == null ? LaneHistory.none() : history.lane(client);
    }
  }

  /**
   * Takes a place for one client thread.
   *
   * @throws IllegalArgumentException when a property is not valid
   */
  static synchronized Seat join(Properties properties) throws StoreException, IOException {
    SharedStore store = current;
    if (store == null) {
      store = open(BindingSettings.of(properties));
      Runtime.getRuntime().addShutdownHook(store.atEnd);
      current = store;
    }
    if (store.arrived == store.settings.threads()) {
      throw new IllegalArgumentException(
          "There are more clients than threadcount, which is " + store.arrived + ".");
    }
    return new Seat(store.arrived++, store);
  }

  private static SharedStore open(BindingSettings settings) throws StoreException, IOException {
    DRIVER_LOG.setLevel(Level.WARNING);
    CassandraConnection connection = CassandraConnection.open(settings.connection());
    boolean opened = false;
    try {
      if (settings.replicationFactor() > 0) {
        create(settings, connection.schema(), connection);
      }
      CassandraTable table = connection.openTable(settings.layout());
      Path file = settings.history();
      HistoryRecorder history =
          file == null ? null : HistoryRecorder.open(file, settings.threads());
      opened = true;
      return new SharedStore(settings, connection, table, history);
    } finally {
      if (!opened) {
        connection.close();
      }
    }
  }

  private static void create(
      BindingSettings settings, CassandraSchema schema, CassandraConnection connection)
      throws StoreException {
    TreeMap<String, Integer> replicas = new TreeMap<>();
    connection.dataCenters().forEach(name -> replicas.put(name, settings.replicationFactor()));
    schema.createKeyspace(
        settings.layout(),
        new Replication(replicas),
        CassandraSchema.OnDifference.REFUSE,
        System.err::println);
    schema.createTable(settings.layout(), Map.of(), System.err::println);
  }

  BindingSettings settings() {
    return settings;
  }

  CassandraTable table() {
    return table;
  }

  VersionClock versions() {
    return versions;
  }

  boolean records() {
    return history != null;
  }

  /** Gives one client thread's place up; the last one closes everything. */
  void leave() throws IOException {
    synchronized (SharedStore.class) {
      left++;
      if (left < settings.threads()) {
        return;
      }
      current = null;
    }
    Runtime.getRuntime().removeShutdownHook(atEnd);
    close();
  }

  private synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      connection.close();
      if (history != null) {
        history.close();
      }
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }
}
