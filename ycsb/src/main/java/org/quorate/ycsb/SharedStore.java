package org.quorate.ycsb;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.quorate.core.level.Replication;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.CassandraTable;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.store.VersionClock;

/**
 * What all of YCSB's client threads share: one connection, one clock for versions, one history.
 * Thread-safe.
 */
final class SharedStore implements ClientThreads.Shared {
  /** Held, since a logger that nobody holds forgets its level. */
  private static final Logger DRIVER_LOG = Logger.getLogger("com.datastax.oss.driver");

  private static final ClientThreads<SharedStore> THREADS = new ClientThreads<>();

  private final BindingSettings settings;
  private final CassandraConnection connection;
  private final CassandraTable table;
  private final RunHistory history;
  private final VersionClock versions = SystemTime.versions();

  private SharedStore(
      BindingSettings settings,
      CassandraConnection connection,
      CassandraTable table,
      RunHistory history) {
    this.settings = settings;
    this.connection = connection;
    this.table = table;
    this.history = history;
  }

  /**
   * Takes a place for one client thread.
   *
   * @throws IllegalArgumentException when a property is not valid
   */
  static ClientThreads.Seat<SharedStore> join(Properties properties)
      throws StoreException, IOException {
    return THREADS.join(() -> open(BindingSettings.of(properties)));
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
      RunHistory history = RunHistory.open(settings.history(), settings.threads());
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

  RunHistory history() {
    return history;
  }

  @Override
  public int threads() {
    return settings.threads();
  }

  @Override
  public void close() throws IOException {
    connection.close();
    history.close();
  }
}
