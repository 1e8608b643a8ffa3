package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.deferral.FixedDeferral;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.FlushReason;
import org.quorate.hbase.metric.MissCause;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.stamp.SteadyClock;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.RecordingSpill;

class PendingWritesTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private final FakeCluster cluster = new FakeCluster();
  private final RecordingSpill spill = new RecordingSpill();
  private PendingWrites writes;

  @AfterEach
  void nothingWentWrongBesides() throws IOException {
    if (writes != null) {
      cluster.failBefore(action -> null).failAfter(action -> null);
      writes.close();
    }
    cluster.close();
    assertThat(spill.complaints()).isEmpty();
    assertThat(cluster.overtakings()).isZero();
  }

  @Test
  void aWriteArrivesWithinTheBoundThoughTheApplicationIsQuiet() throws IOException {
    WriteAccount account = open(bound(Duration.ofMillis(300)).policy(new FixedDeferral(1 << 20)));
    account.accept(put("a1", "1"));
    assertThat(cluster.arrived()).as("it waits for company").isEmpty();
    await().atMost(Duration.ofSeconds(5)).until(() -> cluster.arrived().size() == 1);
    await().until(() -> writes.metrics().pendingBytes() == 0);
    DeferralMetrics metrics = writes.metrics();
    assertThat(metrics.acknowledged()).isEqualTo(1);
    assertThat(metrics.delay().getMinValue()).isGreaterThan(100_000);
    assertThat(metrics.flushes()).containsEntry(FlushReason.WAITED, 1L);
    assertThat(metrics.pendingWrites()).isZero();
  }

  @Test
  void aFullFlushDoesNotWait() throws IOException {
    WriteAccount account = open(bound(Duration.ofHours(1)).policy(new FixedDeferral(10_000)));
    long size = put("a0", "1").heapSize();
    for (int write = 0; write * size < 10_000; write++) {
      account.accept(put("a" + write, "1"));
    }
    await().atMost(Duration.ofSeconds(5)).until(() -> !cluster.arrived().isEmpty());
    assertThat(cluster.requests().get(0).size()).isGreaterThan(5);
    assertThat(writes.metrics().flushes().get(FlushReason.FULL)).isPositive();
  }

  @Test
  void rareWritesAreNotHeldBackByTheAdaptivePolicy() throws IOException {
    WriteAccount account = open(bound(Duration.ofHours(1)));
    account.accept(put("a", "1"));
    await().atMost(Duration.ofSeconds(5)).until(() -> cluster.arrived().size() == 1);
  }

  @Test
  void flushWaitsUntilAllIsAcknowledged() throws IOException {
    cluster.delay(20, TimeUnit.MILLISECONDS);
    WriteAccount account = open(bound(Duration.ofHours(1)).policy(new FixedDeferral(1 << 20)));
    for (int write = 0; write < 1_000; write++) {
      account.accept(put("a" + write, "1"));
    }
    account.flush();
    assertThat(cluster.arrived()).hasSize(1_000);
    assertThat(writes.metrics().acknowledged()).isEqualTo(1_000);
    assertThat(spill.kept()).isEmpty();
    account.flush();
  }

  @Test
  void whatWaitsForARowGoesInOneRequest() throws IOException {
    WriteAccount account = open(bound(Duration.ofHours(1)).policy(new FixedDeferral(1 << 20)));
    for (int write = 0; write < 10; write++) {
      account.accept(put("a", "v" + write));
    }
    account.accept(new Delete(Bytes.toBytes("b")));
    account.accept(put("b", "1"));
    account.flush();
    List<Row> actions = cluster.requests().stream().flatMap(List::stream).toList();
    assertThat(actions).hasSize(2);
    assertThat(actions).hasAtLeastOneElementOfType(RowMutations.class);
    assertThat(value("a")).isEqualTo("v9");
    assertThat(value("b")).isEqualTo("1");
  }

  @Test
  void aSlowServerDoesNotDelayTheOthers() throws IOException {
    cluster.delayOf("s", 2, TimeUnit.SECONDS);
    WriteAccount account = open(bound(Duration.ofMillis(200)));
    for (int write = 0; write < 200; write++) {
      account.accept(put("s" + write, "1"));
      account.accept(put("q" + write, "1"));
    }
    await()
        .atMost(Duration.ofSeconds(1))
        .until(
            () ->
                cluster.arrived().stream()
                        .filter(each -> Bytes.toString(each.getRow(), 0, 1).equals("q"))
                        .count()
                    == 200);
    cluster.delayOf("s", 0, TimeUnit.SECONDS);
    account.flush();
  }

  @Test
  void theOrderWithinARowSurvivesFailuresAndThreads() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    cluster
        .delay(200, TimeUnit.MICROSECONDS)
        .failBefore(
            action ->
                turns.incrementAndGet() % 7 == 0 ? new NotServingRegionException("moved") : null)
        .failAfter(action -> turns.get() % 11 == 0 ? new IOException("no answer") : null);
    WriteAccount account =
        open(bound(Duration.ofMillis(20)).policy(new FixedDeferral(5_000)).flushesInFlight(3));
    int threads = 8;
    int each = 400;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> running = new CopyOnWriteArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      String mine = (thread % 2 == 0 ? "x" : "y") + thread;
      running.add(
          pool.submit(
              () -> {
                for (int write = 0; write < each; write++) {
                  account.accept(put(mine + write % 3, String.valueOf(write)));
                }
                return null;
              }));
    }
    for (Future<?> thread : running) {
      thread.get(60, TimeUnit.SECONDS);
    }
    account.flush();
    pool.shutdown();
    for (int thread = 0; thread < threads; thread++) {
      for (int row = 0; row < 3; row++) {
        String key = (thread % 2 == 0 ? "x" : "y") + thread + row;
        int last = each - 1 - (each - 1 - row) % 3;
        assertThat(value(key)).as(key).isEqualTo(String.valueOf(last));
        assertThat(firstArrivals(key)).as(key).isSorted();
      }
    }
    assertThat(writes.metrics().acknowledged()).isEqualTo((long) threads * each);
    assertThat(writes.metrics().retriedRows()).isPositive();
    assertThat(cluster.saidOutdated()).isPositive();
    assertThat(spill.kept()).isEmpty();
  }

  @Test
  void whatIsRefusedComesBackAloneWithItsReason() throws Exception {
    cluster.failBefore(PendingWritesTest::noSuchFamily);
    List<RetriesExhaustedWithDetailsException> told = new CopyOnWriteArrayList<>();
    open(bound(Duration.ofMillis(50)).policy(new FixedDeferral(1 << 20)));
    WriteAccount account = writes.account(TABLE, told::add, null);
    Put bad =
        new Put(Bytes.toBytes("a")).addColumn(Bytes.toBytes("nowhere"), Q, Bytes.toBytes("1"));
    account.accept(put("a", "1"));
    account.accept(bad);
    account.accept(put("a", "3"));
    account.accept(put("b", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("3");
    assertThat(value("b")).isEqualTo("1");
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).getNumExceptions()).isEqualTo(1);
    assertThat(told.get(0).getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(told.get(0).getRow(0).getRow()).isEqualTo(Bytes.toBytes("a"));
    assertThat(((Mutation) told.get(0).getRow(0)).getFamilyCellMap())
        .containsKey(Bytes.toBytes("nowhere"));
    assertThat(writes.metrics().failed()).isEqualTo(1);
    assertThat(writes.metrics().acknowledged()).isEqualTo(3);
    await().until(() -> writes.metrics().pendingBytes() == 0);
    assertThat(spill.kept()).isEmpty();
  }

  @Test
  void withoutAListenerTheNextCallThrowsAndIsNotAccepted() throws Exception {
    cluster.failBefore(PendingWritesTest::noSuchFamily);
    WriteAccount account = open(bound(Duration.ofMillis(50)));
    Put bad =
        new Put(Bytes.toBytes("a")).addColumn(Bytes.toBytes("nowhere"), Q, Bytes.toBytes("1"));
    account.accept(bad);
    await().until(() -> writes.metrics().failed() == 1);
    assertThat(spill.kept()).as("kept until somebody was told").hasSize(1);
    assertThat(writes.metrics().pendingBytes()).isPositive();
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown ->
                assertThat(thrown.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class));
    assertThat(spill.kept()).isEmpty();
    assertThat(writes.metrics().accepted()).isEqualTo(1);
    account.accept(put("b", "2"));
    account.flush();
    assertThat(value("b")).isEqualTo("2");
    assertThat(value("a")).isNull();
  }

  @Test
  void aListenerThatThrowsHasTheNextCallThrow() throws Exception {
    cluster.failBefore(PendingWritesTest::noSuchFamily);
    AtomicInteger told = new AtomicInteger();
    open(bound(Duration.ofMillis(50)));
    WriteAccount account =
        writes.account(
            TABLE,
            failure -> {
              told.incrementAndGet();
              throw failure;
            },
            null);
    account.accept(
        new Put(Bytes.toBytes("a")).addColumn(Bytes.toBytes("nowhere"), Q, Bytes.toBytes("1")));
    await().until(() -> told.get() == 1);
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(account::flush)
                    .isInstanceOf(RetriesExhaustedWithDetailsException.class));
    account.flush();
  }

  @Test
  void aWriteThatNobodyTakesIsGivenUpAfterTheTimeForRetries() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("never opened"));
    WriteAccount account = open(bound(Duration.ofMillis(20)).retryFor(Duration.ofMillis(300)));
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    assertThatThrownBy(account::flush)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("NotServingRegionException");
    assertThat(writes.metrics().retriedRows()).isGreaterThan(2);
    assertThat(writes.metrics().failed()).isEqualTo(2);
  }

  @Test
  void aTargetThatThrowsLosesNothing() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    writes =
        new PendingWrites(
            bound(Duration.ofMillis(20)).build(),
            (table, actions) -> {
              if (broken.get()) {
                throw new IllegalStateException("The connection is closed.");
              }
              return cluster.send(table, actions);
            },
            cluster,
            spill,
            stamps(),
            System::nanoTime);
    WriteAccount account = writes.account(TABLE, null, null);
    account.accept(put("a", "1"));
    await().until(() -> writes.metrics().retriedRows() > 0);
    broken.set(false);
    account.flush();
    assertThat(value("a")).isEqualTo("1");
  }

  @Test
  void aCallThatFindsNoRoomFails() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(bound(Duration.ofMillis(20)).boundWrites(3).failWhenFull());
    for (int write = 0; write < 3; write++) {
      account.accept(put("a" + write, "1"));
    }
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(DeferralFullException.class)
        .hasMessageContaining("3 writes");
    assertThat(writes.metrics().refusals()).isEqualTo(1);
    assertThat(writes.metrics().accepted()).isEqualTo(3);
    cluster.failBefore(action -> null);
    account.flush();
    account.accept(put("b", "1"));
    account.flush();
    assertThat(value("b")).isEqualTo("1");
  }

  @Test
  void aCallThatFindsNoRoomWaitsForIt() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        open(bound(Duration.ofMillis(20)).memory(2_000).blockWhenFull(Duration.ofSeconds(30)));
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<?> writer =
        pool.submit(
            () -> {
              for (int write = 0; write < 100; write++) {
                account.accept(put("a" + write, "1"));
              }
              return null;
            });
    assertThatThrownBy(() -> writer.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(writes.metrics().pendingBytes()).isLessThanOrEqualTo(2_000);
    cluster.failBefore(action -> null);
    writer.get(30, TimeUnit.SECONDS);
    account.flush();
    assertThat(cluster.arrived()).hasSize(100);
    assertThat(writes.metrics().waitsForRoom()).isPositive();
    pool.shutdown();
  }

  @Test
  void aCallDoesNotWaitForeverForRoom() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        open(bound(Duration.ofMillis(20)).boundWrites(1).blockWhenFull(Duration.ofMillis(100)));
    account.accept(put("a", "1"));
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(DeferralFullException.class)
        .hasMessageContaining("within 100ms");
    cluster.failBefore(action -> null);
    account.flush();
  }

  @Test
  void aWriterWhoWaitsForRoomHastensTheFlush() throws IOException {
    WriteAccount account =
        open(
            bound(Duration.ofHours(1))
                .policy(new FixedDeferral(1 << 20))
                .boundWrites(10)
                .blockWhenFull(Duration.ofSeconds(30)));
    for (int write = 0; write < 50; write++) {
      account.accept(put("a" + write, "1"));
    }
    assertThat(writes.metrics().flushes().get(FlushReason.PRESSURE)).isPositive();
    account.flush();
  }

  @Test
  void aWriterWhoIsRefusedHastensTheFlush() throws Exception {
    WriteAccount account =
        open(
            bound(Duration.ofHours(1))
                .policy(new FixedDeferral(1 << 20))
                .boundWrites(10)
                .failWhenFull());
    for (int write = 0; write < 50; write++) {
      Put put = put("a" + write, "1");
      await()
          .atMost(Duration.ofSeconds(10))
          .ignoreExceptionsInstanceOf(DeferralFullException.class)
          .until(
              () -> {
                account.accept(put);
                return true;
              });
    }
    assertThat(writes.metrics().flushes().get(FlushReason.PRESSURE)).isBetween(1L, 25L);
    account.flush();
  }

  @Test
  void neverMoreWritesArePendingThanTheBoundAllows() throws IOException {
    cluster.delay(1, TimeUnit.MILLISECONDS);
    WriteAccount account = open(bound(Duration.ofMillis(50)).boundWrites(20));
    for (int write = 0; write < 500; write++) {
      account.accept(put("a" + write, "1"));
      assertThat(writes.metrics().pendingWrites()).isLessThanOrEqualTo(20);
    }
    account.flush();
  }

  @Test
  void aMissedBoundIsListedWithItsCause() throws Exception {
    List<MissedBound> heard = new CopyOnWriteArrayList<>();
    cluster.delay(150, TimeUnit.MILLISECONDS);
    WriteAccount account =
        open(
            bound(Duration.ofMillis(100))
                .listener(
                    new DeferralListener() {
                      @Override
                      public void missed(MissedBound miss) {
                        heard.add(miss);
                      }
                    }));
    account.accept(put("a", "1"));
    account.flush();
    assertThat(writes.metrics().misses()).containsEntry(MissCause.SERVER_SLOW, 1L);
    cluster.delay(0, TimeUnit.MILLISECONDS);
    AtomicInteger attempts = new AtomicInteger();
    cluster.failBefore(
        action -> attempts.incrementAndGet() < 6 ? new NotServingRegionException("moving") : null);
    account.accept(put("b", "1"));
    account.flush();
    assertThat(writes.metrics().misses()).containsEntry(MissCause.REGION_MOVED, 1L);
    assertThat(writes.metrics().missed()).isEqualTo(2);
    MissedBound miss = writes.metrics().latestMisses().get(1);
    assertThat(miss.row()).isEqualTo("b");
    assertThat(miss.attempts()).isEqualTo(6);
    assertThat(miss.delay()).isGreaterThan(Duration.ofMillis(100));
    assertThat(miss.lastError()).contains("NotServingRegionException");
    assertThat(heard).hasSize(2);
  }

  @Test
  void whatIsNoMoveOfARegionIsNotCalledOne() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    cluster.failBefore(
        action -> attempts.incrementAndGet() < 6 ? new IOException("sync failed") : null);
    WriteAccount account = open(bound(Duration.ofMillis(100)));
    account.accept(put("a", "1"));
    account.flush();
    assertThat(writes.metrics().misses()).containsEntry(MissCause.OTHER, 1L);
    assertThat(writes.metrics().latestMisses().get(0).lastError()).contains("sync failed");
    assertThat(cluster.saidOutdated()).isZero();
  }

  @Test
  void aMutationMayBeUsedAgainWhenTheCallHasReturned() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(bound(Duration.ofHours(1)));
    Put put = new Put(Bytes.toBytes("a"), 5).addColumn(F, Q, Bytes.toBytes("1"));
    account.accept(put);
    Delete delete = new Delete(Bytes.toBytes("b"), 5).addColumns(F, Q, 4);
    account.accept(delete);
    put.addColumn(F, Bytes.toBytes("other"), Bytes.toBytes("2"));
    delete.addColumns(F, Bytes.toBytes("other"), 4);
    assertThat(spill.kept()).hasSize(2).allMatch(each -> each.size() == 1);
    cluster.failBefore(action -> null);
    account.flush();
    assertThat(cluster.arrived()).hasSize(2).allMatch(each -> each.size() == 1);
    assertThat(cluster.arrived()).allMatch(each -> each.getTimestamp() == 5);
  }

  @Test
  void aWriteIsInTheSpillFromItsAcceptanceToItsAcknowledgement() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(bound(Duration.ofMillis(20)));
    account.accept(put("a", "1"));
    account.accept(put("b", "1"));
    await().until(() -> writes.metrics().retriedRows() > 2);
    assertThat(spill.kept()).hasSize(2);
    assertThat(spill.kept())
        .as("with their timestamps")
        .allMatch(
            mutation -> mutation.getFamilyCellMap().get(F).get(0).getTimestamp() < Long.MAX_VALUE);
    cluster.failBefore(action -> null);
    account.flush();
    assertThat(spill.kept()).isEmpty();
  }

  @Test
  void whatTheSpillCannotKeepIsNotAccepted() throws Exception {
    WriteAccount account = open(bound(Duration.ofMillis(20)));
    spill.full(true);
    assertThatThrownBy(() -> account.accept(put("a", "1"))).hasMessage("The disk is full.");
    assertThat(writes.metrics().pendingBytes()).isZero();
    spill.full(false);
    account.accept(put("a", "2"));
    account.flush();
    assertThat(cluster.arrived()).hasSize(1);
  }

  @Test
  void closeSendsEverythingAndThenNothingIsAccepted() throws Exception {
    WriteAccount account = open(bound(Duration.ofHours(1)).policy(new FixedDeferral(1 << 20)));
    account.accept(put("a", "1"));
    writes.close();
    assertThat(value("a")).isEqualTo("1");
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    writes.close();
  }

  @Test
  void withoutASpillCloseGivesBackWhatNobodyTook() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    List<RetriesExhaustedWithDetailsException> told = new CopyOnWriteArrayList<>();
    open(bound(Duration.ofMillis(20)).blockWhenFull(Duration.ofMillis(100)));
    WriteAccount account = writes.account(TABLE, told::add, null);
    account.accept(put("a", "1"));
    assertThatThrownBy(writes::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 write was not acknowledged")
        .hasMessageContaining("went back");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).getRow(0).getRow()).isEqualTo(Bytes.toBytes("a"));
  }

  @Test
  void withASpillCloseLeavesThereWhatNobodyTook() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        open(
            bound(Duration.ofMillis(20))
                .blockWhenFull(Duration.ofMillis(100))
                .survive(CrashDurability.PROCESS_CRASH, Path.of("spill-of-test")));
    account.accept(put("a", "1"));
    assertThatThrownBy(writes::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("spill-of-test");
    assertThat(spill.kept()).hasSize(1);
  }

  @Test
  void aRowCanBeFlushedByItself() throws Exception {
    WriteAccount account = open(bound(Duration.ofHours(1)).policy(new FixedDeferral(1 << 20)));
    account.accept(put("a", "1"));
    account.accept(put("b", "1"));
    account.flushRow(Bytes.toBytes("a"), Duration.ofMinutes(1));
    assertThat(value("a")).isEqualTo("1");
    assertThat(value("b")).isNull();
    account.flushRow(Bytes.toBytes("nothing pending"), Duration.ZERO);
    account.flush();
  }

  /**
   * Its next writes might else be acknowledged, and leave overlay and spill, before its first ones:
   * a read would meet a put without the delete that came after it.
   */
  @Test
  void aRowGoesOnOnlyWhenItsAnswerHasBeenActedUpon() throws Exception {
    WriteAccount account = open(bound(Duration.ofMillis(20)));
    CountDownLatch actedUpon = new CountDownLatch(1);
    spill.slow(actedUpon);
    account.accept(put("x1", "1"));
    await().atMost(Duration.ofSeconds(5)).until(spill::isSlow);
    account.accept(new Delete(Bytes.toBytes("x1")));
    account.accept(put("x2", "1"));
    await().atMost(Duration.ofSeconds(5)).until(() -> arrivals("x2") == 1);
    assertThat(arrivals("x1")).isEqualTo(1);
    actedUpon.countDown();
    account.flush();
    assertThat(arrivals("x1")).isEqualTo(2);
  }

  /** Whoever waits for a row would else see what it waited for once more. */
  @Test
  void aRowIsWaitedForUntilItsAnswerHasBeenActedUpon() throws Exception {
    Overlay overlay = new Overlay();
    open(bound(Duration.ofHours(1)).policy(new FixedDeferral(1 << 20)));
    WriteAccount account = writes.account(TABLE, null, overlay);
    byte[] row = Bytes.toBytes("x");
    CountDownLatch actedUpon = new CountDownLatch(1);
    spill.slow(actedUpon);
    account.accept(put("x", "1"));
    account.accept(put("x", "2"));
    account.queue().ask();
    await().atMost(Duration.ofSeconds(5)).until(spill::isSlow);
    assertThat(overlay.of(row).mutations()).as("the second").hasSize(1);
    assertThatThrownBy(() -> account.flushRow(row, Duration.ofMillis(100)))
        .hasMessageContaining("row x of t was not acknowledged within 100ms");
    actedUpon.countDown();
    account.flushRow(row, Duration.ofMinutes(1));
    assertThat(overlay.of(row).isEmpty()).isTrue();
  }

  @Test
  void whatIsGivenBackIsNotSeenAnyMore() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("never opened"));
    Overlay overlay = new Overlay();
    AtomicReference<WriteAccount> own = new AtomicReference<>();
    List<Row> givenBack = new CopyOnWriteArrayList<>();
    List<Row> seen = new CopyOnWriteArrayList<>();
    DeferralListener asking =
        new DeferralListener() {
          @Override
          public void failed(TableName table, Mutation mutation, Throwable reason) {
            try {
              own.get().throwGivenUp();
            } catch (RetriesExhaustedWithDetailsException e) {
              for (int index = 0; index < e.getNumExceptions(); index++) {
                Row row = e.getRow(index);
                givenBack.add(row);
                if (overlay.of(row.getRow()).mutations().stream().anyMatch(each -> each == row)) {
                  seen.add(row);
                }
              }
            }
          }
        };
    open(bound(Duration.ofMillis(20)).retryFor(Duration.ofMillis(300)).listener(asking));
    WriteAccount account = writes.account(TABLE, null, overlay);
    own.set(account);
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    account.flush();
    assertThat(givenBack).hasSize(2);
    assertThat(seen).isEmpty();
  }

  private long arrivals(String row) {
    return cluster.arrived().stream()
        .filter(each -> Bytes.toString(each.getRow()).equals(row))
        .count();
  }

  @Test
  void whatMayNotBeDeferredIsRefused() throws Exception {
    WriteAccount account = open(bound(Duration.ofMillis(20)));
    assertThatThrownBy(() -> account.accept(new Increment(F).addColumn(F, Q, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> account.accept(new Delete(F).addColumn(F, Q)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> account.accept(new Put(F)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  private WriteAccount open(DeferralSettings.Builder settings) {
    writes =
        new PendingWrites(settings.build(), cluster, cluster, spill, stamps(), System::nanoTime);
    return writes.account(TABLE, null, null);
  }

  private static RowStamps stamps() {
    return new RowStamps(new SteadyClock(System::currentTimeMillis, () -> 0), 100);
  }

  private static DeferralSettings.Builder bound(Duration time) {
    return DeferralSettings.builder().boundTime(time);
  }

  private static Throwable noSuchFamily(Row action) {
    List<Mutation> mutations =
        action instanceof RowMutations several
            ? several.getMutations()
            : List.of((Mutation) action);
    return mutations.stream()
            .allMatch(each -> each.getFamilyCellMap().containsKey(F) && each.numFamilies() == 1)
        ? null
        : new NoSuchColumnFamilyException("nowhere");
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private String value(String row) {
    return cluster.with(
        rows -> {
          byte[] key = Bytes.toBytes(row);
          return rows.containsKey(key)
              ? Bytes.toString(rows.get(key).read(new Get(key)).getValue(F, Q))
              : null;
        });
  }

  /** The newest value of each mutation: cells within one have no order among themselves. */
  private List<Integer> firstArrivals(String row) {
    return cluster.arrived().stream()
        .filter(each -> Bytes.toString(each.getRow()).equals(row))
        .map(each -> each.getFamilyCellMap().get(F))
        .map(cells -> cells.stream().mapToInt(PendingWritesTest::number).max().orElseThrow())
        .distinct()
        .toList();
  }

  private static int number(Cell cell) {
    return Integer.parseInt(Bytes.toString(CellUtil.cloneValue(cell)));
  }
}
