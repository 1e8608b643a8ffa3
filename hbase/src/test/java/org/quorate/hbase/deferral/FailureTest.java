package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.MissCause;

class FailureTest {
  @Test
  void wrappersAreTakenOff() {
    Throwable within = new NotServingRegionException("moved");
    Throwable wrapped =
        new CompletionException(
            new RetriesExhaustedException(
                0,
                List.of(new RetriesExhaustedException.ThrowableWithExtraContext(within, 0, ""))));
    Failure failure = Failure.of(wrapped);
    assertThat(failure.reason()).isSameAs(within);
    assertThat(failure.text()).isEqualTo("NotServingRegionException: moved");
  }

  @Test
  void whatTheClientCallsFinalIsFinal() {
    assertThat(Failure.of(new DoNotRetryIOException("no")).mayPass()).isFalse();
    assertThat(Failure.of(new NoSuchColumnFamilyException("no")).mayPass()).isFalse();
    assertThat(Failure.of(new TableNotFoundException(TableName.valueOf("t"))).mayPass()).isFalse();
    assertThat(Failure.of(new IllegalArgumentException("no")).mayPass()).isFalse();
  }

  @Test
  void aRegionWithoutAServerWillHaveOne() {
    assertThat(Failure.of(new NoServerForRegionException("in transition")).mayPass()).isTrue();
  }

  @Test
  void aSystemTableThatIsAwayComesBack() {
    assertThat(Failure.of(new NotAllMetaRegionsOnlineException("starting")).mayPass()).isTrue();
  }

  @Test
  void whatMayPassHasItsCause() {
    assertThat(Failure.of(new NotServingRegionException("moved")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.REGION_MOVED, Failure::cause);
    assertThat(Failure.of(new ConnectException("refused")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.SERVER_GONE, Failure::cause);
    assertThat(Failure.of(new RegionTooBusyException("busy")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.SERVER_BUSY, Failure::cause);
    assertThat(Failure.of(new CallQueueTooBigException("busy")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.SERVER_BUSY, Failure::cause);
    assertThat(Failure.of(new CallTimeoutException("slow")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.SERVER_SLOW, Failure::cause);
    assertThat(Failure.of(new RpcThrottlingException("quota")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.SERVER_BUSY, Failure::cause);
    for (IOException stopping :
        List.of(
            new RegionServerStoppedException("stopping"),
            new RegionServerAbortedException("aborting"),
            new ServerNotRunningYetException("starting"))) {
      assertThat(Failure.of(stopping))
          .returns(true, Failure::mayPass)
          .returns(MissCause.SERVER_GONE, Failure::cause);
    }
    assertThat(Failure.of(new IOException("something")))
        .returns(true, Failure::mayPass)
        .returns(MissCause.OTHER, Failure::cause);
  }

  @Test
  void regionsAreLookedUpOnlyWhereTheyMayHaveMoved() {
    assertThat(Failure.of(new NotServingRegionException("moved")).saysThatRegionsMoved()).isTrue();
    assertThat(Failure.of(new ConnectException("refused")).saysThatRegionsMoved()).isTrue();
    assertThat(Failure.of(new CallTimeoutException("it hangs")).saysThatRegionsMoved()).isTrue();
    assertThat(Failure.of(new RegionTooBusyException("busy")).saysThatRegionsMoved()).isFalse();
    assertThat(Failure.of(new IOException("sync failed")).saysThatRegionsMoved()).isFalse();
  }

  @Test
  void mostRefusalsMayBeOfWhatCameWithIt() {
    assertThat(Failure.of(new DoNotRetryIOException("quota")).isOfOneAction()).isFalse();
    assertThat(Failure.of(new AccessDeniedException("no")).isOfOneAction()).isFalse();
    assertThat(Failure.of(new NoSuchColumnFamilyException("no")).isOfOneAction()).isTrue();
    assertThat(Failure.of(new FailedSanityCheckException("no")).isOfOneAction()).isTrue();
    assertThat(Failure.of(new TableNotFoundException(TableName.valueOf("t"))).isOfOneAction())
        .isTrue();
    assertThat(Failure.of(new IllegalArgumentException("too large")).isOfOneAction()).isTrue();
  }

  @Test
  void anAnswerThatCannotBeReadMayBeReadableTheNextTime() {
    assertThat(Failure.of(new IllegalStateException("Invalid response")).mayPass()).isTrue();
  }
}
