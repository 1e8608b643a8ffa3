package org.quorate.ycsb;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.DeferralSession;

/** One client thread's way to the table. Not thread-safe. */
final class TableClient implements Closeable {
  private final Table table;
  private final @Nullable BufferedMutator buffer;
  private final @Nullable DeferralSession session;

  private TableClient(
      Table table, @Nullable BufferedMutator buffer, @Nullable DeferralSession session) {
    this.table = table;
    this.buffer = buffer;
    this.session = session;
  }

  /**
   * Reads and writes through a session.
   *
   * @param table of the session
   */
  static TableClient of(Table table, DeferralSession session) {
    return new TableClient(table, null, session);
  }

  /** Reads from the servers, and writes to the stock buffer, which reads do not see. */
  static TableClient buffered(Table table, BufferedMutator buffer) {
    return new TableClient(table, buffer, null);
  }

  Result get(Get get) throws IOException {
    return table.get(get);
  }

  ResultScanner scan(Scan scan) throws IOException {
    return table.getScanner(scan);
  }

  void write(Mutation mutation) throws IOException {
    if (buffer != null) {
      buffer.mutate(mutation);
    } else if (mutation instanceof Put put) {
      table.put(put);
    } else if (mutation instanceof Delete delete) {
      table.delete(delete);
    } else {
      throw new IllegalArgumentException("Only puts and deletes are written.");
    }
  }

  /** Sends what is pending, and waits until the servers have it. */
  @Override
  public void close() throws IOException {
    try {
      if (buffer != null) {
        buffer.close();
      }
      if (session != null) {
        session.close();
      }
    } finally {
      table.close();
    }
  }
}
