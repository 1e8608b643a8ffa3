package org.quorate.hbase.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

/** Row mutations win over what was written before them, whatever clock stamped it. */
class OrderedRequestsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] X = Bytes.toBytes("x");
  private static final long NOW = 1_000_000_000L;

  private final FakeCluster cluster = new FakeCluster();
  private final Table stock = new FakeTable(cluster, TABLE, 1);
  private final AtomicLong clock = new AtomicLong(NOW);
  private final PendingWrites writes =
      Deferrals.pending(
          DeferralSettings.builder().boundTime(Duration.ofHours(1)),
          cluster,
          cluster,
          Spill.NOTHING,
          clock::get,
          () -> 0);
  private final WriteAccount account = writes.account(TABLE, null, null);
  private final AtomicInteger looks = new AtomicInteger();

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
  }

  @Test
  void aRowMutationWinsOverAVersionOfAClockAhead() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("own");
    account.accept(put("deferred"));
    account.flush();
    assertThat(value()).isEqualTo("deferred");
  }

  @Test
  void aRowMutationIsNotHiddenByAMarkerOfAClockAhead() throws IOException {
    cluster.apply(new Delete(X, NOW + 300));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("own");
  }

  @Test
  void aDeleteAmongRowMutationsHidesAVersionOfAClockAhead() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(stock, new Delete(X));
    assertThat(value()).isNull();
    mutate(stock, new Delete(X), put("own"));
    assertThat(value()).isEqualTo("own");
  }

  @Test
  void whatAnotherColumnHoldsRaisesNoTimestamp() throws IOException {
    cluster.apply(new Put(X).addColumn(F, B, NOW + 300, B));
    mutate(stock, put("own"));
    assertThat(stock.get(new Get(X)).getColumnLatestCell(F, A).getTimestamp()).isEqualTo(NOW);
  }

  /** Such as a sequence number instead of a time: a server's stamp would not be later either. */
  @Test
  void whatIsFarAheadOfEveryClockStaysAhead() throws IOException {
    cluster.apply(put(NOW * 1_000, "microseconds"));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("microseconds");
  }

  @Test
  void onlyWhatNeedsATimestampCostsALook() throws IOException {
    mutate(looked(null), put(NOW, "stated"));
    assertThat(looks).hasValue(0);
    mutate(looked(null), put("own"), put("once more"));
    assertThat(looks).hasValue(1);
    assertThat(value()).isEqualTo("once more");
  }

  @Test
  void whoMayWriteAndNotReadWritesBlindly() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(looked(new AccessDeniedException("no right to read")), put("own"));
    assertThat(looks).hasValue(1);
    assertThat(cluster.arrived()).hasSize(2);
    assertThat(value()).isEqualTo("ahead");
  }

  /** As the documents say: a look at each row would make many requests of one. */
  @Test
  void aBatchIsBlind() throws Exception {
    cluster.apply(put(NOW + 300, "ahead"));
    List<Row> batch = List.of(put("put"), RowMutations.of(List.of(put("mutation"))));
    stock.batch(requests(looked(null)).ready(batch), new Object[2]);
    assertThat(looks).hasValue(0);
    assertThat(cluster.arrived()).hasSize(3);
    assertThat(value()).isEqualTo("ahead");
  }

  private void mutate(Table table, Mutation... mutations) throws IOException {
    Result unused = stock.mutateRow(requests(table).ready(RowMutations.of(List.of(mutations))));
  }

  private OrderedRequests requests(Table table) {
    return new OrderedRequests(writes, account, table);
  }

  /** A table whose looks are counted, and fail where a test says so. */
  private Table looked(IOException failure) {
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getScanner")) {
                looks.incrementAndGet();
                if (failure != null) {
                  throw failure;
                }
              }
              try {
                return method.invoke(stock, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private String value() throws IOException {
    return Bytes.toString(stock.get(new Get(X)).getValue(F, A));
  }

  private static Put put(String value) {
    return new Put(X).addColumn(F, A, Bytes.toBytes(value));
  }

  private static Put put(long timestamp, String value) {
    return new Put(X).addColumn(F, A, timestamp, Bytes.toBytes(value));
  }
}
