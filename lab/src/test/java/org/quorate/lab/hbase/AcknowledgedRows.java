package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.lab.testing.SharedHBase;

/**
 * A table whose rows, spread over all its regions, are written one by one, and the keys of those
 * that HBase has acknowledged. Thread-safe.
 */
final class AcknowledgedRows {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] VALUE = Bytes.toBytes("v");

  private final Connection connection;
  private final TableName table;
  private final ConcurrentSkipListSet<String> acknowledged = new ConcurrentSkipListSet<>();

  private AcknowledgedRows(Connection connection, TableName table) {
    this.connection = connection;
    this.table = table;
  }

  /** Makes the table. Keys begin with three decimal digits. */
  static AcknowledgedRows create(Connection connection, TableName table, int regions)
      throws IOException {
    byte[][] splits = new byte[regions - 1][];
    for (int split = 0; split < splits.length; split++) {
      splits[split] = Bytes.toBytes(key(1000 * (split + 1) / regions));
    }
    SharedHBase.createTable(connection, table, FAMILY, splits);
    return new AcknowledgedRows(connection, table);
  }

  private static String key(int number) {
    return "%03d".formatted(number);
  }

  Set<String> keys() {
    return acknowledged;
  }

  int size() {
    return acknowledged.size();
  }

  /** Writes rows one by one, spread over all regions, while told to go on. */
  void write(int from, int to, AtomicBoolean go) {
    try (Table rows = connection.getTable(table)) {
      for (int row = from; row < to && go.get(); row++) {
        String key = key(row * 7 % 1000) + "-" + row;
        rows.put(new Put(Bytes.toBytes(key)).addColumn(FAMILY, VALUE, Bytes.toBytes(row)));
        acknowledged.add(key);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Does something while rows are written one after another, which goes on before and after it.
   *
   * @throws Exception that of the step, or what a write failed with
   */
  void whileWritten(Step step) throws Exception {
    AtomicBoolean go = new AtomicBoolean(true);
    int first = 1_000_000 + size();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(() -> write(first, Integer.MAX_VALUE, go));
    try {
      awaitMore(writer);
      step.take();
      awaitMore(writer);
    } finally {
      go.set(false);
    }
    writer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void awaitMore(CompletableFuture<Void> writer) {
    int before = size();
    await("rows are written")
        .atMost(PATIENCE)
        .until(() -> writer.isCompletedExceptionally() || size() > before + 300);
    if (writer.isCompletedExceptionally()) {
      writer.join();
    }
  }

  /** What is done meanwhile. */
  @FunctionalInterface
  interface Step {
    void take() throws Exception;
  }

  void assertEachIsRead() throws IOException {
    Set<String> missing = new TreeSet<>(acknowledged);
    try (Table rows = connection.getTable(table);
        ResultScanner scanner = rows.getScanner(new Scan().setCaching(1000))) {
      for (Result row : scanner) {
        missing.remove(new String(row.getRow(), StandardCharsets.UTF_8));
      }
    }
    assertThat(missing).isEmpty();
  }
}
