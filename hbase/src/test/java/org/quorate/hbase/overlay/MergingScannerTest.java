package org.quorate.hbase.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class MergingScannerTest {
  private static final int VERSIONS = 3;

  @Test
  void isWhatTheServersWouldReturnIfTheyHadThePendingWrites() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    RandomRequests requests = new RandomRequests(random);
    for (int trial = 0; trial < 3_000; trial++) {
      NavigableMap<byte[], RowModel> server = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      NavigableMap<byte[], RowModel> complete = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      Overlay overlay = new Overlay();
      for (int write = random.nextInt(10); write > 0; write--) {
        Mutation put = requests.put(row(random), 1, 50);
        apply(server, put);
        apply(complete, put);
      }
      for (int write = random.nextInt(10); write > 0; write--) {
        Mutation mutation = requests.mergeable(row(random), 40, 100);
        overlay.add(mutation);
        apply(complete, mutation);
      }
      Scan scan = new Scan().readVersions(random.nextInt(1, 4));
      scan.setReversed(random.nextBoolean());
      int limit = random.nextBoolean() ? random.nextInt(1, 6) : -1;
      scan.setLimit(limit);

      List<List<String>> expected = rows(complete, scan, limit);
      Rows rows = new Rows(results(server, scan));
      List<List<String>> merged = new ArrayList<>();
      try (MergingScanner scanner =
          new MergingScanner(
              rows,
              scan,
              overlay.range(new byte[0], true, new byte[0], true),
              rules(),
              () -> 0,
              row -> {})) {
        for (Result result : scanner) {
          merged.add(RowModel.text(result));
        }
        assertThat(scanner.next()).isNull();
      }
      assertThat(merged).as("trial %d, %s", trial, scan).isEqualTo(expected);
      assertThat(rows.closed).isTrue();
    }
  }

  @Test
  void aRowThatCouldNotBeSettledIsWhatTheNextCallBeginsWith() throws IOException {
    byte[] row = Bytes.toBytes("row");
    byte[] f = Bytes.toBytes("f");
    NavigableMap<byte[], RowModel> server = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    apply(server, new Put(row).addColumn(f, f, 100, Bytes.toBytes("a rival's")));
    Overlay overlay = new Overlay();
    overlay.add(new Put(row).addColumn(f, f, 50, Bytes.toBytes("own")));
    AtomicInteger settled = new AtomicInteger();
    Scan scan = new Scan();
    try (MergingScanner scanner =
        new MergingScanner(
            new Rows(results(server, scan)),
            scan,
            overlay.range(new byte[0], true, new byte[0], true),
            rules(),
            () -> 0,
            each -> {
              if (settled.incrementAndGet() == 1) {
                throw new IOException("not acknowledged in time");
              }
            })) {
      assertThatThrownBy(scanner::next).hasMessage("not acknowledged in time");
      assertThat(scanner.next().getValue(f, f)).isEqualTo(Bytes.toBytes("a rival's"));
      assertThat(scanner.next()).isNull();
    }
    assertThat(settled).hasValue(2);
  }

  private static FamilyRules rules() {
    return new FamilyRules(
        Map.of(
            Bytes.toBytes("f"), new FamilyRule(VERSIONS, Long.MAX_VALUE, true),
            Bytes.toBytes("g"), new FamilyRule(VERSIONS, Long.MAX_VALUE, true)));
  }

  private static byte[] row(SplittableRandom random) {
    return Bytes.toBytes("row" + random.nextInt(6));
  }

  private static void apply(NavigableMap<byte[], RowModel> table, Mutation mutation) {
    table.computeIfAbsent(mutation.getRow(), row -> new RowModel(VERSIONS)).apply(mutation);
  }

  private static List<List<String>> rows(NavigableMap<byte[], RowModel> table, Scan scan, int limit)
      throws IOException {
    List<List<String>> rows = results(table, scan).stream().map(RowModel::text).toList();
    return limit > 0 && rows.size() > limit ? rows.subList(0, limit) : rows;
  }

  private static List<Result> results(NavigableMap<byte[], RowModel> table, Scan scan)
      throws IOException {
    List<Result> results = new ArrayList<>();
    for (Map.Entry<byte[], RowModel> row :
        (scan.isReversed() ? table.descendingMap() : table).entrySet()) {
      Result result =
          row.getValue().read(new Get(row.getKey()).readVersions(scan.getMaxVersions()));
      if (!result.isEmpty()) {
        results.add(result);
      }
    }
    return results;
  }

  private static final class Rows implements ResultScanner {
    private final Iterator<Result> rows;
    private boolean closed;

    Rows(List<Result> rows) {
      this.rows = rows.iterator();
    }

    @Override
    public Result next() {
      return rows.hasNext() ? rows.next() : null;
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public boolean renewLease() {
      return true;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
