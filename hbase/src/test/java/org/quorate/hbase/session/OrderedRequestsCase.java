package org.quorate.hbase.session;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.testing.Deferrals;
import org.quorate.hbase.testing.FakeCluster;
import org.quorate.hbase.testing.FakeTable;

/** What tests of requests that are not deferred have in common: a row, and a clock by hand. */
abstract class OrderedRequestsCase {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] X = Bytes.toBytes("x");
  static final long NOW = 1_000_000_000L;
  private static final TableName TABLE = TableName.valueOf("t");

  final AtomicLong clock = new AtomicLong(NOW);
  final FakeCluster cluster = new FakeCluster();
  final Table stock = new FakeTable(cluster, TABLE, 1);
  private final PendingWrites writes =
      Deferrals.pending(
          DeferralSettings.builder().boundTime(Duration.ofHours(1)),
          cluster,
          cluster,
          Spill.NOTHING,
          clock::get,
          () -> 0);
  final WriteAccount account = writes.account(TABLE, null, null);

  /** What happens before a call of a table reaches the servers. */
  interface Before {
    void called(String method, Object[] arguments) throws Exception;
  }

  @AfterEach
  void close() throws IOException {
    writes.close();
    cluster.close();
  }

  OrderedRequests requests(Table table) {
    return new OrderedRequests(writes, account, table);
  }

  /** The same table with somebody who is told of each call, and may have it fail. */
  Table watched(Before before) {
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              before.called(method.getName(), arguments);
              try {
                return method.invoke(stock, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Whether a call looks at rows. */
  static boolean isLook(String method, Object[] arguments) {
    return method.equals("get")
        || (method.equals("batch") && ((List<?>) arguments[0]).get(0) instanceof Get);
  }

  String value(byte[] row, byte[] column) throws IOException {
    return Bytes.toString(stock.get(new Get(row)).getValue(F, column));
  }

  static Put put(byte[] row, byte[] column, String value) {
    return new Put(row).addColumn(F, column, Bytes.toBytes(value));
  }

  static Put put(byte[] row, byte[] column, long timestamp, String value) {
    return new Put(row).addColumn(F, column, timestamp, Bytes.toBytes(value));
  }
}
