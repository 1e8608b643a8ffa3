package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
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
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;

class FailureNoticesTest {
  private static final long PATIENCE = 100;

  private final AtomicLong clock = new AtomicLong();
  private final FailureNotices notices = new FailureNotices(clock::get, PATIENCE);
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

  private WriteAccount account(FailureListener listener) {
    return writes.account(TableName.valueOf("t"), listener, null);
  }

  private void refuse(WriteAccount account) {
    give(account);
    notices.owe(account);
  }

  private static void give(WriteAccount account) {
    PendingWrite write = new PendingWrite(new Put(Bytes.toBytes("a")), account, 1, 0);
    account.refuse(write, new NoSuchColumnFamilyException("nowhere\nat a line of its stack"));
  }
}
