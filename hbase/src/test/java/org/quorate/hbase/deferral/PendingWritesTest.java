package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.FlushReason;
import org.quorate.hbase.metric.MissCause;
import org.quorate.hbase.metric.MissedBound;

/** Acceptance, the bound, the order of writes, and the spill. */
class PendingWritesTest extends PendingWritesCase {
  @Test
  void aWriteArrivesWithinTheBoundThoughTheApplicationIsQuiet() throws IOException {
    WriteAccount account = open(settings(Duration.ofSeconds(3)));
    account.accept(put("a1", "1"));
    await().until(() -> cluster.arrived().size() == 1);
    await().until(() -> writes.metrics().pendingBytes() == 0);
    DeferralMetrics metrics = writes.metrics();
    assertThat(metrics.acknowledged()).isEqualTo(1);
    assertThat(metrics.delay().getMinValue()).as("it waits for company").isGreaterThan(100_000);
    assertThat(metrics.flushes()).containsEntry(FlushReason.WAITED, 1L);
    assertThat(metrics.pendingWrites()).isZero();
  }

  @Test
  void aFullFlushDoesNotWait() throws IOException {
    WriteAccount account = open(settings(NEVER).flushBytes(10_000));
    long size = put("a0", "1").heapSize();
    for (int write = 0; write * size < 10_000; write++) {
      account.accept(put("a" + write, "1"));
    }
    await().until(() -> !cluster.arrived().isEmpty());
    assertThat(cluster.requests().get(0).size()).isGreaterThan(5);
    assertThat(writes.metrics().flushes().get(FlushReason.FULL)).isPositive();
  }

