package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.session.PatientRules;
import org.quorate.hbase.session.SessionReads;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

class DeferredTableTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] X = Bytes.toBytes("x");
  private static final byte[] NOWHERE = Bytes.toBytes("nowhere");
  private static final Duration NEVER = Duration.ofHours(1);

  private final AtomicLong shift = new AtomicLong();
  private LongSupplier clock = System::currentTimeMillis;
  private final FakeCluster cluster = new FakeCluster();
  private final FakeTable stock = new FakeTable(cluster, TABLE, 1);
  private PendingWrites writes;
  private DeferredTable table;

  @AfterEach
  void close() throws IOException {
    if (writes != null) {
      cluster.failBefore(action -> null).failAfter(action -> null);
      writes.close();
    }
    cluster.close();
    assertThat(cluster.overtakings()).isZero();
  }

  @Test
  void aSessionReadsItsOwnWritesAndOthersDoNot() throws IOException {
    open(NEVER);
    DeferredTable other = session();
    table.put(put("x", "1"));
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("1"));
    assertThat(table.exists(new Get(X))).isTrue();
    assertThat(table.get(new Get(X).setCheckExistenceOnly(true)).getExists()).isTrue();
    assertThat(other.get(new Get(X)).isEmpty()).isTrue();
    assertThat(cluster.arrived()).isEmpty();
    table.flush();
    assertThat(other.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("1"));
    table.delete(new Delete(X));
    assertThat(other.exists(new Get(X))).isTrue();
    assertThat(table.get(new Get(X)).isEmpty()).isTrue();
    assertThat(table.exists(List.of(new Get(X), new Get(A)))).containsExactly(false, false);
  }

  @Test
  void aPutOfASubclassIsDeferredAsWhatWouldBeSentOfIt() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.put(new Put(X) {}.addColumn(F, A, Bytes.toBytes("2")));
    assertThat(cluster.arrived()).isEmpty();
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("2"));
  }

  @Test
  void aScanSeesWhatIsPendingInItsRangeAndFlushesOnlyThat() throws IOException {
    cluster.apply(put("b", 5, "old"));
    cluster.apply(put("d", 5, "old"));
    open(NEVER);
    table.put(put("a", "new"));
    table.put(put("c", "new"));
    table.delete(new Delete(Bytes.toBytes("d")));
    assertThat(scan(new Scan().withStartRow(Bytes.toBytes("b")).withStopRow(Bytes.toBytes("c"))))
        .containsExactly("b=old");
    assertThat(cluster.arrived()).hasSize(2);
    assertThat(
            scan(
                new Scan()
                    .setReversed(true)
                    .withStartRow(Bytes.toBytes("c"))
                    .withStopRow(Bytes.toBytes("a"))))
        .containsExactly("c=new", "b=old");
    assertThat(cluster.arrived()).hasSize(3);
    assertThat(scan(new Scan())).containsExactly("a=new", "b=old", "c=new");
    assertThat(cluster.arrived()).hasSize(5);
    table.put(put("a", "newer"));
    assertThat(scan(new Scan().setLimit(2))).containsExactly("a=newer", "b=old");
    assertThat(scan(new Scan().setReversed(true))).containsExactly("c=new", "b=old", "a=newer");
  }

  @Test
  void aReadWithAFilterFlushesItsRowsFirst() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.put(put("y", "1"));
    ValueFilter filter =
        new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("1")));
    assertThat(table.get(new Get(X).setFilter(filter)).isEmpty()).isFalse();
    assertThat(cluster.arrived()).hasSize(1);
    assertThat(scan(new Scan().setFilter(filter))).containsExactly("x=1", "y=1");
    assertThat(cluster.arrived()).hasSize(2);
  }

  @Test
  void whatIsNotDeferredComesAfterWhatIsPending() throws Exception {
    open(NEVER);
    table.put(new Put(X).addColumn(F, A, Bytes.toBytes(41L)));
    table.increment(new Increment(X).addColumn(F, A, 1));
    assertThat(Bytes.toLong(table.get(new Get(X)).getValue(F, A))).isEqualTo(42);

    table.put(put("y", "1"));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(Bytes.toBytes("y"))
            .ifEquals(F, A, Bytes.toBytes("1"))
            .build(put("y", "2"));
    assertThat(table.checkAndMutate(check).isSuccess()).isTrue();
    assertThat(table.checkAndMutate(check).isSuccess()).isFalse();
    assertThat(value("y")).isEqualTo("2");

    table.put(put("z", "1"));
    RowMutations both = new RowMutations(Bytes.toBytes("z"));
    both.add(List.of(new Delete(Bytes.toBytes("z")), put("z", "2")));
    table.mutateRow(both);
    assertThat(value("z")).isEqualTo("2");

    table.put(put("u", "1"));
    Object[] results = new Object[2];
    table.batch(List.<Row>of(put("u", "2"), new Get(Bytes.toBytes("z"))), results);
    assertThat(value("u")).isEqualTo("2");
    assertThat(((Result) results[1]).getValue(F, A)).isEqualTo(Bytes.toBytes("2"));
  }

  @Test
  void whatDependsOnAWriteThatWasRefusedIsNotSentBeforeTheCallerKnows() throws IOException {
    cluster.refuseFamily(NOWHERE);
    open(NEVER);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(X).ifNotExists(F, A).build(new Put(X).addColumn(F, A, A));
    List<ThrowingCallable> requests =
        List.of(
            () -> table.increment(new Increment(X).addColumn(F, A, 1)),
            () -> table.append(new Append(X).addColumn(F, A, A)),
            () -> table.delete(new Delete(X).addColumn(F, A)),
            () -> table.mutateRow(RowMutations.of(List.of(put("x", "1")))),
            () -> table.checkAndMutate(check),
            () -> table.checkAndMutate(List.of(check)),
            () -> table.batch(List.<Row>of(put("x", "1")), new Object[1]));
    for (ThrowingCallable request : requests) {
      table.put(new Put(X).addColumn(NOWHERE, A, A));
      assertThatThrownBy(request).isInstanceOf(RetriesExhaustedWithDetailsException.class);
    }
    assertThat(cluster.arrived()).isEmpty();
    table.put(put("x", "2"));
    table.flush();
    assertThat(value("x")).isEqualTo("2");
  }

  @Test
  void readsLeaveWhatWasRefusedToTheNextFlush() throws IOException {
    cluster.refuseFamily(NOWHERE);
    open(NEVER);
    table.put(new Put(X).addColumn(NOWHERE, A, A));
    assertThat(table.get(new Get(X)).isEmpty()).isTrue();
    assertThat(scan(new Scan())).isEmpty();
    assertThatThrownBy(table::flush).isInstanceOf(RetriesExhaustedWithDetailsException.class);
  }

  @Test
  void aDeleteOfTheLatestVersionIsNotDeferred() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.delete(new Delete(X).addColumn(F, A));
    assertThat(cluster.arrived()).hasSize(2);
  }

  @Test
  void whatDependsOnAWriteWaitsNoLongerThanARequestMayTake() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("nowhere"));
    stock.operationTimeout(50, TimeUnit.MILLISECONDS);
    open(NEVER);
    table.put(put("x", "1"));
    ValueFilter filter =
        new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("1")));
    String message = "row x of t was not acknowledged within 50ms";
    assertThatThrownBy(() -> table.get(new Get(X).setFilter(filter))).hasMessageContaining(message);
    assertThatThrownBy(() -> scan(new Scan().setFilter(filter))).hasMessageContaining(message);
    assertThatThrownBy(() -> table.increment(new Increment(X).addColumn(F, A, 1)))
        .hasMessageContaining(message);
    assertThat(cluster.arrived()).isEmpty();
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("1"));
  }

  @Test
  void whatStaysInTheSpillWhenAllIsClosedIsStillSeenAndNotOvertaken() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("nowhere"));
    writes =
        pending(
            settings(NEVER)
                .blockWhenFull(Duration.ofMillis(100))
                .survive(CrashDurability.PROCESS_CRASH, Path.of("spill-of-test")));
    table = session();
    table.put(put("x", "1"));
    assertThatThrownBy(writes::close).hasMessageContaining("spill-of-test");
    await().until(cluster::isIdle);
    cluster.failBefore(action -> null);
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("1"));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(X).ifNotExists(F, A).build(new Put(X).addColumn(F, A, A));
    assertThatThrownBy(() -> table.checkAndMutate(check)).hasMessageContaining("closed before");
    assertThatThrownBy(() -> session().increment(new Increment(X).addColumn(F, A, 1)))
        .hasMessageContaining("closed before");
    assertThat(cluster.arrived()).isEmpty();
    assertThat(table.get(new Get(A)).isEmpty()).as("of another row").isTrue();
  }

  /** Sessions that share no row, at the same time, so that they wait for answers together. */
  @Test
  void aSessionAloneSeesExactlyWhatItWrote() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    cluster
        .delay(300, TimeUnit.MICROSECONDS)
        .failBefore(
            action -> turns.incrementAndGet() % 50 == 0 ? new NotServingRegionException("") : null)
        .failAfter(action -> turns.get() % 70 == 0 ? new IOException("no answer") : null);
    writes = pending(settings(Duration.ofMillis(5)).flushBytes(20_000));
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<?>> sessions = new ArrayList<>();
      for (char letter = 'a'; letter < 'm'; letter++) {
        String rows = String.valueOf(letter);
        sessions.add(
            threads.submit(
                () -> {
                  writeAndRead(session(), rows, new SplittableRandom(99 + rows.charAt(0)));
                  return null;
                }));
      }
      for (Future<?> each : sessions) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every read must return what a map says to which each write was applied at once. */
  private void writeAndRead(DeferredTable own, String rows, SplittableRandom random)
      throws IOException {
    NavigableMap<String, Map<String, String>> expected = new TreeMap<>();
    for (int turn = 0; turn < 2_500; turn++) {
      String row = rows + random.nextInt(20);
      String column = "c" + random.nextInt(3);
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> {
          own.put(
              new Put(Bytes.toBytes(row))
                  .addColumn(F, Bytes.toBytes(column), Bytes.toBytes("v" + turn)));
          expected.computeIfAbsent(row, key -> new TreeMap<>()).put(column, "v" + turn);
        }
        case 3 -> {
          own.delete(new Delete(Bytes.toBytes(row)));
          expected.remove(row);
        }
        case 4 -> {
          own.delete(new Delete(Bytes.toBytes(row)).addColumns(F, Bytes.toBytes(column)));
          expected.getOrDefault(row, new HashMap<>()).remove(column);
        }
        case 5 -> {
          if (random.nextInt(20) == 0) {
            assertThat(scanned(own, rows)).as("turn %d", turn).isEqualTo(nonEmpty(expected));
          }
        }
        default ->
            assertThat(columns(own.get(new Get(Bytes.toBytes(row)))))
                .as("turn %d, row %s", turn, row)
                .isEqualTo(expected.getOrDefault(row, Map.of()));
      }
    }
    own.flush();
    assertThat(scanned(session(), rows)).isEqualTo(nonEmpty(expected));
  }

  /** With a rival whose clock is 200 ms ahead, what a session sees never goes back. */
  @Test
  void aSessionNeverSeesLessThanItSawThoughARivalWritesToo() throws IOException {
    cluster.delay(500, TimeUnit.MICROSECONDS);
    writes = pending(settings(Duration.ofMillis(5)).flushBytes(20_000));
    table = session();
    SplittableRandom random = new SplittableRandom(5);
    Map<String, Long> seen = new HashMap<>();
    for (int turn = 0; turn < 20_000; turn++) {
      String row = "r" + random.nextInt(8);
      switch (random.nextInt(6)) {
        case 0 -> {
          table.put(put(row, "own" + turn));
          Cell own = table.get(new Get(Bytes.toBytes(row))).getColumnLatestCell(F, A);
          assertThat(own.getTimestamp())
              .as("turn %d: what was just written is not older than what was seen", turn)
              .isGreaterThanOrEqualTo(seen.getOrDefault(row, 0L));
          seen.put(row, own.getTimestamp());
        }
        case 1 -> cluster.apply(put(row, System.currentTimeMillis() + 200, "rival" + turn));
        default -> {
          Cell cell = table.get(new Get(Bytes.toBytes(row))).getColumnLatestCell(F, A);
          long timestamp = cell == null ? 0 : cell.getTimestamp();
          assertThat(timestamp)
              .as("turn %d, row %s", turn, row)
              .isGreaterThanOrEqualTo(seen.getOrDefault(row, 0L));
          seen.put(row, timestamp);
        }
      }
    }
  }

  /** The rival's clock is ahead, so that its writes are later than what is pending; both stand. */
  @Test
  void whatARivalHasOverwrittenDoesNotComeBackWhenTheRivalDeletesIt() throws IOException {
    long now = System.currentTimeMillis();
    clock = () -> now;
    open(NEVER);
    long ahead = now + 1000;
    for (String row : List.of("x", "y", "z")) {
      table.put(put(row, "own"));
      cluster.apply(put(row, ahead, "rival"));
    }
    assertThat(Bytes.toString(table.get(new Get(X)).getValue(F, A))).isEqualTo("rival");
    assertThat(table.get(List.of(new Get(Bytes.toBytes("y"))))[0].getValue(F, A))
        .isEqualTo(Bytes.toBytes("rival"));
    assertThat(scan(new Scan().withStartRow(Bytes.toBytes("z")))).containsExactly("z=rival");
    for (String row : List.of("x", "y", "z")) {
      cluster.apply(new Delete(Bytes.toBytes(row), ahead + 1));
    }
    assertThat(scan(new Scan())).isEmpty();
    assertThat(table.get(new Get(X)).isEmpty()).isTrue();
  }

  @Test
  void anOverwriteOfWhatWasReadWinsThoughThisClockIsBehind() throws IOException {
    shift.set(-200);
    open(NEVER);
    cluster.apply(put("x", System.currentTimeMillis(), "rival"));
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("rival"));
    table.put(put("x", "own"));
    assertThat(table.get(new Get(X)).getValue(F, A)).isEqualTo(Bytes.toBytes("own"));
    table.flush();
    assertThat(value("x")).isEqualTo("own");
  }

  @Test
  void aPutAfterAnIncrementWinsThoughThisClockIsBehind() throws IOException {
    shift.set(-200);
    open(NEVER);
    table.put(new Put(X).addColumn(F, A, Bytes.toBytes(1L)));
    assertThat(table.incrementColumnValue(X, F, A, 41)).isEqualTo(42);
    table.put(put("x", "own"));
    table.flush();
    assertThat(value("x")).isEqualTo("own");
  }

  @Test
  void aBlindOverwriteLosesAgainstAClockThatIsAhead() throws IOException {
    // It stands, so that it does not catch up while the machine stands still.
    long now = System.currentTimeMillis();
    clock = () -> now;
    shift.set(-200);
    open(NEVER);
    cluster.apply(put("x", now, "rival"));
    table.put(put("x", "own"));
    table.flush();
    assertThat(value("x")).as("as documented").isEqualTo("rival");
  }

  @Test
  void replayAfterALaterDeleteStaysDeletedWhileItsMarkerIsThere() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.flush();
    table.delete(new Delete(X));
    table.flush();
    assertThat(value("x")).isNull();
    cluster.apply(cluster.arrived().get(0));
    assertThat(value("x")).as("replayed").isNull();
  }

  @Test
  void replayAfterAMajorCompactionBringsADeletedWriteBack() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.flush();
    table.delete(new Delete(X));
    table.flush();
    Mutation first = cluster.arrived().get(0);
    cluster.with(
        rows -> {
          rows.get(X).compactWholly();
          return null;
        });
    cluster.apply(first);
    assertThat(value("x")).as("as documented").isEqualTo("1");
  }

  @Test
  void replayIsIdempotent() throws IOException {
    open(NEVER);
    table.put(put("x", "1"));
    table.flush();
    table.put(put("x", "2"));
    table.flush();
    cluster.apply(cluster.arrived().get(0));
    assertThat(value("x")).isEqualTo("2");
    cluster.apply(cluster.arrived().get(1));
    assertThat(value("x")).isEqualTo("2");
  }

  private void open(Duration bound) {
    writes = pending(settings(bound));
    table = session();
  }

  private static DeferralSettings.Builder settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound);
  }

  private PendingWrites pending(DeferralSettings.Builder settings) {
    return Deferrals.pending(settings, cluster, cluster, Spill.NOTHING, clock, shift::get);
  }

  private DeferredTable session() {
    Overlay overlay = new Overlay();
    WriteAccount account = writes.account(TABLE, null, overlay);
    return new DeferredTable(
        stock,
        account,
        new OrderedRequests(writes, account, stock),
        new SessionReads(stock, account, overlay, PatientRules.rules(), clock));
  }

  private List<String> scan(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows.add(Bytes.toString(row.getRow()) + "=" + Bytes.toString(row.getValue(F, A)));
      }
    }
    return rows;
  }

  /** The rows whose keys begin with one letter. */
  private static Map<String, Map<String, String>> scanned(DeferredTable table, String letter)
      throws IOException {
    Map<String, Map<String, String>> rows = new TreeMap<>();
    Scan scan = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(letter));
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows.put(Bytes.toString(row.getRow()), columns(row));
      }
    }
    return rows;
  }

  private static Map<String, String> columns(Result row) {
    Map<String, String> columns = new TreeMap<>();
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        columns.put(
            Bytes.toString(CellUtil.cloneQualifier(cell)),
            Bytes.toString(CellUtil.cloneValue(cell)));
      }
    }
    return columns;
  }

  private static Map<String, Map<String, String>> nonEmpty(Map<String, Map<String, String>> rows) {
    Map<String, Map<String, String>> kept = new TreeMap<>(rows);
    kept.values().removeIf(Map::isEmpty);
    return kept;
  }

  private String value(String row) {
    byte[] value = stock.get(new Get(Bytes.toBytes(row))).getValue(F, A);
    return value == null ? null : Bytes.toString(value);
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, A, Bytes.toBytes(value));
  }

  private static Put put(String row, long timestamp, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, A, timestamp, Bytes.toBytes(value));
  }
}
