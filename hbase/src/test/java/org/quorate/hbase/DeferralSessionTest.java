package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.hbase.deferral.FailureListener;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.session.TableRules;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

@Timeout(60)
class DeferralSessionTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] NOWHERE = Bytes.toBytes("nowhere");
  private static final byte[] X = Bytes.toBytes("x");

  private final FakeCluster cluster = new FakeCluster().refuseFamily(NOWHERE);
  private final FakeTable stock = new FakeTable(cluster, TABLE, 1);
  private final PendingWrites writes =
      Deferrals.pending(
          DeferralSettings.builder()
              .boundTime(Duration.ofMillis(20))
              .boundWrites(2)
              .blockWhenFull(Duration.ofSeconds(10)),
          cluster,
          Spill.NOTHING);

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
  }

  @Test
  void closingASessionFlushesItAndHandsBackWhatWasRefused() throws IOException {
    for (int request = 0; request < 10; request++) {
      DeferralSession session = session(null);
      session.table(TABLE).put(new Put(X).addColumn(F, X, X));
      session.table(TABLE).put(new Put(X).addColumn(NOWHERE, X, X));
      assertThatThrownBy(session::close)
          .isInstanceOf(RetriesExhaustedWithDetailsException.class)
          .hasMessageContaining("nowhere");
      session.close();
    }
    assertThat(stock.get(new Get(X)).getValue(F, X)).isEqualTo(X);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  @Test
  void aSessionThatIsClosedInTimeSaysWhatIsLeft() throws IOException {
    cluster.hold("x");
    DeferralSession session = session(null);
    session.table(TABLE).put(new Put(X).addColumn(F, X, X));
    assertThatThrownBy(() -> session.close(Duration.ofMillis(50)))
        .isInstanceOf(TimeoutIOException.class)
        .hasMessageContaining("1 write to t not acknowledged within");
    cluster.release("x");
    session.close(Duration.ofSeconds(30));
    assertThat(stock.get(new Get(X)).getValue(F, X)).isEqualTo(X);
  }

  @Test
  void sessionsWithAListenerMayBeForgotten() throws IOException {
    List<RetriesExhaustedWithDetailsException> told = new CopyOnWriteArrayList<>();
    for (int request = 0; request < 20; request++) {
      session(told::add).table(TABLE).put(new Put(X).addColumn(NOWHERE, X, X));
    }
    await().until(() -> told.stream().mapToInt(each -> each.getNumExceptions()).sum() == 20);
    assertThat(writes.metrics().pendingBytes()).isZero();
  }

  /** What they throw nobody would ever ask for. */
  @Test
  void sessionsWhoseListenerThrowsMayBeForgottenToo() throws IOException {
    AtomicInteger told = new AtomicInteger();
    for (int request = 0; request < 20; request++) {
      DeferralSession session =
          session(
              failure -> {
                told.addAndGet(failure.getNumExceptions());
                throw failure;
              });
      session.table(TABLE).put(new Put(X).addColumn(NOWHERE, X, X));
      if (request % 2 == 0) {
        session.flush();
      }
    }
    await().until(() -> told.get() == 20);
    assertThat(writes.metrics().pendingBytes()).isZero();
    assertThatCode(writes::close).as("nothing was kept").doesNotThrowAnyException();
  }

  /** The deferral gives the session the tables of its connection and no more. */
  private DeferralSession session(FailureListener listener) throws IOException {
    Connection connection =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("getTable");
                  return (Table) stock;
                });
    return new DeferralSession(
        Deferral.open(connection, DeferralSettings.off()),
        writes,
        new TableRules(System::nanoTime),
        listener);
  }
}