  @Test
  void flushWaitsUntilAllIsAcknowledged() throws IOException {
    cluster.delay(20, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(NEVER));
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
  void aFlushIsNotForgottenWhenARowComesBackToAnotherServer() throws Exception {
    AtomicReference<String> server = new AtomicReference<>("first");
    cluster.delay(200, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(NEVER), cluster, routing(server), spill);
    account.accept(put("a", "1"));
    Future<?> first = pool.submit(flush(account));
    await().until(() -> cluster.requests().size() == 1);
    account.accept(put("a", "2"));
    server.set("second");
    account.flush();
    assertThat(value("a")).isEqualTo("2");
    first.get(60, TimeUnit.SECONDS);
  }

  @Test
  void whatWaitsForARowGoesInOneRequest() throws IOException {
    WriteAccount account = open(settings(NEVER));
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
    cluster.hold("s");
    WriteAccount account = open(settings(Duration.ofMillis(200)));
    for (int write = 0; write < 200; write++) {
      account.accept(put("s" + write, "1"));
      account.accept(put("q" + write, "1"));
    }
    await()
        .until(
            () ->
                cluster.arrived().stream()
                        .filter(each -> Bytes.toString(each.getRow(), 0, 1).equals("q"))
                        .count()
                    == 200);
    cluster.release("s");
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
        open(settings(Duration.ofMillis(20)).flushBytes(5_000).flushesInFlight(3));
    int threads = 8;
    int each = 400;
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

  /**
   * Its next writes might else be acknowledged, and leave overlay and spill, before its first ones:
   * a read would meet a put without the delete that came after it.
   */
  @Test
  void aRowGoesOnOnlyWhenItsAnswerHasBeenActedUpon() throws Exception {
    WriteAccount account = open(settings(Duration.ofMillis(20)));
    CountDownLatch actedUpon = new CountDownLatch(1);
    // Else the answer may be there before anybody waits for it, and hold up the thread that sends:
    // it is through with x1 when it has sent another.
    cluster.hold("x");
    account.accept(put("x1", "1"));
    await().until(() -> cluster.requests().size() == 1);
    account.accept(put("y1", "1"));
    await().until(() -> writes.metrics().acknowledged() == 1);
    spill.slow(actedUpon);
    cluster.release("x");
    await().until(spill::isSlow);
    account.accept(new Delete(Bytes.toBytes("x1")));
    account.accept(put("x2", "1"));
    await().until(() -> arrivals("x2") == 1);
    assertThat(arrivals("x1")).isEqualTo(1);
    actedUpon.countDown();
    account.flush();
    assertThat(arrivals("x1")).isEqualTo(2);
  }

  @Test
  void aMissedBoundIsListedWithItsCause() throws Exception {
    List<MissedBound> heard = new CopyOnWriteArrayList<>();
    FollowedClock clock = new FollowedClock();
    WriteAccount account =
        open(
            settings(Duration.ofMillis(100))
                .listener(
                    new DeferralListener() {
                      @Override
                      public void missed(MissedBound miss) {
                        heard.add(miss);
                      }
                    },
                    Runnable::run),
            clock);
    cluster.hold("a");
    account.accept(put("a", "1"));
    writes.ask();
    await().until(() -> cluster.requests().size() == 1);
    clock.turn(Duration.ofMillis(150));
    cluster.release("a");
    account.flush();
    MissedBound slow = latestMiss();
    assertThat(slow.cause()).isEqualTo(MissCause.SERVER_SLOW);
    assertThat(slow.row()).isEqualTo("a");
    MissedBound moved =
        failingFiveTimes(new NotServingRegionException("moving"), account, clock, "b");
    assertThat(moved.cause()).isEqualTo(MissCause.REGION_MOVED);
    assertThat(moved.row()).isEqualTo("b");
    assertThat(moved.attempts()).isEqualTo(6);
    assertThat(moved.delay()).isGreaterThan(Duration.ofMillis(100));
    assertThat(moved.lastError()).contains("NotServingRegionException");
    assertThat(writes.metrics().misses())
        .containsEntry(MissCause.SERVER_SLOW, 1L)
        .containsEntry(MissCause.REGION_MOVED, 1L);
    assertThat(writes.metrics().missed()).isEqualTo(2);
    assertThat(heard).containsExactly(slow, moved);
  }

  /** A write that its server takes at the sixth attempt. */
  private MissedBound failingFiveTimes(
      Exception failure, WriteAccount account, FollowedClock clock, String row) throws IOException {
    AtomicInteger attempts = new AtomicInteger();
    cluster.failBefore(action -> attempts.incrementAndGet() < 6 ? failure : null);
    account.accept(put(row, "1"));
    writes.ask();
    clock.turnUntil(() -> writes.metrics().pendingWrites() == 0);
    account.flush();
    return latestMiss();
  }

  private MissedBound latestMiss() {
    List<MissedBound> misses = writes.metrics().latestMisses();
    return misses.get(misses.size() - 1);
  }

  @Test
  void whatIsNoMoveOfARegionIsNotCalledOne() throws Exception {
    FollowedClock clock = new FollowedClock();
    WriteAccount account = open(settings(Duration.ofMillis(100)), clock);
    MissedBound miss = failingFiveTimes(new IOException("sync failed"), account, clock, "a");
    assertThat(miss.cause()).isEqualTo(MissCause.OTHER);
    assertThat(miss.lastError()).contains("sync failed");
    assertThat(cluster.saidOutdated()).isZero();
  }

  @Test
  void aMutationMayBeUsedAgainWhenTheCallHasReturned() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(NEVER));
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
  void whatMayNotBeDeferredIsRefused() throws Exception {
    WriteAccount account = open(settings(Duration.ofMillis(20)));
    assertThatThrownBy(() -> account.accept(new Increment(F).addColumn(F, Q, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> account.accept(new Delete(F).addColumn(F, Q)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> account.accept(new Put(F)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  @Test
  void aWriteIsInTheSpillFromItsAcceptanceToItsAcknowledgement() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(Duration.ofMillis(20)));
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
    WriteAccount account = open(settings(Duration.ofMillis(20)));
    spill.full(true);
    assertThatThrownBy(() -> account.accept(put("a", "1"))).hasMessage("The disk is full.");
    assertThat(writes.metrics().pendingBytes()).isZero();
    spill.full(false);
    account.accept(put("a", "2"));
    account.flush();
    assertThat(cluster.arrived()).hasSize(1);
  }

  private long arrivals(String row) {
    return cluster.arrived().stream()
        .filter(each -> Bytes.toString(each.getRow()).equals(row))
        .count();
  }

  private static Routing routing(AtomicReference<String> server) {
    return new Routing() {
      @Override
      public String server(TableName table, byte[] row) {
        return server.get();
      }

      @Override
      public void outdated(TableName table, byte[] row) {}
    };
  }

  private static Runnable flush(WriteAccount account) {
    return () -> {
      try {
        account.flush();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    };
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
