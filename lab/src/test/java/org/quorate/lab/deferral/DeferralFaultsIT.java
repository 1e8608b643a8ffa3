package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.deferral.DeferralFullException;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.folder.SpillDirectory;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.hbase.Regions;
import org.quorate.lab.testing.SharedHBase;

/** Deferred writes while servers, regions and tables go away: nothing accepted may be lost. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(300)
class DeferralFaultsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long UNDER_WAY = 500;

  private static RunningCluster cluster;
  private static Connection connection;
  private static AsyncConnection asynchronous;

  @TempDir Path folder;

  @BeforeAll
  static void connect(RunningCluster shared) throws Exception {
    cluster = shared;
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
    asynchronous =
        ConnectionFactory.createAsyncConnection(SharedHBase.configuration(cluster)).get();
  }

  @AfterAll
  static void close() throws IOException {
    if (asynchronous != null) {
      asynchronous.close();
    }
    if (connection != null) {
      connection.close();
    }
  }

  @Test
  @Tag("faults")
  void aRegionServerThatIsKilledCostsTheBoundButNoWrite() throws Exception {
    TableName table = table("killed_server", "40", "80", "c0");
    RunningNode killed = cluster.nodes().get(2);
    try (Deferral deferral = Deferral.open(connection, DeferralSettings.builder().build());
        BufferedMutator mutator = deferral.mutator(table)) {
      new Regions(connection).spreadEvenly(table, cluster.nodes());
      SteadyWriter writer = new SteadyWriter(mutator);
      awaitAccepted(writer, UNDER_WAY);
      killed.kill();
      awaitAccepted(writer, writer.accepted() + UNDER_WAY);
      Map<String, Long> expected = writer.stop();
      assertThat(NumberedRows.read(connection, table)).isEqualTo(expected);
      DeferralMetrics metrics = deferral.metrics();
      assertThat(metrics.failed()).isZero();
      assertThat(metrics.missed()).isPositive();
      assertThat(metrics.latestMisses()).isNotEmpty().allMatch(miss -> miss.delay().toMillis() > 0);
      System.out.printf(
          "region server killed: %d accepted, %d later than the bound %s, the last of them %s%n",
          metrics.accepted(), metrics.missed(), metrics.misses(), lastOf(metrics.latestMisses()));
    } finally {
      killed.restart();
    }
  }

  @Test
  @Tag("faults")
  void regionsThatMoveWhileTheyAreWrittenToLoseNothing() throws Exception {
    TableName table = table("moved", "55", "aa");
    Regions regions = new Regions(connection);
    try (Deferral deferral = Deferral.open(connection, DeferralSettings.builder().build());
        BufferedMutator mutator = deferral.mutator(table)) {
      SteadyWriter writer = new SteadyWriter(mutator);
      for (int node = 0; node < cluster.nodes().size(); node++) {
        awaitAccepted(writer, writer.accepted() + UNDER_WAY);
        regions.spreadEvenly(table, cluster.nodes().subList(node, node + 1));
      }
      awaitAccepted(writer, writer.accepted() + UNDER_WAY);
      assertThat(writer.stop()).isEqualTo(NumberedRows.read(connection, table));
      assertThat(deferral.metrics().failed()).isZero();
      tell("regions moved", deferral.metrics());
    }
  }

  @Test
  @Tag("faults")
  void ofATableOfManyRegionsTheOneThatMovesIsLookedUpAloneOnceASecondAtMost() throws Exception {
    TableName table = table("one_of_many", "20", "40", "60", "80", "a0", "c0", "e0");
    new Regions(connection).spreadEvenly(table, cluster.nodes());
    WatchedConnection watched = new WatchedConnection(asynchronous);
    try (Deferral deferral =
            Deferral.open(connection, watched.connection(), DeferralSettings.builder().build());
        BufferedMutator mutator = deferral.mutator(table)) {
      SteadyWriter writer = new SteadyWriter(mutator);
      awaitAccepted(writer, UNDER_WAY);
      await("where regions are is known").atMost(PATIENCE).until(() -> watched.listed() > 0);
      int listings = watched.listings();
      assertThat(watched.lookedUp()).isEmpty();
      long began = System.nanoTime();
      move(table, "60");
      await("it is looked up").atMost(PATIENCE).until(() -> !watched.lookedUp().isEmpty());
      awaitAccepted(writer, writer.accepted() + UNDER_WAY);
      assertThat(writer.stop()).isEqualTo(NumberedRows.read(connection, table));
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
      assertThat(watched.lookedUp())
          .as("of one region alone")
          .allMatch(row -> row.compareTo("60") >= 0 && row.compareTo("80") < 0)
          .hasSizeLessThanOrEqualTo((int) seconds + 1);
      assertThat(watched.listings()).as("not the whole table again").isEqualTo(listings);
      assertThat(deferral.metrics().failed()).isZero();
      tell("one region of eight moved, " + watched.lookedUp() + " looked up", deferral.metrics());
    }
  }

  @Test
  void regionsThatAreSplitWhileTheyAreWrittenToLoseNothing() throws Exception {
    TableName table = table("split", "80");
    try (Deferral deferral = Deferral.open(connection, DeferralSettings.builder().build());
        BufferedMutator mutator = deferral.mutator(table);
        Admin admin = connection.getAdmin()) {
      SteadyWriter writer = new SteadyWriter(mutator);
      List<RegionInfo> before = admin.getRegions(table);
      List<String> points = List.of("40", "c0");
      for (int half = 0; half < points.size(); half++) {
        awaitAccepted(writer, writer.accepted() + UNDER_WAY);
        admin
            .splitRegionAsync(before.get(half).getRegionName(), Bytes.toBytes(points.get(half)))
            .get(60, TimeUnit.SECONDS);
      }
      awaitAccepted(writer, writer.accepted() + UNDER_WAY);
      assertThat(writer.stop()).isEqualTo(NumberedRows.read(connection, table));
      assertThat(admin.getRegions(table)).hasSize(4);
      assertThat(deferral.metrics().failed()).isZero();
      tell("regions split", deferral.metrics());
    }
  }

  @Test
  @Tag("faults")
  void aServerThatHangsHasCallersRefusedOnceNothingMoreMayWait() throws Exception {
    TableName table = table("hanging");
    long most = 200;
    DeferralSettings settings = DeferralSettings.builder().boundWrites(most).failWhenFull().build();
    RunningNode hanging = server(table);
    try (Deferral deferral = Deferral.open(connection, settings);
        BufferedMutator mutator = deferral.mutator(table)) {
      mutator.mutate(NumberedRows.put(0, 0, 0));
      mutator.flush();
      hanging.pause();
      int accepted = 0;
      Throwable refusal = null;
      try {
        for (; refusal == null && accepted <= most; accepted++) {
          int row = 1 + accepted;
          refusal =
              catchThrowableOfType(
                  DeferralFullException.class, () -> mutator.mutate(NumberedRows.put(row, row, 0)));
        }
      } finally {
        hanging.resume();
      }
      assertThat(refusal)
          .isNotNull()
          .hasMessageContaining("The write was not accepted")
          .hasMessageContaining(most + " writes");
      mutator.flush();
      assertThat(NumberedRows.read(connection, table)).hasSize((int) most + 1);
      assertThat(deferral.metrics().refusals()).isEqualTo(1);
    }
  }

  @Test
  @Tag("faults")
  void whileOneServerHangsItsWritesAreToldOverdueAndAnotherTableGoesOn() throws Exception {
    TableName hanging = table("hanging_beside");
    TableName other = table("beside");
    Regions regions = new Regions(connection);
    regions.spreadEvenly(hanging, cluster.nodes().subList(1, 2));
    regions.spreadEvenly(other, cluster.nodes().subList(2, 3));
    long most = 1_000;
    DeferralSettings settings = DeferralSettings.builder().boundWrites(most).failWhenFull().build();
    RunningNode paused = server(hanging);
    try (Deferral deferral = Deferral.open(connection, settings);
        BufferedMutator stuck = deferral.mutator(hanging);
        DeferralSession session = deferral.session();
        Table beside = session.table(other)) {
      stuck.mutate(NumberedRows.put(0, 0, 0));
      beside.put(NumberedRows.put(0, 0, 0));
      stuck.flush();
      session.flush();
      long missed = deferral.metrics().missed();
      paused.pause();
      try {
        long accepted = 0;
        while (accepted < most && isAccepted(stuck, accepted + 1)) {
          accepted++;
        }
        long waiting = accepted;
        assertThat(waiting).as("others have room").isBetween(1L, most - 101);
        await("its writes are overdue")
            .atMost(PATIENCE)
            .until(() -> deferral.metrics().overdue() == waiting);
        assertThat(deferral.metrics().oldestPending()).isGreaterThan(Duration.ofSeconds(1));
        assertThat(deferral.metrics().missed()).as("no answer counts them").isEqualTo(missed);
        for (long number = 1; number <= 100; number++) {
          beside.put(NumberedRows.put(number, number, 0));
          if (number % 20 == 0) {
            session.flush(Duration.ofSeconds(30));
          }
        }
        assertThat(NumberedRows.read(connection, other)).hasSize(101);
      } finally {
        paused.resume();
      }
      stuck.flush();
      assertThat(deferral.metrics().missed()).isGreaterThan(missed);
      assertThat(deferral.metrics().overdue()).isZero();
      assertThat(deferral.metrics().failed()).isZero();
    }
  }

  @Test
  @Tag("faults")
  void whileOneServerHangsItsTablesOtherServerGoesOn() throws Exception {
    TableName table = table("two_servers", "80");
    new Regions(connection).spreadEvenly(table, cluster.nodes().subList(1, 3));
    RunningNode paused = server(table);
    PrimitiveIterator.OfLong there = rows(key -> key.compareTo("80") < 0);
    PrimitiveIterator.OfLong beside = rows(key -> key.compareTo("80") >= 0);
    long most = 1_000;
    int others = 40;
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofMillis(100))
            .boundWrites(most)
            .failWhenFull()
            .build();
    WatchedConnection watched = new WatchedConnection(asynchronous);
    try (Deferral deferral = Deferral.open(connection, watched.connection(), settings);
        BufferedMutator mutator = deferral.mutator(table)) {
      mutator.mutate(NumberedRows.put(there.nextLong(), 0, 0));
      mutator.mutate(NumberedRows.put(beside.nextLong(), 0, 0));
      mutator.flush();
      await("where regions are is known").atMost(PATIENCE).until(() -> watched.listed() > 0);
      // Only servers that had writes since then are known to be several.
      mutator.mutate(NumberedRows.put(there.nextLong(), 0, 0));
      mutator.mutate(NumberedRows.put(beside.nextLong(), 0, 0));
      mutator.flush();
      long waiting = 0;
      paused.pause();
      try {
        while (waiting < most && isAccepted(mutator, there.nextLong())) {
          waiting++;
        }
        assertThat(waiting).as("others have room").isBetween(1L, most - others);
        // Soon, since a server that hangs for longer than its session loses its regions.
        for (long number = 1; number <= others; number++) {
          mutator.mutate(NumberedRows.put(beside.nextLong(), number, 0));
          if (number % 20 == 0) {
            long acknowledged = 4 + number;
            await("the other server has them")
                .atMost(PATIENCE)
                .until(() -> deferral.metrics().acknowledged() >= acknowledged);
          }
        }
        assertThat(deferral.metrics().pendingWrites())
            .as("none of those at the server that hangs was acknowledged meanwhile")
            .isEqualTo(waiting);
      } finally {
        paused.resume();
      }
      mutator.flush();
      assertThat(deferral.metrics().failed()).isZero();
      assertThat(NumberedRows.read(connection, table)).hasSize((int) waiting + 4 + others);
      tell("one server of two hung", deferral.metrics());
    }
  }

  @Test
  void writesToATableThatIsDroppedComeBackWithTheReason() throws Exception {
    TableName table = table("dropped", "80");
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofHours(1))
            .survive(CrashDurability.PROCESS_CRASH, folder)
            .build();
    try (Deferral deferral = Deferral.open(connection, settings);
        BufferedMutator mutator = deferral.mutator(table)) {
      mutator.mutate(NumberedRows.put(0, 0, 0));
      mutator.flush();
      for (int row = 1; row <= 20; row++) {
        mutator.mutate(NumberedRows.put(row, row, 0));
      }
      drop(table);
      RetriesExhaustedWithDetailsException failure =
          catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
      assertThat(failure).isNotNull();
      assertThat(failure.getNumExceptions()).isEqualTo(20);
      assertThat(failure.getCauses()).hasOnlyElementsOfType(TableNotFoundException.class);
      assertThat(deferral.metrics().failed()).isEqualTo(20);
    }
    assertThat(SpillDirectory.at(folder).list())
        .as("what went back to the application need not be kept")
        .isEmpty();
  }

  @Test
  @Tag("faults")
  void withoutZooKeeperWritesGoOnAndNothingThatNeedsItLosesAny() throws Exception {
    TableName table = table("without_zookeeper", "55", "aa");
    Path behind = folder.resolve("behind");
    SpilledRows.leave(behind, table, 100, 50);
    RunningService zooKeeper = service(HBaseEngine.ZOOKEEPER);
    try (Deferral deferral = Deferral.open(connection, DeferralSettings.builder().build());
        BufferedMutator mutator = deferral.mutator(table)) {
      for (int row = 0; row < 100; row++) {
        mutator.mutate(NumberedRows.put(row, 0, 0));
      }
      mutator.flush();
      zooKeeper.kill();
      try {
        for (int row = 0; row < 100; row++) {
          mutator.mutate(NumberedRows.put(row, 1, 0));
        }
        mutator.flush();
        assertNobodyNewFindsTheCluster(behind);
      } finally {
        zooKeeper.restart();
      }
    }
    await("all servers are there")
        .atMost(PATIENCE)
        .until(() -> cluster.nodes().stream().allMatch(node -> node.state() == NodeState.READY));
    assertThat(NumberedRows.read(connection, table)).hasSize(100).allSatisfy(this::isOne);
    assertThat(drained(connection, behind).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(NumberedRows.read(connection, table)).hasSize(150);
  }

  private static boolean isAccepted(BufferedMutator mutator, long row) {
    DeferralFullException refusal =
        catchThrowableOfType(
            DeferralFullException.class, () -> mutator.mutate(NumberedRows.put(row, row, 0)));
    return refusal == null;
  }

  private void isOne(String row, Long number) {
    assertThat(number).as(row).isEqualTo(1);
  }

  private static void assertNobodyNewFindsTheCluster(Path behind) throws IOException {
    Configuration hasty = SharedHBase.configuration(cluster);
    hasty.setInt("zookeeper.recovery.retry", 1);
    hasty.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    hasty.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 5_000);
    hasty.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 5_000);
    try (Connection away = ConnectionFactory.createConnection(hasty)) {
      assertThatThrownBy(() -> Deferral.open(away, DeferralSettings.builder().build()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("see whether ZooKeeper and the master answer");
      FolderDrain drained = drained(away, behind);
      assertThat(drained.leavesWrites()).as("%s", drained).isTrue();
      assertThat(drained.applied()).isZero();
      System.out.println("without ZooKeeper: " + drained);
    }
    assertThat(SpillDirectory.at(behind).list().get(0).writes()).hasValue(50);
  }

  private static FolderDrain drained(Connection with, Path directory) throws IOException {
    List<FolderDrain> drained =
        SpillDirectory.at(directory).drain(new ConnectionTarget(with), DrainSettings.usual());
    assertThat(drained).hasSize(1);
    return drained.get(0);
  }

  private static TableName table(String name, String... splits) throws IOException {
    TableName table = TableName.valueOf("faults_" + name);
    byte[][] keys = new byte[splits.length][];
    for (int split = 0; split < splits.length; split++) {
      keys[split] = Bytes.toBytes(splits[split]);
    }
    SharedHBase.createTable(connection, table, NumberedRows.FAMILY, keys);
    return table;
  }

  private static void drop(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
  }

  /** Has one region of a table served by another server, and waits for that. */
  private static void move(TableName table, String row) throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      HRegionLocation before = locator.getRegionLocation(Bytes.toBytes(row), true);
      ServerName other =
          admin.getRegionServers().stream()
              .filter(server -> !server.equals(before.getServerName()))
              .findFirst()
              .orElseThrow();
      admin.move(before.getRegion().getEncodedNameAsBytes(), other);
      await("the region has moved")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(
              () ->
                  other.equals(
                      locator.getRegionLocation(Bytes.toBytes(row), true).getServerName()));
    }
  }

  /** Numbers of rows without end whose keys are as a test wants them. */
  private static PrimitiveIterator.OfLong rows(Predicate<String> keys) {
    return LongStream.iterate(0, row -> row + 1)
        .filter(row -> keys.test(NumberedRows.key(row)))
        .iterator();
  }

  /** The server of a table's first region. */
  private static RunningNode server(TableName table) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      String host = locator.getRegionLocation(Bytes.toBytes("0"), true).getHostname();
      return cluster.nodes().stream()
          .filter(node -> node.clientAddress().getAddress().getHostAddress().equals(host))
          .findFirst()
          .orElseThrow();
    }
  }

  private static RunningService service(String name) {
    return cluster.services().stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void awaitAccepted(SteadyWriter writer, long enough) {
    await("writes are accepted").atMost(PATIENCE).until(() -> writer.accepted() >= enough);
  }

  private static void tell(String what, DeferralMetrics metrics) {
    System.out.printf(
        "%s: %d accepted, %d rows sent again, %d later than the bound %s%n",
        what, metrics.accepted(), metrics.retriedRows(), metrics.missed(), metrics.misses());
  }

  private static String lastOf(List<MissedBound> misses) {
    MissedBound last = misses.get(misses.size() - 1);
    return "after "
        + last.delay().toMillis()
        + " ms because "
        + last.cause().words()
        + " ("
        + last.lastError()
        + ")";
  }
}
