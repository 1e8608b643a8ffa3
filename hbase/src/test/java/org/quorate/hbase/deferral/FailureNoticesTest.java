package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.thread.DaemonThreads;

class FailureNoticesTest {
  private static final long PATIENCE = 100;

  private final AtomicLong clock = new AtomicLong();
  private final FailureNotices notices =
      new FailureNotices(
          clock::get, PATIENCE, new DaemonThreads("of-a-test"), FailureNotices.LONGEST_END);
  private final FakeCluster cluster = new FakeCluster();
  private final PendingWrites writes =
      Deferrals.pending(DeferralSettings.builder(), cluster, Spill.NOTHING);

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
  }

  @Test
  void whatNobodyAsksForIsSaidOnceAMinute() {
    WriteAccount account = account(null);
    refuse(account);
    assertThat(notices.reminder()).isNull();
    clock.set(PATIENCE + 1);
    refuse(account(null));
    assertThat(notices.reminder())
        .contains("1 session or mutator has")
        .contains("1 write (NoSuchColumnFamilyException: nowhere) to t.");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThat(notices.reminder()).isNull();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(notices.reminder()).contains("2 sessions or mutators have");
  }

  @Test
  void nothingIsSaidOfWhatWasAskedForOrIsTold() {
    WriteAccount asked = account(null);
    refuse(asked);
    refuse(account(failure -> {}));
    assertThatThrownBy(asked::throwGivenUp)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    notices.told(asked);
    clock.set(PATIENCE + 1);
    assertThat(notices.reminder()).isNull();
  }

  /** A caller may be faster than the thread on which its write was refused. */
  @Test
  void nothingIsSaidOfWhatWasAskedForBeforeItWasNoted() {
    WriteAccount asked = account(null);
    give(asked);
    assertThatThrownBy(asked::throwGivenUp)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    notices.told(asked);
    notices.owe(asked);
    clock.set(PATIENCE + 1);
    assertThat(notices.reminder()).isNull();
  }

  @Test
  void whatCameSinceSomebodyWasToldIsOwedFromThenOn() {
    WriteAccount account = account(null);
    refuse(account);
    clock.set(PATIENCE);
    notices.told(account);
    clock.set(PATIENCE + 1);
    assertThat(notices.reminder()).isNull();
    clock.set(2 * PATIENCE + 1);
    assertThat(notices.reminder()).contains("1 write");
  }

  @Test
  void whoCouldNotBeToldForLongIsCounted() {
    refuse(account(failure -> {}));
    clock.set(3 * PATIENCE);
    assertThat(notices.reminder()).isNull();
    refuse(account(null));
    clock.set(4 * PATIENCE + 1);
    assertThat(notices.reminder())
        .contains("1 session or mutator has refused writes that nobody has asked for")
        .contains("1 session or mutator has refused writes, which keep their room, and a listener");
  }

  @Test
  void whoCouldNotBeToldIsCountedThoughItGoesOnWriting() throws Exception {
    PendingWrites withoutThreads =
        new PendingWrites(
            DeferralSettings.builder().build(),
            cluster,
            cluster,
            Spill.NOTHING,
            new RowStamps(System::currentTimeMillis, 100),
            clock::get,
            task -> {
              throw new OutOfMemoryError("no thread");
            },
            FailureNotices.LONGEST_END);
    try {
      WriteAccount account = withoutThreads.account(TableName.valueOf("t"), failure -> {}, null);
      give(account);
      withoutThreads.notices().owe(account);
      await()
          .until(
              () -> {
                clock.addAndGet(TimeUnit.SECONDS.toNanos(5));
                account.throwGivenUp();
                String reminder = withoutThreads.notices().reminder();
                return reminder != null && reminder.contains("a listener that could not be told");
              });
    } finally {
      withoutThreads.close();
    }
  }

  /** Its writes are with the application, which is to hear of them when it calls next. */
  @Test
  void nothingIsSaidOfWhatAListenerWantsThrown() {
    WriteAccount account =
        account(
            failure -> {
              throw failure;
            });
    refuse(account);
    account.tellListener();
    notices.owe(account);
    clock.set(10 * PATIENCE);
    assertThat(notices.reminder()).isNull();
    assertThatThrownBy(account::throwGivenUp)
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
  }

  @Test
  void whoWasNotToldIsToldAfterAWhile() {
    AtomicInteger told = new AtomicInteger();
    refuse(account(failure -> told.incrementAndGet()));
    clock.set(PATIENCE);
    notices.remind();
    assertThat(told).hasValue(0);
    clock.set(2 * PATIENCE);
    notices.remind();
    await().until(() -> told.get() == 1);
  }

  @Test
  void whoWasNotToldIsToldByClose() {
    AtomicInteger told = new AtomicInteger();
    refuse(account(failure -> told.incrementAndGet()));
    assertThat(notices.close()).isNull();
    assertThat(told).hasValue(1);
  }

  /** As by an answer that is acted upon so late. */
  @Test
  void whatIsGivenUpAfterCloseIsToldAsWell() {
    assertThat(notices.close()).isNull();
    AtomicInteger told = new AtomicInteger();
    WriteAccount account = account(failure -> told.incrementAndGet());
    give(account);
    notices.add(account);
    assertThat(told).hasValue(1);
  }

  /** Whoever comes to tell while flush() looks whether somebody does leaves it to flush(). */
  @Test
  void nothingIsLeftUntoldByAFlushAtTheSameTime() throws Exception {
    AtomicInteger told = new AtomicInteger();
    WriteAccount account = account(failure -> told.addAndGet(failure.getNumExceptions()));
    int rounds = 5_000;
    AtomicInteger gaveUp = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(2);
    FutureTask<Void> flushing =
        new FutureTask<>(
            () -> {
              for (int round = 0; round < rounds; round++) {
                together.await();
                while (gaveUp.get() == round) {
                  account.flush();
                }
                together.await();
              }
              return null;
            });
    Thread flusher = new Thread(flushing);
    flusher.setDaemon(true);
    flusher.start();
    for (int round = 0; round < rounds; round++) {
      together.await(60, TimeUnit.SECONDS);
      give(account);
      account.tellListener();
      gaveUp.set(round + 1);
      together.await(60, TimeUnit.SECONDS);
      assertThat(told).hasValue(round + 1);
    }
    flushing.get(60, TimeUnit.SECONDS);
  }

  private WriteAccount account(FailureListener listener) {
    return writes.account(TableName.valueOf("t"), listener, null);
  }

  private void refuse(WriteAccount account) {
    give(account);
    notices.owe(account);
  }

  private static void give(WriteAccount account) {
    PendingWrite write =
        new PendingWrite(new Put(Bytes.toBytes("a")), account, 1, 0, PendingWritesCase.alone());
    account.refuse(write, new NoSuchColumnFamilyException("nowhere\nat a line of its stack"));
  }
}
