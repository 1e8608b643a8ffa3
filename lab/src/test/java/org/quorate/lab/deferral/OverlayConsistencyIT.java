package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/**
 * Two sessions that write, delete and read the same few rows on real servers. How many operations
 * they do together is said by {@code -Dquorate.overlay.operations=1000000}.
 */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
class OverlayConsistencyIT {
  private static final long OPERATIONS = Long.getLong("quorate.overlay.operations", 20_000);
  private static final int SESSIONS = 2;

  /** So short that many writes are sent, so long that the overlay has much to do. */
  private static final DeferralSettings SETTINGS =
      DeferralSettings.builder().boundTime(Duration.ofMillis(200)).build();

  private static Connection connection;

  @BeforeAll
  static void connect(RunningCluster cluster) throws IOException {
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
  }

  @AfterAll
  static void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  @Test
  void sessionsOfOneProcessReadTheirWritesAndNeverLessThanTheySaw() throws Exception {
    try (Deferral deferral = Deferral.open(connection, SETTINGS)) {
      check("overlay_one_process", List.of(deferral, deferral), false);
    }
  }

  /** Their writes reach the servers in any order, so each brings its place in the order. */
  @Test
  void sessionsOfTwoProcessesReadTheirWritesAndNeverLessThanTheySaw() throws Exception {
    try (Deferral one = Deferral.open(connection, SETTINGS);
        Deferral other = Deferral.open(connection, SETTINGS)) {
      check("overlay_two_processes", List.of(one, other), true);
    }
  }

  private static void check(String name, List<Deferral> deferrals, boolean stamped)
      throws Exception {
    TableName tableName = TableName.valueOf(name);
    create(tableName);
    BusySession.Rivals rivals = BusySession.Rivals.of(stamped);
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    List<BusySession> sessions = new ArrayList<>();
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        DeferralSession session = deferrals.get(i).session();
        Table table = session.table(tableName);
        BusySession busy = new BusySession(session, table, rivals, 100 + i);
        sessions.add(busy);
        work.add(
            threads.submit(
                () -> {
                  busy.work(OPERATIONS / SESSIONS);
                  session.flush();
                  return null;
                }));
      }
      for (Future<?> each : work) {
        each.get(1, TimeUnit.HOURS);
      }
    } finally {
      threads.shutdownNow();
    }
    for (BusySession session : sessions) {
      session.readAll();
      SessionGuarantees guarantees = session.guarantees();
      assertThat(guarantees.first()).isNull();
      assertThat(guarantees.readYourWritesViolations()).isZero();
      assertThat(guarantees.monotonicReadsViolations()).isZero();
    }
    System.out.printf(
        "%s: %d operations, no violation; %d writes were deferred%n",
        name, OPERATIONS, deferrals.get(0).metrics().accepted());
  }

  /** Markers of deletes are kept until every write that was pending meanwhile has arrived. */
  private static void create(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(BusySession.FAMILY))
              .setValue("hbase.hstore.time.to.purge.deletes", "60000")
              .build(),
          new byte[][] {Bytes.toBytes("row20"), Bytes.toBytes("row40")});
    }
  }
}
