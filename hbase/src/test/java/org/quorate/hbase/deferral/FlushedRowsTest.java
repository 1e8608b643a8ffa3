package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.row.RowKey;

/** Requests that depend on what is pending for their rows. */
class FlushedRowsTest extends PendingWritesCase {
  @Test
  void aRowCanBeFlushedByItself() throws Exception {
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    account.accept(put("b", "1"));
    account.flushRows(List.of(Bytes.toBytes("a")), Duration.ofMinutes(1));
    assertThat(value("a")).isEqualTo("1");
    assertThat(value("b")).isNull();
    account.flushRows(List.of(Bytes.toBytes("nothing pending")), Duration.ZERO);
    account.flush();
  }

  @Test
  void aRowThatIsFlushedByItselfGoesWholly() throws Exception {
    cluster.delay(20, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(NEVER).flushBytes(1_000));
    for (int write = 1; write <= 20; write++) {
      account.accept(put("a", "value " + write));
    }
    account.flushRows(List.of(Bytes.toBytes("a")), NEVER);
    assertThat(value("a")).isEqualTo("value 20");
  }

  /** Whoever waits for a row would else see what it waited for once more. */
  @Test
  void aRowIsWaitedForUntilItsAnswerHasBeenActedUpon() throws Exception {
    Overlay overlay = new Overlay();
    open(settings(NEVER));
    WriteAccount account = writes.account(TABLE, null, overlay);
    byte[] row = Bytes.toBytes("x");
    CountDownLatch actedUpon = new CountDownLatch(1);
    spill.slow(actedUpon);
    account.accept(put("x", "1"));
    account.accept(put("x", "2"));
    account.queue().ask();
    await().until(spill::isSlow);
    assertThat(overlay.of(row)).as("the second").hasSize(1);
    assertThatThrownBy(() -> account.flushRows(List.of(row), Duration.ofMillis(100)))
        .hasMessageContaining("row x of t was not acknowledged within 100ms");
    actedUpon.countDown();
    account.flushRows(List.of(row), Duration.ofMinutes(1));
    assertThat(overlay.of(row).isEmpty()).isTrue();
  }

  /** A thread of the session might else see a write, ask a server at once, and not see it again. */
  @Test
  void whatReadsHaveSeenIsWaitedForAlsoWhileItIsBeingAccepted() throws Exception {
    CountDownLatch routed = new CountDownLatch(1);
    Overlay overlay = new Overlay();
    open(settings(NEVER), cluster, slowRouting(routed), spill);
    WriteAccount account = writes.account(TABLE, null, overlay);
    byte[] row = Bytes.toBytes("x");
    Future<?> write =
        pool.submit(
            () -> {
              account.accept(put("x", "1"));
              return null;
            });
    Future<String> read;
    try {
      await().until(() -> !overlay.of(row).isEmpty());
      CompletableFuture<Thread> reader = new CompletableFuture<>();
      read =
          pool.submit(
              () -> {
                reader.complete(Thread.currentThread());
                account.flushRows(List.of(row), NEVER);
                return value("x");
              });
      Thread reading = reader.get(60, TimeUnit.SECONDS);
      await().until(() -> read.isDone() || reading.getState() == Thread.State.WAITING);
    } finally {
      routed.countDown();
    }
    assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo("1");
    write.get(60, TimeUnit.SECONDS);
  }

  /** Slow where the write is queued, which is the second time that it is asked for. */
  private static Routing slowRouting(CountDownLatch routed) {
    AtomicInteger calls = new AtomicInteger();
    return new Routing() {
      @Override
      public String server(TableName table, byte[] row) {
        try {
          if (calls.getAndIncrement() > 0) {
            routed.await();
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return "";
      }

      @Override
      public void outdated(TableName table, byte[] row) {}
    };
  }

  @Test
  void whatDependsOnWritesDoesNotGoOnWhenTheyAreAbandoned() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(NEVER).blockWhenFull(Duration.ofMillis(200)));
    account.accept(put("a", "1"));
    Future<?> dependent =
        pool.submit(
            () -> {
              account.flushRows(List.of(Bytes.toBytes("a")), NEVER);
              return null;
            });
    await().until(() -> writes.metrics().retriedRows() > 0);
    assertThatThrownBy(writes::close).hasMessageContaining("not acknowledged");
    assertThatThrownBy(() -> dependent.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed before what is pending for row a of t was acknowledged");
    assertThatThrownBy(() -> account.flushRows(List.of(Bytes.toBytes("a")), NEVER))
        .hasMessageContaining("closed before");
    account.flushRows(List.of(Bytes.toBytes("nothing was pending")), NEVER);
  }

  /** It is closed queue by queue, and what was pending is given back after that. */
  @Test
  void aFlushThatFindsNothingPendingSinceAllWasGivenUpSaysSo() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    assertThat(account.queue().close()).hasSize(1);
    assertThatThrownBy(account::flush)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed before all writes to t were acknowledged");
  }

  @Test
  void whatAReadSawOfAWriteThatCameTooLateIsNotGoneOnWith() throws Exception {
    WriteAccount account = open(settings(NEVER));
    assertThat(account.queue().close()).isEmpty();
    assertThatThrownBy(() -> account.accept(put("a", "1"))).hasMessageContaining("not accepted");
    assertThatThrownBy(() -> account.queue().refuseIfAbandoned(new RowKey(Bytes.toBytes("a"))))
        .hasMessageContaining("closed before what is pending for row a of t was acknowledged");
  }

  @Test
  void whatDependsOnWritesWaitsNoLongerThanItMay() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    account.accept(put("b", "1"));
    List<byte[]> rows = List.of(Bytes.toBytes("a"), Bytes.toBytes("b"));
    assertThatThrownBy(() -> account.flushRows(rows, Duration.ofMillis(100)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row a of t was not acknowledged within 100ms");
    cluster.failBefore(action -> null);
    account.flushRows(rows, NEVER);
    assertThat(value("b")).isEqualTo("1");
  }
}
