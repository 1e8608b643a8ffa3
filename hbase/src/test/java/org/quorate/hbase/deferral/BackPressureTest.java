package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.metric.FlushReason;

/** What calls meet when more is written than may be pending. */
@Timeout(300)
class BackPressureTest extends PendingWritesCase {
  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  @Test
  void aCallThatFindsNoRoomFails() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = open(settings(Duration.ofMillis(20)).boundWrites(3).failWhenFull());
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
        open(settings(Duration.ofMillis(20)).memory(2_000).blockWhenFull(Duration.ofSeconds(60)));
    Future<?> writer =
        pool.submit(
            () -> {
              for (int write = 0; write < 100; write++) {
                account.accept(put("a" + write, "1"));
              }
              return null;
            });
    assertThatThrownBy(() -> writer.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(writes.metrics().pendingBytes()).isLessThanOrEqualTo(2_000);
    cluster.failBefore(action -> null);
    writer.get(60, TimeUnit.SECONDS);
    account.flush();
    assertThat(cluster.arrived()).hasSize(100);
    assertThat(writes.metrics().waitsForRoom()).isPositive();
  }

  @Test
  void aCallDoesNotWaitForeverForRoom() throws IOException {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        open(settings(Duration.ofMillis(20)).boundWrites(1).blockWhenFull(Duration.ofMillis(100)));
    account.accept(put("a", "1"));
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(DeferralFullException.class)
        .hasMessageContaining("within 100ms");
    cluster.failBefore(action -> null);
    account.flush();
  }

  @Test
  void aCallThatWaitsForRoomHearsOfWhatWasGivenUp() throws Exception {
    cluster.delay(50, TimeUnit.MILLISECONDS).refuseFamily(NOWHERE);
    WriteAccount account = open(settings(NEVER).boundWrites(1).blockWhenFull(NEVER));
    account.accept(bad("a"));
    assertThatThrownBy(() -> account.accept(put("b", "1")))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    account.accept(put("b", "2"));
    account.flush();
    assertThat(value("b")).isEqualTo("2");
  }

  @Test
  void aWriterWhoWaitsForRoomHastensTheFlush() throws IOException {
    WriteAccount account =
        open(settings(NEVER).boundWrites(10).blockWhenFull(Duration.ofSeconds(30)));
    for (int write = 0; write < 50; write++) {
      account.accept(put("a" + write, "1"));
    }
    assertThat(writes.metrics().flushes().get(FlushReason.PRESSURE)).isPositive();
    account.flush();
  }

  @Test
  void aWriterWhoIsRefusedHastensTheFlush() throws Exception {
    WriteAccount account = open(settings(NEVER).boundWrites(10).failWhenFull());
    for (int write = 0; write < 50; write++) {
      Put put = put("a" + write, "1");
      await()
          .pollInterval(Duration.ofMillis(1))
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
    WriteAccount account = open(settings(Duration.ofMillis(50)).boundWrites(20));
    for (int write = 0; write < 500; write++) {
      account.accept(put("a" + write, "1"));
      assertThat(writes.metrics().pendingWrites()).isLessThanOrEqualTo(20);
    }
    account.flush();
  }

  @Test
  void moreIsNotAcceptedThanServersTakeWithinTheBound() throws Exception {
    WriteAccount account = open(settings(HALF_A_SECOND).flushBytes(20_000));
    acceptMoreThanServersTake(account);
    account.flush();
    assertThat(writes.metrics().acknowledged()).isEqualTo(writes.metrics().accepted());
  }

  /** Else the window would open for as long as anything fails, up to all of the memory. */
  @Test
  void moreIsNotAcceptedThoughOneRowOfEveryFlushFails() throws Exception {
    AtomicBoolean failing = new AtomicBoolean(true);
    WriteTarget target =
        (table, actions) -> {
          if (!failing.get()) {
            return cluster.send(table, actions);
          }
          int last = actions.size() - 1;
          List<CompletableFuture<?>> answers =
              new ArrayList<>(cluster.send(table, actions.subList(0, last)));
          answers.add(CompletableFuture.failedFuture(new NotServingRegionException("moving")));
          return answers;
        };
    WriteAccount account = open(settings(HALF_A_SECOND).flushBytes(20_000), target, cluster, spill);
    try {
      acceptMoreThanServersTake(account);
    } finally {
      failing.set(false);
    }
    account.flush();
    assertThat(writes.metrics().acknowledged()).isEqualTo(writes.metrics().accepted());
  }

  /** Writes without end, until no more is pending than servers take within a second. */
  private void acceptMoreThanServersTake(WriteAccount account) throws Exception {
    // Two flushes of 20 kB every 10 ms: 4 MB a second, and less on a machine that is busy. Without
    // a window memory would fill up, and stay so.
    cluster.delay(10, TimeUnit.MILLISECONDS);
    AtomicBoolean enough = new AtomicBoolean();
    List<Future<?>> writers =
        List.of("w", "w", "w", "w").stream()
            .<Future<?>>map(
                name ->
                    pool.submit(
                        () -> {
                          for (int write = 0; !enough.get(); write++) {
                            account.accept(put(name + write, "some value"));
                          }
                          return null;
                        }))
            .toList();
    try {
      await("the window has found out what servers take")
          .atMost(Duration.ofSeconds(150))
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(10))
          .until(
              () ->
                  writes.metrics().acknowledged() > 5_000
                      && mostPendingWhileCallsWait() < 4_000_000);
    } finally {
      enough.set(true);
    }
    for (Future<?> writer : writers) {
      writer.get(60, TimeUnit.SECONDS);
    }
  }

  /** The most bytes that are seen pending until calls have waited for room a hundred times more. */
  private long mostPendingWhileCallsWait() {
    long waits = writes.metrics().waitsForRoom();
    long most = 0;
    while (writes.metrics().waitsForRoom() < waits + 100
        && !Thread.currentThread().isInterrupted()) {
      most = Math.max(most, writes.metrics().pendingBytes());
      Thread.onSpinWait();
    }
    return most;
  }
}
