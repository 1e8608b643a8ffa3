package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.BoundEvent;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.hbase.setting.DeferralSettings;

/** What is said of a missed bound while nobody answers, on a clock that the test turns. */
class OutageTest extends PendingWritesCase {
  private static final Duration BOUND = Duration.ofSeconds(1);

  private final AtomicLong clock = new AtomicLong();
  private final List<BoundEvent> events = new CopyOnWriteArrayList<>();

  @Test
  void writesThatNobodyAnswersAreOverdueAndToldOnce() throws Exception {
    cluster.hold("a");
    WriteAccount account = openOnClock(settings(BOUND));
    account.accept(put("a1", "1"));
    turn(Duration.ofMillis(900));
    account.accept(put("a2", "1"));
    assertThat(writes.metrics().overdue()).isZero();
    assertThat(writes.metrics().oldestPending()).isEqualTo(Duration.ofMillis(900));
    turn(Duration.ofMillis(200));
    assertThat(writes.metrics().overdue()).isEqualTo(1);
    turn(Duration.ofMinutes(10));
    DeferralMetrics metrics = writes.metrics();
    assertThat(metrics.overdue()).isEqualTo(2);
    assertThat(metrics.oldestPending()).isEqualTo(Duration.ofMillis(601_100));
    assertThat(metrics.missed()).as("nothing was answered yet").isZero();
    await().until(() -> events.size() == 1);
    assertThat(events.get(0).kept()).isFalse();
    cluster.release("a");
    account.flush();
    metrics = writes.metrics();
    assertThat(metrics.overdue()).isZero();
    assertThat(metrics.oldestPending()).isZero();
    assertThat(metrics.missed()).isEqualTo(2);
    await()
        .until(
            () -> {
              turn(Duration.ofSeconds(1));
              return events.size() == 2;
            });
    assertThat(events.get(1).kept()).isTrue();
    assertThat(events.get(1).missed()).isEqualTo(2);
  }

  @Test
  void whatIsRefusedAtOnceIsNoOutage() throws Exception {
    cluster.refuseFamily(NOWHERE);
    WriteAccount account = openOnClock(settings(BOUND));
    account.accept(bad("a"));
    assertThatThrownBy(account::flush).isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(writes.metrics().missed()).as("it is counted").isEqualTo(1);
    cluster.hold("b");
    account.accept(put("b", "1"));
    turn(Duration.ofMinutes(1));
    await().until(() -> events.size() == 1);
    assertThat(events.get(0).missed()).as("not the one before").isZero();
    cluster.release("b");
  }

  @Test
  void whatIsGivenUpHasMissedTheBound() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = openOnClock(settings(BOUND).retryFor(Duration.ofMinutes(1)));
    account.accept(put("a", "1"));
    turn(Duration.ofMinutes(2));
    assertThatThrownBy(account::flush).isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(writes.metrics().missed()).isEqualTo(1);
    MissedBound miss = writes.metrics().latestMisses().get(0);
    assertThat(miss.givenUp()).isTrue();
    assertThat(miss.delay()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    assertThat(writes.metrics().overdue()).isZero();
  }

  @Test
  void whatIsGivenBackByCloseHasMissedTheBoundToo() throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account =
        openOnClock(
            settings(BOUND).blockWhenFull(Duration.ofMillis(1)).retryFor(Duration.ofDays(1_000)));
    account.accept(put("a", "1"));
    Thread turning = turnFromNowOn();
    try {
      assertThatThrownBy(() -> writes.close()).hasMessageContaining("1 write was not acknowledged");
    } finally {
      turning.interrupt();
      turning.join();
    }
    assertThat(writes.metrics().missed()).isEqualTo(1);
    assertThat(writes.metrics().latestMisses().get(0).givenUp()).isTrue();
  }

  private WriteAccount openOnClock(DeferralSettings.Builder settings) {
    DeferralListener listener =
        new DeferralListener() {
          @Override
          public void bound(BoundEvent event) {
            events.add(event);
          }
        };
    return open(settings.listener(listener), clock::get);
  }

  private void turn(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** Until it is interrupted. */
  private Thread turnFromNowOn() {
    Thread turning =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                clock.addAndGet(TimeUnit.MICROSECONDS.toNanos(100));
                Thread.onSpinWait();
              }
            });
    turning.setDaemon(true);
    turning.start();
    return turning;
  }
}
