package org.quorate.ycsb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.lab.store.VersionClock;
import org.quorate.study.history.HistoryRecorder;
import org.quorate.study.history.LaneHistory;

/**
 * What all of YCSB's client threads share on HBase: one connection, one deferral, one clock for
 * versions, one history. Made by the first thread to arrive. Closed by the last to leave once all
 * have arrived; where some never do, at the end of the process, so that nothing that was accepted
 * stays behind and a history is whole in either case. Thread-safe.
 */
final class SharedHBase {
  /** Held, since loggers that nobody holds forget their levels. */
  private static final List<Logger> LIBRARY_LOGS =
      List.of(
          Logger.getLogger("org.apache.hadoop"),
          Logger.getLogger("org.apache.zookeeper"),
          Logger.getLogger("org.apache.hbase"));

  /** YCSB's names are {@code user} and a number whose first digits are spread evenly. */
  private static final int FIRST_SPLIT = 1000;

  private static final int LAST_SPLIT = 9999;

  private static @Nullable SharedHBase current;

  private final HBaseBindingSettings settings;
  private final Connection connection;
  private final Deferral deferral;
  private final @Nullable HistoryRecorder history;
  private final VersionClock versions = VersionClock.system();
  private final Thread atEnd = new Thread(this::closeQuietly, "quorate-close");
  private int arrived;
  private int left;
  private boolean closed;

  private SharedHBase(
      HBaseBindingSettings settings,
      Connection connection,
      Deferral deferral,
      @Nullable HistoryRecorder history) {
    this.settings = settings;
    this.connection = connection;
    this.deferral = deferral;
    this.history = history;
  }

  /** A client thread's share. */
  record Seat(int client, SharedHBase store, ClientTable table) {
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
  static synchronized Seat join(Properties properties) throws IOException {
    SharedHBase store = current;
    if (store == null) {
      store = open(HBaseBindingSettings.of(properties));
      Runtime.getRuntime().addShutdownHook(store.atEnd);
      current = store;
    }
    if (store.arrived == store.settings.threads()) {
      throw new IllegalArgumentException(
          "There are more clients than threadcount, which is " + store.arrived + ".");
    }
    return new Seat(store.arrived++, store, store.table());
  }

  private static SharedHBase open(HBaseBindingSettings settings) throws IOException {
    if (!settings.debug()) {
      LIBRARY_LOGS.forEach(log -> log.setLevel(Level.WARNING));
    }
    logIn(settings);
    List<AutoCloseable> opened = new ArrayList<>();
    boolean complete = false;
    try {
      Connection connection = ConnectionFactory.createConnection(settings.configuration());
      opened.add(connection);
      requireTable(settings, connection);
      Deferral deferral =
          Deferral.open(
              connection,
              settings.deferral().toBuilder().listener(new AcknowledgementMeter()).build());
      opened.add(deferral);
      Path file = settings.history();
      HistoryRecorder history =
          file == null ? null : HistoryRecorder.open(file, settings.threads());
      complete = true;
      return new SharedHBase(settings, connection, deferral, history);
    } finally {
      if (!complete) {
        closeAll(opened);
      }
    }
  }

  private static void logIn(HBaseBindingSettings settings) throws IOException {
    String principal = settings.principal();
    Path keytab = settings.keytab();
    if (principal != null && keytab != null) {
      UserGroupInformation.setConfiguration(settings.configuration());
      UserGroupInformation.loginUserFromKeytab(principal, keytab.toString());
    }
  }

  private static void requireTable(HBaseBindingSettings settings, Connection connection)
      throws IOException {
    TableName table = settings.table();
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        if (!admin.getDescriptor(table).hasColumnFamily(Bytes.toBytes(settings.family()))) {
          throw new IllegalArgumentException(
              "The table "
                  + table
                  + " has no column family "
                  + settings.family()
                  + "; name one that it has as "
                  + HBaseBindingSettings.FAMILY
                  + ".");
        }
      } else if (settings.regions() == 0) {
        throw new TableNotFoundException(
            "There is no table "
                + table
                + "; create it with the column family "
                + settings.family()
                + ", or have it created with so many regions as "
                + HBaseBindingSettings.REGIONS
                + " says.");
      } else {
        create(settings, admin);
      }
    }
  }

  private static void create(HBaseBindingSettings settings, Admin admin) throws IOException {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(settings.table())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(settings.family()))
            .build();
    byte[][] splits = splits(settings.regions());
    if (splits.length == 0) {
      admin.createTable(table);
    } else {
      admin.createTable(table, splits);
    }
  }

  /** As YCSB's guide to HBase splits its table. */
  static byte[][] splits(int regions) {
    byte[][] splits = new byte[regions - 1][];
    for (int split = 1; split < regions; split++) {
      splits[split - 1] =
          Bytes.toBytes("user" + (FIRST_SPLIT + split * (LAST_SPLIT - FIRST_SPLIT) / regions));
    }
    return splits;
  }

  HBaseBindingSettings settings() {
    return settings;
  }

  VersionClock versions() {
    return versions;
  }

  /** Gives one client thread's place up; the last one closes everything. */
  void leave() throws IOException {
    synchronized (SharedHBase.class) {
      left++;
      if (left < settings.threads()) {
        return;
      }
      current = null;
    }
    Runtime.getRuntime().removeShutdownHook(atEnd);
    close();
  }

  private ClientTable table() throws IOException {
    if (settings.buffered() && !settings.deferral().enabled()) {
      return ClientTable.buffered(
          connection.getTable(settings.table()),
          deferral.mutator(
              new BufferedMutatorParams(settings.table()).writeBufferSize(settings.bufferBytes())));
    }
    DeferralSession session = deferral.session();
    return ClientTable.of(session.table(settings.table()), session);
  }

  private synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      deferral.close();
    } finally {
      tellOfDeferral();
      connection.close();
      if (history != null) {
        history.close();
      }
    }
  }

  private void tellOfDeferral() {
    if (settings.deferral().enabled()) {
      DeferralMetrics metrics = deferral.metrics();
      System.err.printf(
          Locale.ROOT,
          "Deferred writes: %d accepted, %d acknowledged, %d failed; 99.9 %% within %.1f ms, %d"
              + " later than the bound of %s.%n",
          metrics.accepted(),
          metrics.acknowledged(),
          metrics.failed(),
          metrics.delay().getValueAtPercentile(99.9) / 1e3,
          metrics.missed(),
          Durations.format(settings.deferral().bound().time()));
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }

  private static void closeAll(List<AutoCloseable> opened) {
    for (int i = opened.size() - 1; i >= 0; i--) {
      try {
        opened.get(i).close();
      } catch (Exception e) {
        System.err.println(e.getMessage());
      }
    }
  }
}
