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
import org.quorate.core.quantity.Durations;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.store.VersionClock;

/**
 * What all of YCSB's client threads share on HBase: one connection, one deferral, one clock for
 * versions, one history. Thread-safe.
 */
final class SharedHBase implements ClientThreads.Shared {
  /** Held, since loggers that nobody holds forget their levels. */
  private static final List<Logger> LIBRARY_LOGS =
      List.of(
          Logger.getLogger("org.apache.hadoop"),
          Logger.getLogger("org.apache.zookeeper"),
          Logger.getLogger("org.apache.hbase"));

  /** YCSB's names are {@code user} and a number whose first digits are spread evenly. */
  private static final int FIRST_SPLIT = 1000;

  private static final int LAST_SPLIT = 9999;

  private static final ClientThreads<SharedHBase> THREADS = new ClientThreads<>();

  private final HBaseBindingSettings settings;
  private final Connection connection;
  private final Deferral deferral;
  private final RunHistory history;
  private final VersionClock versions = SystemTime.versions();

  private SharedHBase(
      HBaseBindingSettings settings, Connection connection, Deferral deferral, RunHistory history) {
    this.settings = settings;
    this.connection = connection;
    this.deferral = deferral;
    this.history = history;
  }

  /**
   * Takes a place for one client thread.
   *
   * @throws IllegalArgumentException when a property is not valid
   */
  static ClientThreads.Seat<SharedHBase> join(Properties properties) throws IOException {
    return THREADS.join(() -> open(HBaseBindingSettings.of(properties)));
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
              settings.deferral().toBuilder()
                  .listener(new AcknowledgementMeter(), Runnable::run)
                  .build());
      opened.add(deferral);
      RunHistory history = RunHistory.open(settings.history(), settings.threads());
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

  RunHistory history() {
    return history;
  }

  @Override
  public int threads() {
    return settings.threads();
  }

  /** Another client thread's way to the table. */
  TableClient table() throws IOException {
    if (settings.buffered() && !settings.deferral().enabled()) {
      return TableClient.buffered(
          connection.getTable(settings.table()),
          deferral.mutator(
              new BufferedMutatorParams(settings.table()).writeBufferSize(settings.bufferBytes())));
    }
    DeferralSession session = deferral.session();
    return TableClient.of(session.table(settings.table()), session);
  }

  @Override
  public void close() throws IOException {
    try {
      deferral.close();
    } finally {
      tellOfDeferral();
      connection.close();
      history.close();
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
