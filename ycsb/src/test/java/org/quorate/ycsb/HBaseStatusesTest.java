package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class HBaseStatusesTest {
  @Test
  void ycsbsOwnStatusesAreUsedWhereTheySayAsMuch() {
    assertThat(HBaseStatuses.of(new RegionTooBusyException("full")))
        .isSameAs(Status.SERVICE_UNAVAILABLE);
    assertThat(HBaseStatuses.of(new TableNotFoundException("t"))).isSameAs(Status.BAD_REQUEST);
    assertThat(HBaseStatuses.of(new AccessDeniedException("no"))).isSameAs(Status.FORBIDDEN);
    assertThat(HBaseStatuses.of(new IOException("what?"))).isSameAs(Status.ERROR);
  }

  @Test
  void theCauseWithinAFailureCounts() {
    assertThat(HBaseStatuses.of(new IOException(new CallTimeoutException("late"))).getName())
        .isEqualTo("Timeout");
    assertThat(
            HBaseStatuses.of(
                new RetriesExhaustedWithDetailsException(
                    List.of(new TableNotFoundException("t")),
                    List.of(new Put(Bytes.toBytes("row"))),
                    List.of("server:1"))))
        .isSameAs(Status.BAD_REQUEST);
  }

  @Test
  void onlyARefusalMeansThatAWriteDidNotHappen() {
    assertThat(HBaseStatuses.isRefusal(new DoNotRetryIOException("no"))).isTrue();
    assertThat(HBaseStatuses.isRefusal(new CallTimeoutException("late"))).isFalse();
  }
}
