package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.testing.Deferrals;

/** Writes that arrive when their time, or the table that they were meant for, is over. */
class LateWritesTest extends PendingWritesCase {
  private static final long ACCEPTED_AT = 1_000_000_000L;
  private static final long TIME_TO_LIVE = 1_000;

  private final AtomicLong clock = new AtomicLong(ACCEPTED_AT);

  /** As the documents say: a server counts from the stamp, which is that of the acceptance. */
  @Test
  void aWriteThatIsSentAgainForLongerThanItsTimeToLiveIsAcknowledgedAndNeverSeen()
      throws Exception {
    cluster.failBefore(action -> new NotServingRegionException("moving"));
    WriteAccount account = openByClock();
    account.accept(put("a", "1"));
    account.accept(put("b", "1").setTTL(TIME_TO_LIVE));
    account.ask();
    await("they are sent again").until(() -> writes.metrics().retriedRows() > 1);
    clock.addAndGet(TIME_TO_LIVE + 1);
    cluster.failBefore(action -> null);
    account.flush();
    assertThat(writes.metrics().acknowledged()).isEqualTo(2);
    assertThat(writes.metrics().failed()).isZero();
    assertThat(value("a")).as("where nothing is forgotten").isEqualTo("1");
    assertThat(unexpired("a").isEmpty()).as("by the family's time to live").isTrue();
    assertThat(unexpired("b").isEmpty()).as("by its own").isTrue();
    assertThat(cluster.arrived())
        .filteredOn(write -> Bytes.toString(write.getRow()).equals("b"))
        .extracting(Mutation::getTTL)
        .containsExactly(TIME_TO_LIVE);
  }

  /** As the documents say: of what waits in memory nobody asks whether the table is the same. */
  @Test
  void aWriteThatWaitsWhileItsTableIsTruncatedLandsInWhatIsThereThen() throws Exception {
    WriteAccount account = openByClock();
    account.accept(put("a", "before"));
    account.flush();
    account.accept(put("b", "before"));
    cluster.with(
        rows -> {
          rows.clear();
          return null;
        });
    AtomicInteger sent = new AtomicInteger();
    cluster.failBefore(
        action ->
            sent.getAndIncrement() == 0
                ? new NotServingRegionException("a region of before")
                : null);
    account.flush();
    assertThat(value("a")).isNull();
    assertThat(value("b")).isEqualTo("before");
    assertThat(sent).hasValue(2);
  }

  private WriteAccount openByClock() {
    writes = Deferrals.pending(settings(NEVER), cluster, cluster, spill, clock::get, () -> 0);
    return writes.account(TABLE, null, null);
  }

  /** What a server shows of a row whose cells are forgotten after the time to live. */
  private Result unexpired(String row) throws IOException {
    Get get = new Get(Bytes.toBytes(row)).setTimeRange(clock.get() - TIME_TO_LIVE, Long.MAX_VALUE);
    return cluster.with(rows -> rows.get(get.getRow()).read(get));
  }
}
