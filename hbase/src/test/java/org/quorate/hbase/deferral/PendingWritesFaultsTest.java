package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.deferral.FixedDeferral;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.stamp.SteadyClock;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.RecordingSpill;

/** What somebody would try who wants a write to be lost, late, or forgotten. */
@Timeout(60)
class PendingWritesFaultsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final Duration NEVER = Duration.ofHours(1);

  private final FakeCluster cluster = new FakeCluster();
  private final RecordingSpill spill = new RecordingSpill();
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private PendingWrites writes;

  @AfterEach
  void nothingWentWrongBesides() throws IOException {
    if (writes != null) {
      cluster.failBefore(action -> null).failAfter(action -> null);
      writes.close();
    }
    cluster.close();
    pool.shutdownNow();
    assertThat(spill.complaints()).isEmpty();
    assertThat(cluster.overtakings()).isZero();
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
    first.get(10, TimeUnit.SECONDS);
  }

  @Test
  void aRowThatIsFlushedByItselfGoesWholly() throws Exception {
    cluster.delay(20, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(NEVER).policy(new FixedDeferral(1_000)));
    for (int write = 1; write <= 20; write++) {
      account.accept(put("a", "value " + write));
    }
    account.flushRow(Bytes.toBytes("a"));
    assertThat(value("a")).isEqualTo("value 20");
  }

  @Test
  void whatTheClientRefusesDoesNotHoldUpWhatIsSentWithIt() throws Exception {
    WriteTarget target =
        (table, actions) -> {
          if (actions.stream().anyMatch(action -> row(action).equals("too large"))) {
            throw new IllegalArgumentException("KeyValue size too large");
          }
          return cluster.send(table, actions);
        };
    WriteAccount account = open(settings(NEVER), target, Routing.UNKNOWN, spill);
    account.accept(put("a", "1"));
    account.accept(put("too large", "1"));
    account.accept(put("b", "1"));
    assertThatThrownBy(account::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> {
              assertThat(failure.getNumExceptions()).isEqualTo(1);
              assertThat(row(failure.getRow(0))).isEqualTo("too large");
              assertThat(failure.getCause(0)).hasMessage("KeyValue size too large");
            });
    assertThat(value("a")).isEqualTo("1");
    assertThat(value("b")).isEqualTo("1");
  }

  @Test
  void aWriteIsNotGivenUpForWhatWasSaidOfAnother() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    cluster.failBefore(
        action ->
            turns.incrementAndGet() == 1 ? new NoSuchColumnFamilyException("another row") : null);
    WriteAccount account = open(settings(NEVER));
    account.accept(put("a", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("1");
    assertThat(writes.metrics().failed()).isZero();
  }

  @Test
  void anErrorWhileSendingDoesNotEndTheFlushing() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    WriteTarget target =
        (table, actions) -> {
          if (attempts.incrementAndGet() <= 2) {
            throw new NoClassDefFoundError("something/Missing");
          }
          return cluster.send(table, actions);
        };
    WriteAccount account = open(settings(NEVER), target, cluster, spill);
    account.accept(put("a", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("1");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void whenFlushReturnsTheListenerHasBeenTold() throws Exception {
    cluster.failBefore(PendingWritesFaultsTest::noSuchFamily);
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean told = new AtomicBoolean();
    open(settings(NEVER));
    WriteAccount account =
        writes.account(
            TABLE,
            failure -> {
              try {
                assertThat(never.await(300, TimeUnit.MILLISECONDS)).isFalse();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              told.set(true);
            },
            null);
    account.accept(bad("a"));
    account.flush();
    assertThat(told).isTrue();
  }

  @Test
  void aListenerMayWriteAgainAndFlush() throws Exception {
    cluster.failBefore(PendingWritesFaultsTest::noSuchFamily);
    AtomicReference<WriteAccount> own = new AtomicReference<>();
    open(settings(NEVER).boundWrites(1));
    WriteAccount account =
        writes.account(
            TABLE,
            failure -> {
              try {
                own.get().accept(put("instead", "1"));
                own.get().flush();
              } catch (RetriesExhaustedWithDetailsException e) {
                throw e;
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            },
            null);
    own.set(account);
    account.accept(bad("a"));
    account.flush();
    assertThat(value("instead")).isEqualTo("1");
  }

  @Test
  void aCallThatWaitsForRoomHearsOfWhatWasGivenUp() throws Exception {
    cluster.delay(200, TimeUnit.MILLISECONDS).failBefore(PendingWritesFaultsTest::noSuchFamily);
    WriteAccount account = open(settings(NEVER).boundWrites(1).blockWhenFull(NEVER));
    account.accept(bad("a"));
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    account.accept(put("b", "2"));
    account.flush();
    assertThat(value("b")).isEqualTo("2");
  }

  @Test
  void closeTellsWhatNobodyWasToldOf() throws Exception {
    cluster.failBefore(PendingWritesFaultsTest::noSuchFamily);
    open(settings(NEVER)).accept(bad("a"));
    assertThatThrownBy(() -> writes.close())
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown ->
                assertThat(thrown.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class));
    assertThat(spill.kept()).isEmpty();
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
    writer.get(10, TimeUnit.SECONDS);
    closer.get(10, TimeUnit.SECONDS);
    assertThat(value("a")).isEqualTo("1");
    assertThat(spill.kept()).isEmpty();
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
    assertThatThrownBy(() -> writer.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed");
    cluster.failBefore(action -> null);
    closer.get(20, TimeUnit.SECONDS);
    assertThat(value("a")).isEqualTo("1");
    assertThat(value("b")).isNull();
  }

  @Test
  void moreIsNotAcceptedThanServersTakeWithinTheBound() throws Exception {
    // Two flushes of 20 kB every 10 ms: 4 MB a second, so that memory would hold 16 seconds.
    cluster.delay(10, TimeUnit.MILLISECONDS);
    WriteAccount account = open(settings(Duration.ofSeconds(2)).policy(new FixedDeferral(20_000)));
    int each = 10_000;
    List<Future<?>> writers =
        List.of("w", "w", "w", "w").stream()
            .<Future<?>>map(
                name ->
                    pool.submit(
                        () -> {
                          for (int write = 0; write < each; write++) {
                            account.accept(put(name + write, "some value"));
                          }
                          return null;
                        }))
            .toList();
    for (Future<?> writer : writers) {
      writer.get(50, TimeUnit.SECONDS);
    }
    account.flush();
    assertThat(writes.metrics().acknowledged()).isEqualTo(4L * each);
    assertThat(writes.metrics().waitsForRoom()).isPositive();
    assertThat(writes.metrics().missed()).isLessThan(each / 1_000);
  }

  @Test
  void aListenerOfMetricsThatThrowsHoldsUpNothing() throws Exception {
    WriteAccount account =
        open(
            settings(NEVER)
                .listener(
                    new DeferralListener() {
                      @Override
                      public void acknowledged(
                          TableName table, Mutation mutation, long from, long to) {
                        throw new AssertionError("of the application");
                      }
                    }));
    for (int write = 0; write < 10; write++) {
      account.accept(put("a", "value " + write));
    }
    account.flush();
    assertThat(value("a")).isEqualTo("value 9");
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  @Test
  void aPolicyThatThrowsHoldsUpNothing() throws Exception {
    AtomicInteger decisions = new AtomicInteger();
    WriteAccount account =
        open(
            settings(Duration.ofMillis(100))
                .policy(
                    observation -> {
                      if (decisions.incrementAndGet() > 1) {
                        throw new IllegalStateException("of the application");
                      }
                      return new FixedDeferral(1 << 20).decide(observation);
                    }));
    account.accept(put("a", "1"));
    await().until(() -> "1".equals(value("a")));
    await().until(() -> decisions.get() > 1);
    account.accept(put("a", "2"));
    await().until(() -> "2".equals(value("a")));
  }

  private WriteAccount open(DeferralSettings.Builder settings) {
    return open(settings, cluster, cluster, spill);
  }

  private WriteAccount open(
      DeferralSettings.Builder settings, WriteTarget target, Routing routing, Spill kept) {
    writes =
        new PendingWrites(
            settings.build(),
            target,
            routing,
            kept,
            new RowStamps(new SteadyClock(System::currentTimeMillis, () -> 0), 100),
            System::nanoTime);
    return writes.account(TABLE, null, null);
  }

  private static DeferralSettings.Builder settings(Duration bound) {
    return DeferralSettings.builder().boundTime(bound).policy(new FixedDeferral(1 << 20));
  }

  private static Routing routing(AtomicReference<String> server) {
    return new Routing() {
      @Override
      public String server(TableName table, byte[] row) {
        return server.get();
      }

      @Override
      public void outdated(TableName table) {}
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

  private static Throwable noSuchFamily(Row action) {
    return ((Mutation) action).getFamilyCellMap().containsKey(F)
        ? null
        : new NoSuchColumnFamilyException("nowhere");
  }

  private static Put bad(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("nowhere"), Q, Q);
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private static String row(Row action) {
    return Bytes.toString(action.getRow());
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
}
