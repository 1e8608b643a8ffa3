package org.quorate.hbase.destination;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Row;

/**
 * Sends by the asynchronous client, which groups a batch by region server. Every batch is tried
 * once; what the client knows of regions is renewed by every failure. Thread-safe.
 */
public final class AsyncTableTarget implements WriteTarget {
  private final AsyncConnection connection;
  private final long mostMillis;
  private final ConcurrentMap<TableName, AsyncTable<?>> tables = new ConcurrentHashMap<>();

  /**
   * @param connection used, and not closed
   * @param mostMillis after which a batch fails whose regions cannot be found, above 0; the
   *     connection's own limit holds where it is shorter
   */
  public AsyncTableTarget(AsyncConnection connection, long mostMillis) {
    this.connection = connection;
    this.mostMillis = mostMillis;
  }

  @Override
  public List<? extends CompletableFuture<?>> send(TableName table, List<Row> actions) {
    return tables.computeIfAbsent(table, this::open).<Object>batch(actions);
  }

  private AsyncTable<?> open(TableName table) {
    long configured = connection.getTable(table).getOperationTimeout(TimeUnit.MILLISECONDS);
    return connection
        .getTableBuilder(table)
        .setMaxAttempts(1)
        .setOperationTimeout(Math.min(configured, mostMillis), TimeUnit.MILLISECONDS)
        .build();
  }
}
