package org.quorate.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.session.CellLimit;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.session.OrderedTable;
import org.quorate.hbase.session.SessionReads;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * A table whose puts and deletes are deferred, and whose reads see them from the moment at which
 * the call that wrote them returned. As the stock one it is cheap to make and not to be shared
 * between threads; what several tables of one session write is seen by all of them.
 *
 * <p>What may not be deferred goes to the servers at once, after whatever is pending for its rows:
 * increments, appends, check-and-mutate, row mutations, batches, and a delete of the latest version
 * of a column. {@link #close} does not flush: pending writes belong to the session. Without a
 * listener, writes that are given up are thrown by the session's next write or flush on the table:
 * what goes to the servers at once is a write too, and is then not sent. Reads do not throw them.
 */
public final class DeferredTable extends OrderedTable {
  private final WriteAccount account;
  private final SessionReads reads;
  private final CellLimit limit;

  DeferredTable(Table stock, WriteAccount account, OrderedRequests ordered, SessionReads reads) {
    super(stock, ordered);
    this.account = account;
    this.reads = reads;
    this.limit = CellLimit.of(stock.getConfiguration());
  }

  @Override
  public void put(Put put) throws IOException {
    limit.check(put);
    account.accept(put);
  }

  /** Accepts one after the other; where one fails, those before it were accepted. */
  @Override
  public void put(List<Put> puts) throws IOException {
    for (Put put : puts) {
      put(put);
    }
  }

  @Override
  public void delete(Delete delete) throws IOException {
    if (StampedMutations.deferrable(delete)) {
      account.accept(delete);
    } else {
      stock().delete(ordered().ready(delete));
    }
  }

  /** Accepts one after the other; where one fails, those before it were accepted. */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    for (Delete delete : deletes) {
      delete(delete);
    }
  }

  @Override
  public Result get(Get get) throws IOException {
    return reads.get(get);
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    return reads.get(gets);
  }

  @Override
  public boolean exists(Get get) throws IOException {
    return reads.exists(get);
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    return reads.exists(gets);
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    return reads.scan(scan);
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return reads.scan(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return reads.scan(new Scan().addColumn(family, qualifier));
  }

  /**
   * Has everything sent that the session wrote to this table, and waits until it is acknowledged.
   *
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException if some of it was
   *     given up; with the mutations and the reasons
   */
  public void flush() throws IOException {
    account.flush();
  }

  /**
   * The same within a time.
   *
   * @throws org.apache.hadoop.hbase.exceptions.TimeoutIOException if that is over first: what is
   *     left stays pending and is sent as before
   */
  public void flush(Duration atMost) throws IOException {
    account.flush(atMost);
  }

  @Override
  public void close() throws IOException {
    stock().close();
  }
}
