package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
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
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
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
    account.flushRow(Bytes.toBytes("a"), NEVER);
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

  /** As a server does that stops at a mutation: what came with it for the region fails too. */
  @Test
  void oneRefusedWriteDoesNotTakeItsRegionsOthersWithIt() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    WriteAccount account = open(settings(NEVER), refusingAll(requests), Routing.UNKNOWN, spill);
    int rows = 2_000;
    for (int row = 0; row < rows; row++) {
      account.accept(put("row" + row, "1"));
      if (row == rows / 2) {
        account.accept(bad("bad"));
      }
    }
    assertThatThrownBy(account::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> {
              assertThat(failure.getNumExceptions()).isEqualTo(1);
              assertThat(row(failure.getRow(0))).isEqualTo("bad");
              assertThat(failure.getCause(0)).hasMessage("Puts are disallowed");
            });
    assertThat(writes.metrics().acknowledged()).isEqualTo(rows);
    assertThat(requests).as("far fewer than rows").hasValueLessThan(100);
  }

  @Test
  void oneRefusedWriteDoesNotTakeItsRowsOthersWithIt() throws Exception {
    WriteAccount account =
        open(settings(NEVER), refusingAll(new AtomicInteger()), Routing.UNKNOWN, spill);
    for (int row = 0; row < 20; row++) {
      account.accept(put("row" + row, "1"));
      account.accept(put("row" + row, "2"));
    }
    account.accept(bad("row7"));
    account.accept(put("row7", "3"));
    account.accept(bad("row7"));
    account.accept(put("row7", "4"));
    assertThatThrownBy(account::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> assertThat(failure.getNumExceptions()).isEqualTo(2));
    assertThat(writes.metrics().acknowledged()).isEqualTo(42);
    assertThat(value("row7")).isEqualTo("4");
    assertThat(value("row8")).isEqualTo("2");
    account.accept(put("row7", "5"));
    account.flush();
    assertThat(value("row7")).isEqualTo("5");
  }

  @Test
  void whatIsRefusedForTheTableIsNotAskedForRowByRow() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    WriteTarget target =
        (table, actions) -> {
          requests.incrementAndGet();
          return failed(actions, new TableNotFoundException(table));
        };
    WriteAccount account = open(settings(NEVER), target, Routing.UNKNOWN, spill);
    for (int row = 0; row < 1_000; row++) {
      account.accept(put("row" + row, "1"));
    }
    assertThatThrownBy(account::flush)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> assertThat(failure.getNumExceptions()).isEqualTo(1_000));
    assertThat(requests).hasValueLessThan(10);
  }

  @Test
  void whatDependsOnWritesDoesNotGoOnWhenTheyAreAbandoned() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(NEVER).blockWhenFull(Duration.ofMillis(200)));
    account.accept(put("a", "1"));
    Future<?> dependent =
        pool.submit(
            () -> {
              account.flushRow(Bytes.toBytes("a"), NEVER);
              return null;
            });
    await().until(() -> writes.metrics().retriedRows() > 0);
    assertThatThrownBy(writes::close).hasMessageContaining("not acknowledged");
    assertThatThrownBy(() -> dependent.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed before what is pending for row a of t was acknowledged");
    assertThatThrownBy(() -> account.flushRow(Bytes.toBytes("a"), NEVER))
        .hasMessageContaining("closed before");
    account.flushRow(Bytes.toBytes("nothing was pending"), NEVER);
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
  void aListenerMayWriteWhileAllTheRoomIsWhatAnotherMustBeToldOf() throws Exception {
    cluster.failBefore(PendingWritesFaultsTest::noSuchFamily);
    open(settings(NEVER).boundWrites(2).blockWhenFull(Duration.ofSeconds(20)));
    WriteAccount instead = writes.account(TABLE, null, null);
    CountDownLatch telling = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    AtomicReference<IOException> problem = new AtomicReference<>();
    WriteAccount first =
        writes.account(
            TABLE,
            failure -> {
              telling.countDown();
              try {
                refused.await();
                instead.accept(put("instead", "1"));
              } catch (IOException e) {
                problem.set(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            null);
    AtomicInteger told = new AtomicInteger();
    WriteAccount second =
        writes.account(TABLE, failure -> told.addAndGet(failure.getNumExceptions()), null);
    first.accept(bad("a"));
    first.queue().ask();
    telling.await();
    second.accept(bad("b"));
    second.accept(bad("c"));
    second.queue().ask();
    await().until(() -> writes.metrics().failed() == 3);
    refused.countDown();
    first.flush();
    instead.flush();
    assertThat(problem).hasNullValue();
    assertThat(value("instead")).isEqualTo("1");
    await().until(() -> told.get() == 2);
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

  /** The listener holds up the first of two refusals until all has been given up. */
  @Test
  void closeTellsOfARefusalThatWasBeingActedUpon() throws Exception {
    cluster
        .failBefore(action -> new NotServingRegionException("moving"))
        .delayOf("b", 1, TimeUnit.HOURS);
    CountDownLatch actingUpon = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
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
            assertThatThrownBy(() -> other.get().flushRow(Bytes.toBytes("b"), NEVER))
                .hasMessageContaining("closed before");
            try {
              assertThat(never.await(300, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    WriteAccount account =
        open(
            settings(Duration.ofMillis(20))
                .retryFor(Duration.ofMillis(300))
                .blockWhenFull(Duration.ofMillis(50))
                .listener(slow));
    other.set(writes.account(TABLE, null, null));
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    other.get().accept(put("b", "1"));
    actingUpon.await();
    assertThatThrownBy(() -> writes.close())
        .hasMessageContaining("1 write was not acknowledged")
        .satisfies(thrown -> assertThat(givenUp(thrown)).isEqualTo(3));
  }

  @Test
  void timesForEverMayBeWaited() throws Exception {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    WriteAccount account = open(settings(NEVER).blockWhenFull(forever).retryFor(forever));
    account.accept(put("a", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("1");
    writes.close();
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
    acceptMoreThanServersTake(cluster);
  }

  /** Else the window would open for as long as anything fails, up to all of the memory. */
  @Test
  void moreIsNotAcceptedThoughOneRowOfEveryFlushFails() throws Exception {
    acceptMoreThanServersTake(
        (table, actions) -> {
          int last = actions.size() - 1;
          if (last == 0) {
            return cluster.send(table, actions);
          }
          List<CompletableFuture<?>> answers =
              new ArrayList<>(cluster.send(table, actions.subList(0, last)));
          answers.add(CompletableFuture.failedFuture(new NotServingRegionException("moving")));
          return answers;
        });
  }

  private void acceptMoreThanServersTake(WriteTarget target) throws Exception {
    // Two flushes of 20 kB every 10 ms: 4 MB a second, so that memory would hold 16 seconds.
    cluster.delay(10, TimeUnit.MILLISECONDS);
    WriteAccount account =
        open(
            settings(Duration.ofSeconds(2)).policy(new FixedDeferral(20_000)),
            target,
            cluster,
            spill);
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
    // On a machine that has other things to do some are late; without a window nearly all are.
    Histogram delay = writes.metrics().delay();
    assertThat(delay.getValueAtPercentile(50)).isLessThan(TimeUnit.SECONDS.toMicros(2));
    assertThat(delay.getMaxValue()).isLessThan(TimeUnit.SECONDS.toMicros(8));
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

  /** Refuses a whole request that has a mutation of family "nowhere". */
  private WriteTarget refusingAll(AtomicInteger requests) {
    return (table, actions) -> {
      requests.incrementAndGet();
      return actions.stream().anyMatch(action -> noSuchFamily(action) != null)
          ? failed(actions, new DoNotRetryIOException("Puts are disallowed"))
          : cluster.send(table, actions);
    };
  }

  private static List<CompletableFuture<?>> failed(List<Row> actions, Throwable failure) {
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (int action = 0; action < actions.size(); action++) {
      answers.add(CompletableFuture.failedFuture(failure));
    }
    return answers;
  }

  private static Throwable noSuchFamily(Row action) {
    NavigableMap<byte[], List<Cell>> families = ((Mutation) action).getFamilyCellMap();
    return families.containsKey(F) && families.size() == 1
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
