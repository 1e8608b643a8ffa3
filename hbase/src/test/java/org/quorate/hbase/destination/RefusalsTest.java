package org.quorate.hbase.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalsTest {
  static Throwable[] finals() {
    return new Throwable[] {
      new DoNotRetryIOException("no"),
      new AccessDeniedException("no"),
      new NoSuchColumnFamilyException("no"),
      new TableNotFoundException(TableName.valueOf("t")),
      new IllegalArgumentException("KeyValue size too large"),
      new RemoteWithExtrasException("com.example.OfACoprocessor", "no", true),
      new IOException("wrapped", new DoNotRetryIOException("no"))
    };
  }

  static Throwable[] passing() {
    return new Throwable[] {
      new IOException("no answer"),
      new NotServingRegionException("moved"),
      new NoServerForRegionException("in transition"),
      new NotAllMetaRegionsOnlineException("starting"),
      new DoNotRetryIOException("wrapped", new NotAllMetaRegionsOnlineException("starting")),
      new DoNotRetryIOException("wrapped", new NoServerForRegionException("in transition")),
      new ServerTooBusyException(Address.fromParts("server", 16020), 100),
      new RemoteWithExtrasException("com.example.OfACoprocessor", "not now", false),
      new IllegalStateException("Invalid response")
    };
  }

  static Throwable[] busy() {
    return new Throwable[] {
      new RegionTooBusyException("flushing"),
      new CallQueueTooBigException("busy"),
      new ServerTooBusyException(Address.fromParts("server", 16020), 100),
      new RpcThrottlingException("quota"),
      new IOException("wrapped", new RegionTooBusyException("flushing"))
    };
  }

  static Throwable[] ofOneAction() {
    return new Throwable[] {
      new NoSuchColumnFamilyException("no"),
      new FailedSanityCheckException("requested row out of range"),
      new TableNotFoundException(TableName.valueOf("t")),
      new IllegalArgumentException("KeyValue size too large"),
      new IOException("wrapped", new NoSuchColumnFamilyException("no"))
    };
  }

  @ParameterizedTest
  @MethodSource("finals")
  void whatTheClientCallsFinalIsFinal(Throwable failure) {
    assertThat(Refusals.isFinal(failure)).isTrue();
  }

  @ParameterizedTest
  @MethodSource({"passing", "busy"})
  void whatIsAwayOrBusyMayPassWhateverTheClientSays(Throwable failure) {
    assertThat(Refusals.isFinal(failure)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("busy")
  void aServerThatTakesNoMoreIsBusy(Throwable failure) {
    assertThat(Refusals.isBusy(failure)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("ofOneAction")
  void someRefusalsAreOfOneAction(Throwable failure) {
    assertThat(Refusals.isOfOneAction(failure)).isTrue();
  }

  @Test
  void mostRefusalsMayBeOfWhatCameWithIt() {
    assertThat(Refusals.isOfOneAction(new DoNotRetryIOException("quota"))).isFalse();
    assertThat(Refusals.isOfOneAction(new AccessDeniedException("no"))).isFalse();
  }

  @Test
  void causesThatGoRoundInACircleEnd() {
    IOException one = new IOException("one");
    one.initCause(new IOException("other", one));
    assertThat(Refusals.find(one, DoNotRetryIOException.class)).isNull();
  }
}
