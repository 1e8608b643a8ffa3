package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.thread.DaemonThreads;

/** Listeners of refused writes where there are many, or no threads. */
class FailureNoticesThreadsTest extends PendingWritesCase {
  private static final int MOST = FailureNotices.MOST_THREADS;
  private static final Duration SOON = Duration.ofMillis(100);

  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();

  @Test
  void whoseThreadCannotBeStartedIsToldBySoonTryingAgain() throws Exception {
    cluster.refuseFamily(NOWHERE);
    AtomicInteger tries = new AtomicInteger();
    start(
        settings(Duration.ofMillis(20)),
        task -> {
          if (tries.incrementAndGet() == 1) {
            throw noThread();
          }
          return counted(task);
        });
    writes.account(TABLE, this::note, null).accept(bad("a"));
    await().until(() -> told.get() == 1);
    assertThat(writes.metrics().pendingBytes()).isZero();
    await().until(() -> writes.metrics().failed() == 1);
    assertThat(threads).hasValue(1);
  }

  @Test
  void listenersThatBlockTakeNoMoreThanSoManyThreadsAndAllAreTold() throws Exception {
    cluster.refuseFamily(NOWHERE);
    start(settings(Duration.ofMillis(20)), this::counted);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger telling = new AtomicInteger();
    int accounts = 5 * MOST;
    for (int account = 0; account < accounts; account++) {
      FailureListener blocking =
          failure -> {
            telling.incrementAndGet();
            waitFor(go);
            note(failure);
          };
      writes.account(TABLE, blocking, null).accept(bad("row" + account));
    }
    await().until(() -> writes.metrics().failed() == accounts);
    await().until(() -> telling.get() == MOST);
    assertThat(writes.metrics().pendingBytes()).as("of those that wait").isPositive();
    assertThat(telling).as("no more at a time").hasValue(MOST);
    go.countDown();
    await().until(() -> told.get() == accounts);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  /** Every thread has a listener that writes, and all the room is what others must be told of. */
  @Test
  void listenersThatWriteDoNotWaitForThoseThatWaitForTheirThreads() throws Exception {
    cluster.refuseFamily(NOWHERE);
    int room = MOST + 10;
    start(
        settings(Duration.ofMillis(20)).boundWrites(room).blockWhenFull(Duration.ofSeconds(10)),
        this::counted);
    WriteAccount instead = writes.account(TABLE, null, null);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger telling = new AtomicInteger();
    Queue<IOException> problems = new ConcurrentLinkedQueue<>();
    for (int account = 0; account < MOST; account++) {
      String row = "instead" + account;
      FailureListener writing =
          failure -> {
            telling.incrementAndGet();
            waitFor(go);
            try {
              instead.accept(put(row, "1"));
            } catch (IOException e) {
              problems.add(e);
            }
            note(failure);
          };
      writes.account(TABLE, writing, null).accept(bad("row" + account));
    }
    await().until(() -> telling.get() == MOST);
    for (int account = 0; account < room; account++) {
      writes.account(TABLE, this::note, null).accept(bad("other" + account));
    }
    await().until(() -> writes.metrics().failed() == MOST + room);
    go.countDown();
    await().until(() -> told.get() == MOST + room);
    instead.flush();
    assertThat(problems).isEmpty();
    for (int account = 0; account < MOST; account++) {
      assertThat(value("instead" + account)).isEqualTo("1");
    }
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  @Test
  void closeTellsListenersAndReleasesWhoeverFlushesThoughNoThreadCanBeStarted() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    start(
        settings(Duration.ofMillis(20)).blockWhenFull(Duration.ofMillis(100)),
        task -> {
          throw noThread();
        });
    WriteAccount flushed = writes.account(TABLE, this::note, null);
    flushed.accept(put("a", "1"));
    writes.account(TABLE, this::note, null).accept(put("b", "1"));
    Future<?> flushing =
        pool.submit(
            () -> {
              flushed.flush();
              return null;
            });
    await().until(() -> writes.metrics().retriedRows() > 0);
    assertThatThrownBy(writes::close).hasMessageContaining("2 writes were not acknowledged");
    assertThatThrownBy(() -> flushing.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("Deferral was closed");
    assertThat(told).hasValue(2);
  }

  @Test
  void closeThrowsWhatAListenerThatDoesNotReturnCouldNotBeToldOf() throws Exception {
    cluster.refuseFamily(NOWHERE);
    start(settings(Duration.ofMillis(20)), this::counted, SOON);
    CountDownLatch telling = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    WriteAccount account =
        writes.account(
            TABLE,
            failure -> {
              telling.countDown();
              waitFor(go);
              note(failure);
            },
            null);
    account.accept(bad("a"));
    telling.await();
    account.accept(bad("b"));
    await().until(() -> writes.metrics().failed() == 2);
    Throwable thrown = catchThrowable(writes::close);
    go.countDown();
    assertThat(thrown)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> assertThat(failure.getNumExceptions()).isEqualTo(1));
    await().until(() -> told.get() == 1);
  }

  private void start(DeferralSettings.Builder settings, ThreadFactory listeners) {
    start(settings, listeners, FailureNotices.LONGEST_END);
  }

  private void start(DeferralSettings.Builder settings, ThreadFactory listeners, Duration end) {
    writes =
        new PendingWrites(
            settings.build(),
            cluster,
            cluster,
            spill,
            new RowStamps(System::currentTimeMillis, 100),
            System::nanoTime,
            listeners,
            end);
  }

  private Thread counted(Runnable task) {
    threads.incrementAndGet();
    return new DaemonThreads("of-a-test").newThread(task);
  }

  private static OutOfMemoryError noThread() {
    return new OutOfMemoryError("unable to create native thread");
  }

  private void note(RetriesExhaustedWithDetailsException failure) {
    told.addAndGet(failure.getNumExceptions());
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
