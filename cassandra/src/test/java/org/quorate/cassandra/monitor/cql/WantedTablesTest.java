package org.quorate.cassandra.monitor.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.table.TableName;

class WantedTablesTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final TableName ORDERS = new TableName("shop", "orders");
  private static final TableName OTHER = new TableName("stock", "carts");

  private final Set<TableName> tables = Set.of(CARTS, ORDERS, OTHER);
  private final WantedTables wanted = new WantedTables(tables);

  @Test
  void rowsAreFoundInWhateverOrderTheyCome() {
    List<Object[]> rows =
        new ArrayList<>(
            List.of(
                new Object[] {"shop", "carts", 1L},
                new Object[] {"system", "carts", 7L},
                new Object[] {"stock", "carts", 2L},
                new Object[] {"shop", "orders", 3L},
                new Object[] {"stock", "unknown", 7L}));
    for (int order = 0; order < rows.size(); order++) {
      rows.add(rows.remove(0));
      assertThat(read(rows))
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  CARTS, counts(1), //
                  OTHER, counts(2), //
                  ORDERS, counts(3)));
    }
  }

  @Test
  void aTableThatNoViewHasIsNotThere() {
    Map<TableName, TableCounts> known = read(List.<Object[]>of(new Object[] {"shop", "carts", 1L}));
    assertThat(known).hasSize(1).containsKey(CARTS).doesNotContainKey(ORDERS);
    assertThat(known.get(new TableName("shop", "dropped"))).isNull();
  }

  private static TableCounts counts(long reads) {
    return new TableCounts(reads, TableCounts.UNKNOWN, TableCounts.UNKNOWN, TableCounts.UNKNOWN);
  }

  private Map<TableName, TableCounts> read(List<Object[]> rows) {
    long[] counts = wanted.unknown();
    wanted.take(rows.stream().map(WantedTablesTest::row).toList(), counts);
    Map<LatencyView, CompletableFuture<long[]>> views = new EnumMap<>(LatencyView.class);
    views.put(LatencyView.COORDINATOR_READ_LATENCY, CompletableFuture.completedFuture(counts));
    return wanted.byTable(views);
  }

  private static Row row(Object[] values) {
    return (Row)
        Proxy.newProxyInstance(
            Row.class.getClassLoader(),
            new Class<?>[] {Row.class},
            (self, method, arguments) -> bytes(values[(int) arguments[0]]));
  }

  private static ByteBuffer bytes(Object value) {
    return value instanceof Long number
        ? ByteBuffer.allocate(Long.BYTES).putLong(0, number)
        : ByteBuffer.wrap(String.valueOf(value).getBytes(StandardCharsets.UTF_8));
  }
}
