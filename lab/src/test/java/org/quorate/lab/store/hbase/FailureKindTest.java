package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;
import org.quorate.hbase.deferral.DeferralFullException;

final class FailureKindTest {
  @Test
  void whatMayHaveHappenedStaysUnknown() {
    assertThat(FailureKind.of(new SocketTimeoutException("callTimeout=1")))
        .isEqualTo(FailureKind.CLIENT_TIMEOUT);
    assertThat(FailureKind.of(new CallTimeoutException("a"))).isEqualTo(FailureKind.CLIENT_TIMEOUT);
    assertThat(FailureKind.of(new ConnectException("a"))).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(FailureKind.of(new NotServingRegionException("a")))
        .isEqualTo(FailureKind.REGION_AWAY);
    assertThat(FailureKind.of(new RegionTooBusyException("a"))).isEqualTo(FailureKind.SERVER_BUSY);
    assertThat(FailureKind.of(new CallQueueTooBigException("a")))
        .isEqualTo(FailureKind.SERVER_BUSY);
    assertThat(FailureKind.of(new TableNotEnabledException("a")))
        .isEqualTo(FailureKind.TABLE_DISABLED);
    assertThat(FailureKind.of(new InterruptedIOException("a"))).isEqualTo(FailureKind.INTERRUPTED);
    assertThat(FailureKind.of(new IOException("a"))).isEqualTo(FailureKind.OTHER);
    for (FailureKind kind :
        List.of(
            FailureKind.CLIENT_TIMEOUT,
            FailureKind.CONNECTION_LOST,
            FailureKind.REGION_AWAY,
            FailureKind.SERVER_BUSY,
            FailureKind.TABLE_DISABLED,
            FailureKind.INTERRUPTED,
            FailureKind.OTHER)) {
      assertThat(kind.ofWrite()).as(kind.text()).isEqualTo(Outcome.TIMEOUT);
    }
  }

  @Test
  void whatNoAttemptCanHaveDoneDidNotHappen() {
    assertThat(FailureKind.of(new TableNotFoundException("a"))).isEqualTo(FailureKind.NO_TABLE);
    assertThat(FailureKind.of(new NoSuchColumnFamilyException("a")))
        .isEqualTo(FailureKind.NO_FAMILY);
    assertThat(FailureKind.of(new AccessDeniedException("a"))).isEqualTo(FailureKind.UNAUTHORIZED);
    assertThat(FailureKind.of(new IllegalArgumentException("KeyValue size too large")))
        .isEqualTo(FailureKind.INVALID_REQUEST);
    for (FailureKind kind :
        List.of(
            FailureKind.NO_TABLE,
            FailureKind.NO_FAMILY,
            FailureKind.UNAUTHORIZED,
            FailureKind.INVALID_REQUEST)) {
      assertThat(kind.ofWrite()).as(kind.text()).isEqualTo(Outcome.ERROR);
    }
  }

  @Test
  void aReasonIsFoundWithinOthers() {
    IOException wrapped =
        new RetriesExhaustedException("16 attempts", new IOException(new ConnectException("no")));

    assertThat(FailureKind.of(wrapped)).isEqualTo(FailureKind.CONNECTION_LOST);
    assertThat(FailureKind.of(details(new NoSuchColumnFamilyException("f"))))
        .isEqualTo(FailureKind.NO_FAMILY);
  }

  @Test
  void aTimeOutWhileTheServerIsGoneIsALostConnection() {
    IOException late = new SocketTimeoutException("callTimeout=30000");
    late.initCause(new ConnectException("refused"));

    assertThat(FailureKind.of(late)).isEqualTo(FailureKind.CONNECTION_LOST);
  }

  @Test
  void aDeferredWriteThatWasNotAcceptedDidNotHappen() {
    assertThat(FailureKind.ofAcceptance(new DeferralFullException("full")))
        .isEqualTo(FailureKind.BUFFER_FULL);
    assertThat(FailureKind.ofAcceptance(details(new ConnectException("a"))))
        .isEqualTo(FailureKind.EARLIER_WRITE_FAILED);
    assertThat(FailureKind.ofAcceptance(new IllegalArgumentException("a")))
        .isEqualTo(FailureKind.INVALID_REQUEST);
    assertThat(FailureKind.ofAcceptance(new InterruptedIOException("a")))
        .isEqualTo(FailureKind.NOT_ACCEPTED);
    assertThat(FailureKind.BUFFER_FULL.ofWrite()).isEqualTo(Outcome.ERROR);
    assertThat(FailureKind.EARLIER_WRITE_FAILED.ofWrite()).isEqualTo(Outcome.ERROR);
    assertThat(FailureKind.NOT_ACCEPTED.ofWrite()).isEqualTo(Outcome.ERROR);
  }

  private static RetriesExhaustedWithDetailsException details(Throwable cause) {
    return new RetriesExhaustedWithDetailsException(
        List.of(cause), List.of(new Put(Bytes.toBytes("row"))), List.of("server"));
  }
}
