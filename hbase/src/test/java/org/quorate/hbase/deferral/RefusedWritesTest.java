package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.testing.FakeCluster;

/** What becomes of writes that servers refuse, and who hears of it. */
class RefusedWritesTest extends PendingWritesCase {
  @Test
  void whatIsRefusedComesBackAloneWithItsReason() throws Exception {
    cluster.refuseFamily(NOWHERE);
    List<RetriesExhaustedWithDetailsException> told = new CopyOnWriteArrayList<>();
    open(settings(Duration.ofMillis(50)));
    WriteAccount account = writes.account(TABLE, told::add, null);
    account.accept(put("a", "1"));
    account.accept(bad("a"));
    account.accept(put("a", "3"));
    account.accept(put("b", "1"));
    account.flush();
    assertThat(value("a")).isEqualTo("3");
    assertThat(value("b")).isEqualTo("1");
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).getNumExceptions()).isEqualTo(1);
    assertThat(told.get(0).getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(told.get(0).getRow(0).getRow()).isEqualTo(Bytes.toBytes("a"));
    assertThat(((Mutation) told.get(0).getRow(0)).getFamilyCellMap()).containsKey(NOWHERE);
    assertThat(writes.metrics().failed()).isEqualTo(1);
    assertThat(writes.metrics().acknowledged()).isEqualTo(3);
    await().until(() -> writes.metrics().pendingBytes() == 0);
    assertThat(spill.kept()).isEmpty();
  }

  @Test
  void withoutAListenerTheNextCallThrowsAndIsNotAccepted() throws Exception {
    cluster.refuseFamily(NOWHERE);
    WriteAccount account = open(settings(Duration.ofMillis(50)));
    account.accept(bad("a"));
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
    cluster.refuseFamily(NOWHERE);
    AtomicInteger told = new AtomicInteger();
    open(settings(Duration.ofMillis(50)));
    WriteAccount account =
        writes.account(
            TABLE,
            failure -> {
              told.incrementAndGet();
              throw failure;
            },
            null);
    account.accept(bad("a"));
    await().until(() -> told.get() == 1);
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(account::flush)
                    .isInstanceOf(RetriesExhaustedWithDetailsException.class));
    account.flush();
  }

  @Test
  void whenFlushReturnsTheListenerHasBeenTold() throws Exception {
    cluster.refuseFamily(NOWHERE);
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
    cluster.refuseFamily(NOWHERE);
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
    cluster.refuseFamily(NOWHERE);
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
  void aWriteThatNobodyTakesIsGivenUpAfterTheTimeForRetries() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("never opened"));
    WriteAccount account = open(settings(Duration.ofMillis(20)).retryFor(Duration.ofSeconds(3)));
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    assertThatThrownBy(account::flush)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("NotServingRegionException");
    assertThat(writes.metrics().retriedRows()).isPositive();
    assertThat(writes.metrics().failed()).isEqualTo(2);
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
                if (overlay.of(row.getRow()).stream().anyMatch(each -> each == row)) {
                  seen.add(row);
                }
              }
            }
          }
        };
    open(
        settings(Duration.ofMillis(20))
            .retryFor(Duration.ofMillis(300))
            .listener(asking, Runnable::run));
    WriteAccount account = writes.account(TABLE, null, overlay);
    own.set(account);
    account.accept(put("a", "1"));
    account.accept(put("a", "2"));
    account.flush();
    assertThat(givenBack).hasSize(2);
    assertThat(seen).isEmpty();
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

  /** Refuses a whole request that has a {@link #bad} put. */
  private WriteTarget refusingAll(AtomicInteger requests) {
    return (table, actions) -> {
      requests.incrementAndGet();
      return actions.stream().anyMatch(action -> FakeCluster.hasFamily(action, NOWHERE))
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

  private static String row(Row action) {
    return Bytes.toString(action.getRow());
  }
}
