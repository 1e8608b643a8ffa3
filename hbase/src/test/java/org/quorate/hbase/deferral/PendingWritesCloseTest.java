package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.Spill;

/** What closing sends, waits for, gives back and leaves. */
class PendingWritesCloseTest extends PendingWritesCase {
  /** How long anybody is waited for who does not return. */
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Seconds, so much less than that that no pause of the machine is taken for it. */
  private static final long SOON = 60;

  /** More often than whoever closes looks at the clock where it waits for nobody. */
  private static final int OFTEN = 50;

  @Test
  void closeSendsEverythingAndThenNothingIsAccepted() throws Exception {
    WriteAccount account = open(settings(NEVER));
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
    open(settings(Duration.ofMillis(20)).blockWhenFull(Duration.ofMillis(100)));
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
            settings(Duration.ofMillis(20))
                .blockWhenFull(Duration.ofMillis(100))
                .survive(CrashDurability.PROCESS_CRASH, Path.of("spill-of-test")));
    account.accept(put("a", "1"));
    assertThatThrownBy(writes::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("spill-of-test");
    assertThat(spill.kept()).hasSize(1);
  }

  @Test
  void closeTellsWhatNobodyWasToldOf() throws Exception {
    cluster.refuseFamily(NOWHERE);
    open(settings(NEVER)).accept(bad("a"));
    assertThatThrownBy(() -> writes.close())
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown ->
                assertThat(thrown.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class));
    assertThat(spill.kept()).isEmpty();
  }

  /**
   * The listener holds up the first of two refusals until all has been given up, and whoever closes
   * waits for it. The clock stands meanwhile, so that the two come together and nobody's time is up
   * however long the machine stands still.
   */
  @Test
  void closeTellsOfARefusalThatWasBeingActedUpon() throws Exception {
    cluster
        .failBefore(action -> new NotServingRegionException("moving"))
        .delayOf("b", 1, TimeUnit.HOURS);
    CountDownLatch actingUpon = new CountDownLatch(1);
    Duration retried = Duration.ofSeconds(3);
    AtomicLong now = new AtomicLong();
    AtomicLong looks = new AtomicLong();
    Thread closing = Thread.currentThread();
    LongSupplier clock =
        () -> {
          if (Thread.currentThread() == closing) {
            looks.incrementAndGet();
          }
          return now.get();
        };
    AtomicBoolean first = new AtomicBoolean(true);
    AtomicReference<WriteAccount> other = new AtomicReference<>();
    DeferralListener slow =
        new DeferralListener() {
          @Override
          public void failed(TableName table, Mutation mutation, Throwable reason) {
            if (!first.compareAndSet(true, false)) {
              return;
            }
            actingUpon.countDown();
            assertThatThrownBy(() -> other.get().flushRows(List.of(Bytes.toBytes("b")), NEVER))
                .hasMessageContaining("closed before");
            long before = looks.get();
            await().until(() -> looks.get() >= before + OFTEN);
          }
        };
    WriteAccount account =
        open(settings(NEVER).retryFor(retried).listener(slow, Runnable::run), clock);
    other.set(writes.account(TABLE, null, null));
    other.get().accept(put("b", "1"));
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    writes.ask();
    now.set(retried.toNanos());
    actingUpon.await();
    assertThatThrownBy(() -> writes.close(Duration.ZERO))
        .hasMessageContaining("1 write was not acknowledged")
        .satisfies(thrown -> assertThat(givenUp(thrown)).isEqualTo(3));
  }

  @Test
  void closeWaitsForCallsThatAreBeingAccepted() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Spill slow =
        new Spill() {
          @Override
          public void append(long sequence, TableName table, Mutation mutation) throws IOException {
            inside.countDown();
            try {
              go.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            spill.append(sequence, table, mutation);
          }

          @Override
          public void acknowledged(long sequence) {
            spill.acknowledged(sequence);
          }

          @Override
          public void close() {
            spill.close();
          }
        };
    WriteAccount account = open(settings(NEVER), cluster, cluster, slow);
    Future<?> writer =
        pool.submit(
            () -> {
              account.accept(put("a", "1"));
              return null;
            });
    inside.await();
    Future<?> closer =
        pool.submit(
            () -> {
              writes.close();
              return null;
            });
    assertThatThrownBy(() -> closer.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    go.countDown();
    writer.get(SOON, TimeUnit.SECONDS);
    closer.get(SOON, TimeUnit.SECONDS);
    assertThat(value("a")).isEqualTo("1");
    assertThat(spill.kept()).isEmpty();
  }

  /** Else a shutdown hook would close the connection in the midst of a flush. */
  @Test
  void whoClosesSecondReturnsAfterTheFirst() throws Exception {
    cluster.hold("a");
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    Future<?> first = pool.submit(this::close);
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> account.accept(put("b", "1")))
                    .hasMessageContaining("closed"));
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread second =
        new Thread(
            () -> {
              try {
                ended.complete(close());
              } catch (IOException e) {
                ended.completeExceptionally(e);
              }
            });
    second.start();
    await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
    assertThat(ended).isNotDone();
    cluster.release("a");
    first.get(SOON, TimeUnit.SECONDS);
    assertThat(ended.get(SOON, TimeUnit.SECONDS)).isTrue();
    assertThat(value("a")).isEqualTo("1");
  }

  /** The first waits for the listener, which therefore must not wait for the first. */
  @Test
  void aListenerThatClosesTooHoldsUpNobody() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    open(settings(Duration.ofMillis(20)).blockWhenFull(Duration.ofMillis(100)));
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    WriteAccount account =
        writes.account(
            TABLE,
            refused -> {
              try {
                told.complete(close());
              } catch (IOException e) {
                told.completeExceptionally(e);
              }
            },
            null);
    account.accept(put("a", "1"));
    assertThatThrownBy(writes::close).hasMessageContaining("went back");
    assertThat(told.getNow(false)).isTrue();
  }

  @Test
  void aListenerOfFailuresThatClosesFirstDoesNotWaitForItself() throws Exception {
    cluster.refuseFamily(NOWHERE);
    open(settings(NEVER).blockWhenFull(LONG));
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    WriteAccount account =
        writes.account(TABLE, refused -> closed.complete(closedByListener()), null);
    account.accept(bad("a"));
    account.ask();
    assertThat(closed.get(SOON, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aListenerOfWritesThatClosesFirstDoesNotWaitForItself() throws Exception {
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    WriteAccount account =
        open(
            settings(NEVER)
                .blockWhenFull(LONG)
                .listener(acknowledged(() -> closed.complete(closedByListener()))));
    account.accept(put("a", "1"));
    account.ask();
    assertThat(closed.get(SOON, TimeUnit.SECONDS)).isTrue();
  }

  /** The first waits for the listener here too. */
  @Test
  void aListenerOfWritesThatClosesTooHoldsUpNobody() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    WriteAccount account =
        open(
            settings(NEVER)
                .blockWhenFull(LONG)
                .listener(
                    acknowledged(
                        () -> {
                          told.countDown();
                          assertThat(awaited(go)).isTrue();
                          assertThat(closedByListener()).isTrue();
                        })));
    account.accept(put("a", "1"));
    account.ask();
    assertThat(awaited(told)).isTrue();
    Future<?> first = pool.submit(this::close);
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> account.accept(put("b", "1")))
                    .hasMessageContaining("closed"));
    go.countDown();
    first.get(SOON, TimeUnit.SECONDS);
  }

  private static DeferralListener acknowledged(Runnable told) {
    return new DeferralListener() {
      @Override
      public void acknowledged(TableName table, Mutation mutation, long from, long to) {
        told.run();
      }
    };
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(SOON, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean closedByListener() {
    try {
      return close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean close() throws IOException {
    writes.close();
    return true;
  }

  @Test
  void closeTurnsAwayCallsThatWaitForRoom() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        open(settings(Duration.ofMillis(20)).boundWrites(1).blockWhenFull(Duration.ofSeconds(30)));
    account.accept(put("a", "1"));
    Future<?> writer =
        pool.submit(
            () -> {
              account.accept(put("b", "1"));
              return null;
            });
    await().until(() -> writes.metrics().waitsForRoom() == 1);
    Future<?> closer =
        pool.submit(
            () -> {
              writes.close();
              return null;
            });
    assertThatThrownBy(() -> writer.get(SOON, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed");
    cluster.failBefore(action -> null);
    closer.get(SOON, TimeUnit.SECONDS);
    assertThat(value("a")).isEqualTo("1");
    assertThat(value("b")).isNull();
  }

  /** How many writes an error names, with all that is suppressed in it. */
  private static int givenUp(Throwable thrown) {
    int writes =
        thrown instanceof RetriesExhaustedWithDetailsException refused
            ? refused.getNumExceptions()
            : 0;
    for (Throwable suppressed : thrown.getSuppressed()) {
      writes += givenUp(suppressed);
    }
    return writes;
  }
}
