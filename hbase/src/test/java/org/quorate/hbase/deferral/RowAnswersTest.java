package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.metric.MissCause;
import org.quorate.hbase.row.RowKey;

class RowAnswersTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final RowAnswers answers =
      new RowAnswers(Duration.ofMinutes(20), new DeferralTally(List.of()));

  @Test
  void aRowWaitsAsLongAsAQuotaSays() {
    RowQueue row = underWay();
    Failure failure =
        Failure.of(
            new RpcThrottlingException(
                RpcThrottlingException.Type.WriteSizeExceeded, 7_000, "write size limit exceeded"));
    assertThat(failure.mayPass()).isTrue();
    assertThat(failure.cause()).isEqualTo(MissCause.SERVER_BUSY);
    assertThat(answers.failed(row, failure, 1, SECOND)).isNull();
    assertThat(row.notBefore).isEqualTo(8 * SECOND);
  }

  /** Over the wire only the message comes. */
  @Test
  void aRowWaitsAsLongAsTheMessageOfAQuotaSays() {
    RowQueue row = underWay();
    RemoteException remote =
        new RemoteException(
            RpcThrottlingException.class.getName(), "write size limit exceeded - wait 7sec, 0ms");
    IOException unwrapped = remote.unwrapRemoteException();
    assertThat(answers.failed(row, Failure.of(unwrapped), 1, SECOND)).isNull();
    assertThat(row.notBefore).isEqualTo(8 * SECOND);
  }

  @Test
  void aRowIsSentAgainSoonWhereNobodySaysWhen() {
    RowQueue row = underWay();
    assertThat(answers.failed(row, Failure.of(new IOException("sync failed")), 1, SECOND)).isNull();
    assertThat(row.notBefore - SECOND).isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
  }

  private static RowQueue underWay() {
    RowQueue row = new RowQueue(new RowKey(Bytes.toBytes("a")));
    row.append(
        new PendingWrite(new Put(Bytes.toBytes("a")), null, 1, 100, PendingWritesCase.alone()));
    long unused = row.depart(1, 1_000, SECOND / 2);
    return row;
  }
}
