package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.core.history.Outcome;
import org.quorate.load.store.Completion;

/**
 * One client's reads, which are alike for all ways of keeping writes back. Calls block.
 *
 * @param table closed by whoever opened it
 * @param names the name of the row with a number
 */
record ClientReads(Table table, RowRequests requests, LongFunction<byte[]> names) {
  /** Reads one row; its version is that of its newest cell among those that were asked for. */
  void read(long key, int field, Completion completion) {
    Result row;
    try {
      row = table.get(requests.get(names.apply(key), field));
    } catch (IOException | RuntimeException e) {
      fail(e, completion);
      return;
    }
    completion.completed(Outcome.OK, RowRequests.version(row), null);
  }

  /** Reads rows in their order, and drops them. */
  void scan(long key, int length, int field, Completion completion) {
    try (ResultScanner rows = table.getScanner(requests.scan(names.apply(key), length, field))) {
      int left = length;
      while (left > 0 && rows.next() != null) {
        left--;
      }
    } catch (IOException | RuntimeException e) {
      fail(e, completion);
      return;
    }
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  private static void fail(Throwable failure, Completion completion) {
    completion.completed(Outcome.ERROR, Completion.NO_VERSION, FailureKind.of(failure).text());
  }
}
