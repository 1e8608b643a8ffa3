package org.quorate.hbase.destination;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Row;

/** Where mutations go. Thread-safe; does not wait for servers. */
public interface WriteTarget {
  /**
   * Sends a batch, once.
   *
   * @param actions puts, deletes and row mutations of different rows, at least one
   * @return for each, in the same order, when a server acknowledged it, or why not: {@link
   *     org.apache.hadoop.hbase.DoNotRetryIOException} where sending again is of no use, as the
   *     failure itself or as its cause
   */
  List<? extends CompletableFuture<?>> send(TableName table, List<Row> actions);
}
