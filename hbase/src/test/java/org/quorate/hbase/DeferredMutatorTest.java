package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.session.CellLimit;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

/** What parameters and setters of a mutator do. */
@Timeout(60)
class DeferredMutatorTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final Duration BOUND = Duration.ofHours(1);

  private final FakeCluster cluster = new FakeCluster();
  private final FakeTable stock = new FakeTable(cluster, TABLE, 1);
  private final DeferralSettings.Builder settings = DeferralSettings.builder().boundTime(BOUND);
  private final PendingWrites writes = Deferrals.pending(settings, cluster, Spill.NOTHING);

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
  }

  @Test
  void anOperationTimeoutIsThatOfAFlush() throws IOException {
    cluster.hold("a");
    DeferredMutator mutator = mutator(new BufferedMutatorParams(TABLE));
    mutator.setOperationTimeout(50);
    mutator.mutate(put("a"));
    assertThatThrownBy(mutator::flush)
        .isInstanceOf(TimeoutIOException.class)
        .hasMessageContaining("1 write to t not acknowledged within 50ms");
    cluster.release("a");
    mutator.setOperationTimeout(0);
    mutator.flush();
    assertThat(cluster.arrived()).hasSize(1);
  }

  @Test
  void anRpcTimeoutIsThatOfWhatIsSentAtOnce() {
    mutator(params()).setRpcTimeout(1_500);
    assertThat(stock.getRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1_500);
  }

  /** A write is flushed when it is due, and not at some tick after that. */
  @Test
  void theTickIsTheSmallestOfTheStockClientOrTheBoundWhereThatIsShorter() {
    DeferredMutator mutator = mutator(params());
    assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(BOUND.toMillis());
    assertThat(mutator.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(100);
    settings.boundTime(Duration.ofMillis(20));
    assertThat(mutator(params()).getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(20);
  }

  @Test
  void aWriteBufferThatIsFullIsFlushedThoughItNeedNotBeYet() throws IOException {
    DeferredMutator mutator = mutator(new BufferedMutatorParams(TABLE).writeBufferSize(5_000));
    assertThat(mutator.getWriteBufferSize()).isEqualTo(5_000);
    for (int write = 0; write < 20; write++) {
      mutator.mutate(put("a" + write));
    }
    await().until(() -> cluster.arrived().size() > 10);
  }

  @Test
  void asManyMutationsAsMayBeBufferedAreFlushedToo() throws IOException {
    DeferredMutator mutator = mutator(new BufferedMutatorParams(TABLE).setMaxMutations(10));
    assertThat(mutator.getMaxMutations()).isEqualTo(10);
    for (int write = 0; write < 10; write++) {
      mutator.mutate(put("a" + write));
    }
    await().until(() -> cluster.arrived().size() == 10);
  }

  @Test
  void whatCannotBeKeptIsRefused() {
    assertThatThrownBy(() -> refuse(params().setWriteBufferPeriodicFlushTimeoutMs(1_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("every 1000 ms");
    assertThatThrownBy(() -> refuse(params().implementationClassName("org.example.Other")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("org.example.Other");
    assertThatThrownBy(() -> refuse(params().setRequestAttribute("a", F)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attributes");
    refuse(params().setWriteBufferPeriodicFlushTimeoutMs(BOUND.toMillis()));
    refuse(params().implementationClassName(ConfiguredMutator.class.getName()));
    refuse(params());
  }

  private static BufferedMutatorParams params() {
    return new BufferedMutatorParams(TABLE);
  }

  private static void refuse(BufferedMutatorParams params) {
    MutatorParameters.refuseUnkept(params, BOUND);
  }

  private DeferredMutator mutator(BufferedMutatorParams params) {
    WriteAccount account = writes.account(TABLE, null, null);
    return new DeferredMutator(
        stock,
        account,
        new OrderedRequests(writes, account, stock),
        settings.build(),
        new CellLimit(0),
        new BufferLimit(params));
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, F, F);
  }
}
