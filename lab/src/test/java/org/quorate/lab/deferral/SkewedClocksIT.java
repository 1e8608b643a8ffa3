package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.DeferralSession;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/**
 * Clients whose clocks differ, on real servers. Where it matters that one is still ahead, or still
 * behind, when the next one comes, clocks stand still or stamps are handed in.
 */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
class SkewedClocksIT {
  private static final long AHEAD = TimeUnit.SECONDS.toMillis(9);

  /** Where only servers stamp, who leave no version out of account for being far ahead. */
  private static final long FAR_AHEAD = TimeUnit.HOURS.toMillis(1);

  private static final Duration LONGER_THAN_A_FAILED_ANSWER_COUNTS = Duration.ofSeconds(60);
  private static final TableName TABLE = TableName.valueOf("skewed_clocks");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] LOCK = Bytes.toBytes("lock");
  private static final byte[] OWNER = Bytes.toBytes("owner");
  private static final DeferralSettings SETTINGS =
      DeferralSettings.builder().boundTime(Duration.ofMillis(200)).build();

  private static Connection connection;
  private static AsyncConnection asynchronous;

  private Deferral ahead;
  private Deferral other;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
    asynchronous =
        ConnectionFactory.createAsyncConnection(SharedHBase.configuration(cluster)).get();
    SharedHBase.createTable(connection, TABLE, F);
  }

  @AfterAll
  static void disconnect() throws IOException {
    if (asynchronous != null) {
      asynchronous.close();
    }
    if (connection != null) {
      connection.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    ahead =
        Deferral.open(connection, asynchronous, SETTINGS, () -> System.currentTimeMillis() + AHEAD);
    other = Deferral.open(connection, asynchronous, SETTINGS);
  }

  @AfterEach
  void close() throws IOException {
    ahead.close();
    other.close();
  }

  @Test
  void aLockThatAClockAheadHasReleasedIsTakenByOneOnly() throws IOException {
    byte[] row = Bytes.toBytes("released");
    release(row);
    try (Table b = other.session().table(TABLE);
        Table c = other.session().table(TABLE)) {
      assertThat(b.checkAndMutate(take(row, "b")).isSuccess()).isTrue();
      assertThat(c.checkAndMutate(take(row, "c")).isSuccess()).isFalse();
      assertThat(c.get(new Get(row)).getValue(F, LOCK)).isEqualTo(Bytes.toBytes("b"));
    }
  }

  /** A server's own guard knows of the cell that it checked, and of no marker. */
  @Test
  void aStampOfTheServersIsNotLaterThanAMarkerOfAClockAhead() throws IOException {
    Put lock = ahead(Bytes.toBytes("stock"), Bytes.toBytes("a"), FAR_AHEAD);
    byte[] row = lock.getRow();
    try (Table stock = connection.getTable(TABLE)) {
      stock.put(lock);
      stock.delete(new Delete(row, stamp(lock)));
      assertThat(stock.checkAndMutate(take(row, "b")).isSuccess()).isTrue();
      assertThat(stock.get(new Get(row)).isEmpty()).as("told true, and not seen").isTrue();
      assertThat(stock.checkAndMutate(take(row, "c")).isSuccess()).isTrue();
    }
  }

  @Test
  void whatIsWrittenToAnotherColumnIsSeenThoughThatWasWrittenByAClockAhead() throws IOException {
    byte[] row = Bytes.toBytes("columns");
    try (DeferralSession session = ahead.session();
        Table a = session.table(TABLE)) {
      a.put(new Put(row).addColumn(F, OWNER, Bytes.toBytes("a")));
    }
    try (DeferralSession session = other.session();
        Table b = session.table(TABLE)) {
      RowMutations both =
          RowMutations.of(
              List.of(
                  new Put(row).addColumn(F, LOCK, Bytes.toBytes("b")),
                  new Put(row).addColumn(F, OWNER, Bytes.toBytes("b"))));
      assertThat(
              b.checkAndMutate(CheckAndMutate.newBuilder(row).ifNotExists(F, LOCK).build(both))
                  .isSuccess())
          .isTrue();
      assertThat(b.get(new Get(row)).getValue(F, OWNER)).isEqualTo(Bytes.toBytes("b"));
      b.put(new Put(row).addColumn(F, OWNER, Bytes.toBytes("deferred")));
      session.flush();
      assertThat(b.get(new Get(row)).getValue(F, OWNER)).isEqualTo(Bytes.toBytes("deferred"));
    }
  }

  @Test
  void aCheckAndDeleteHidesWhatAClockAheadWrote() throws IOException {
    byte[] row = Bytes.toBytes("deleted");
    try (DeferralSession session = ahead.session();
        Table a = session.table(TABLE)) {
      a.put(new Put(row).addColumn(F, LOCK, Bytes.toBytes("a")));
    }
    try (Table b = other.session().table(TABLE)) {
      CheckAndMutate delete =
          CheckAndMutate.newBuilder(row)
              .ifEquals(F, LOCK, Bytes.toBytes("a"))
              .build(new Delete(row).addColumns(F, LOCK));
      assertThat(b.checkAndMutate(delete).isSuccess()).isTrue();
      assertThat(b.get(new Get(row)).isEmpty()).isTrue();
    }
  }

  /** The earlier process's clock was ahead, and is right when the process starts again. */
  @Test
  void afterARestartABlindOverwriteWinsOverWhatWasStampedAheadAndKeptInASpill(@TempDir Path spill)
      throws IOException {
    DeferralSettings kept =
        DeferralSettings.builder()
            .boundTime(Duration.ofMillis(200))
            .survive(CrashDurability.PROCESS_CRASH, spill)
            .build();
    byte[] row = Bytes.toBytes("restarted_with_a_spill");
    AtomicLong clock = new AtomicLong(System.currentTimeMillis() + AHEAD);
    try (Deferral before = Deferral.open(connection, asynchronous, kept, clock::get)) {
      blind(before, put(row, "before the restart"));
    }
    clock.addAndGet(-AHEAD);
    try (Deferral restarted = Deferral.open(connection, asynchronous, kept, clock::get)) {
      blind(restarted, put(row, "after it"));
      assertThat(lock(row)).isEqualTo("after it");
    }
    try (Deferral again = Deferral.open(connection, asynchronous, kept, clock::get)) {
      blind(again, new Delete(row));
      assertThat(lock(row)).isNull();
      blind(again, put(row, "after the delete"));
      assertThat(lock(row)).isEqualTo("after the delete");
    }
  }

  /** There is no place to keep it. */
  @Test
  void withoutASpillItLosesUntilTheClockHasCaughtUpAsDocumented() throws IOException {
    byte[] row = Bytes.toBytes("restarted");
    AtomicLong clock = new AtomicLong(System.currentTimeMillis() + AHEAD);
    try (Deferral before = Deferral.open(connection, asynchronous, SETTINGS, clock::get)) {
      blind(before, put(row, "before the restart"));
    }
    clock.addAndGet(-AHEAD);
    try (Deferral restarted = Deferral.open(connection, asynchronous, SETTINGS, clock::get)) {
      blind(restarted, put(row, "after it"));
      assertThat(lock(row)).isEqualTo("before the restart");
      clock.addAndGet(AHEAD + 1);
      blind(restarted, put(row, "caught up"));
      assertThat(lock(row)).isEqualTo("caught up");
    }
  }

  /** Whoever is ahead: a version, or the marker of a delete, which no other read would show. */
  @Test
  void aRowMutationWinsOverAClockAhead() throws IOException {
    long now = System.currentTimeMillis();
    byte[] version = Bytes.toBytes("mutated_version");
    byte[] marker = Bytes.toBytes("mutated_marker");
    try (Deferral behind = Deferral.open(connection, asynchronous, SETTINGS, () -> now - AHEAD);
        Table own = behind.session().table(TABLE);
        Table rival = connection.getTable(TABLE)) {
      rival.put(new Put(version).addColumn(F, LOCK, now, Bytes.toBytes("rival")));
      rival.delete(new Delete(marker, now));
      for (byte[] row : List.of(version, marker)) {
        Result unused = own.mutateRow(RowMutations.of(List.of(put(row, "mine"))));
        assertThat(lock(row)).as(Bytes.toString(row)).isEqualTo("mine");
        blind(behind, put(row, "deferred"));
        assertThat(lock(row)).as("what follows").isEqualTo("deferred");
      }
    }
  }

  /** As with the stock client, whose puts get the time of the server. */
  @Test
  void aBatchWinsInEachOfItsRowsOverAClockAhead() throws Exception {
    byte[] version = Bytes.toBytes("batched_version");
    byte[] marker = Bytes.toBytes("batched_marker");
    byte[] several = Bytes.toBytes("batched_several");
    byte[] condition = Bytes.toBytes("batched_condition");
    byte[] deleted = Bytes.toBytes("batched_delete");
    byte[] counter = Bytes.toBytes("batched_counter");
    byte[] served = Bytes.toBytes("batched_by_stock");
    LongSupplier clock = () -> System.currentTimeMillis() - AHEAD;
    try (Deferral behind = Deferral.open(connection, asynchronous, SETTINGS, clock);
        Table own = behind.session().table(TABLE);
        Table rival = connection.getTable(TABLE)) {
      rival.put(List.of(put(version, "rival"), put(several, "rival"), put(deleted, "rival")));
      rival.put(put(served, "rival"));
      rival.batch(List.of(put(served, "mine")), new Object[1]);
      assertThat(lock(served)).as("the stock client").isEqualTo("mine");
      rival.delete(new Delete(marker));
      rival.delete(new Delete(condition));
      Object[] answers = new Object[6];
      own.batch(
          List.of(
              put(version, "mine"),
              put(marker, "mine"),
              RowMutations.of(List.of(put(several, "mine"))),
              take(condition, "mine"),
              new Delete(deleted),
              new Increment(counter).addColumn(F, LOCK, 1)),
          answers);
      assertThat(((CheckAndMutateResult) answers[3]).isSuccess()).isTrue();
      assertThat(((Result) answers[5]).getValue(F, LOCK)).isEqualTo(Bytes.toBytes(1L));
      assertThat(lock(deleted)).isNull();
      for (byte[] row : List.of(version, marker, several, condition)) {
        assertThat(lock(row)).as(Bytes.toString(row)).isEqualTo("mine");
        blind(behind, put(row, "deferred"));
        assertThat(lock(row)).as("what follows").isEqualTo("deferred");
      }
    }
  }

  private static void blind(Deferral deferral, Mutation write) throws IOException {
    try (DeferralSession session = deferral.session();
        Table table = session.table(TABLE)) {
      if (write instanceof Delete delete) {
        table.delete(delete);
      } else {
        table.put((Put) write);
      }
    }
  }

  private static Put put(byte[] row, String value) {
    return new Put(row).addColumn(F, LOCK, Bytes.toBytes(value));
  }

  private static String lock(byte[] row) throws IOException {
    try (Table stock = connection.getTable(TABLE)) {
      return Bytes.toString(stock.get(new Get(row)).getValue(F, LOCK));
    }
  }

  /** A server gives an increment a later timestamp than the cell that it found. */
  @Test
  void aReplayedPutOfAClockAheadUndoesNoIncrement() throws IOException {
    Put zero = ahead(Bytes.toBytes("counter"), Bytes.toBytes(0L), FAR_AHEAD);
    try (Table stock = connection.getTable(TABLE)) {
      stock.put(zero);
      stock.increment(new Increment(zero.getRow()).addColumn(F, LOCK, 1));
      stock.put(zero);
      assertThat(Bytes.toLong(stock.get(new Get(zero.getRow())).getValue(F, LOCK))).isEqualTo(1);
    }
  }

  /** The server gives the stock client's the very timestamp of the cell that it checked. */
  @Test
  void aReplayedPutOfAClockAheadUndoesTheStockClientsCheckAndMutateAsDocumented()
      throws IOException {
    Put stock = ahead(Bytes.toBytes("stock_check"), Bytes.toBytes("zero"), FAR_AHEAD);
    assertThat(valueAfterReplay(stock, connection.getTable(TABLE))).isEqualTo("zero");
    Put own = ahead(Bytes.toBytes("own_check"), Bytes.toBytes("zero"), AHEAD);
    assertThat(valueAfterReplay(own, other.session().table(TABLE))).isEqualTo("one");
  }

  private static String valueAfterReplay(Put zero, Table checking) throws IOException {
    try (checking;
        Table stock = connection.getTable(TABLE)) {
      stock.put(zero);
      CheckAndMutate request =
          CheckAndMutate.newBuilder(zero.getRow())
              .ifEquals(F, LOCK, Bytes.toBytes("zero"))
              .build(new Put(zero.getRow()).addColumn(F, LOCK, Bytes.toBytes("one")));
      assertThat(checking.checkAndMutate(request).isSuccess()).isTrue();
      stock.put(zero);
      return Bytes.toString(stock.get(new Get(zero.getRow())).getValue(F, LOCK));
    }
  }

  private static Put ahead(byte[] row, byte[] value, long ahead) {
    return new Put(row).addColumn(F, LOCK, System.currentTimeMillis() + ahead, value);
  }

  private static long stamp(Put put) {
    return put.get(F, LOCK).get(0).getTimestamp();
  }

  @Test
  void tablesWhoseWritesMayNotBeLateAreRefused() throws IOException {
    TableName byArrival = TableName.valueOf("skewed_by_arrival");
    create(
        byArrival, ColumnFamilyDescriptorBuilder.newBuilder(F).setNewVersionBehavior(true).build());
    // Where the master is slow to answer, a table is let through until it has.
    await()
        .atMost(LONGER_THAN_A_FAILED_ANSWER_COUNTS)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> other.mutator(byArrival)).hasMessageContaining("family"));
    assertThatThrownBy(() -> other.mutator(byArrival))
        .hasMessageContaining("skewed_by_arrival")
        .hasMessageContaining("family f has NEW_VERSION_BEHAVIOR");
    assertThatThrownBy(() -> other.session().table(byArrival))
        .hasMessageContaining("NEW_VERSION_BEHAVIOR");
    TableName brief = TableName.valueOf("skewed_brief");
    create(brief, ColumnFamilyDescriptorBuilder.newBuilder(F).setTimeToLive(1).build());
    other.mutator(brief).close();
    DeferralSettings longer = DeferralSettings.builder().boundTime(Duration.ofSeconds(1)).build();
    try (Deferral deferral = Deferral.open(connection, asynchronous, longer)) {
      await()
          .atMost(LONGER_THAN_A_FAILED_ANSWER_COUNTS)
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> deferral.mutator(brief))
                      .hasMessageContaining("family f forgets its cells after 1000 ms (TTL)"));
    }
  }

  /** The clock ahead takes a lock and releases it, both deferred. */
  private void release(byte[] row) throws IOException {
    try (DeferralSession session = ahead.session();
        Table a = session.table(TABLE)) {
      a.put(new Put(row).addColumn(F, LOCK, Bytes.toBytes("a")));
      a.delete(new Delete(row));
    }
  }

  private static CheckAndMutate take(byte[] row, String owner) {
    return CheckAndMutate.newBuilder(row)
        .ifNotExists(F, LOCK)
        .build(new Put(row).addColumn(F, LOCK, Bytes.toBytes(owner)));
  }

  private static void create(TableName table, ColumnFamilyDescriptor family) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build());
    }
  }
}
