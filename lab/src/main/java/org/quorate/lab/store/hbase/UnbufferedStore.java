package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * One client whose every write is a request of its own, which a server has when the call returns:
 * what YCSB does without {@code clientbuffering}. Used by one thread.
 */
final class UnbufferedStore implements Store {
  private final Table table;
  private final RowRequests requests;
  private final LongFunction<byte[]> names;
  private final ClientReads reads;
  private final AcknowledgedWrites known;

  /**
   * @param table closed with this
   * @param names the name of the row with a number
   * @param known told of every write that succeeded
   */
  UnbufferedStore(
      Table table, RowRequests requests, LongFunction<byte[]> names, AcknowledgedWrites known) {
    this.table = table;
    this.requests = requests;
    this.names = names;
    this.reads = new ClientReads(table, requests, names);
    this.known = known;
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    reads.read(key, field, completion);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    try {
      table.put(requests.put(names.apply(key), field, values, version));
    } catch (IOException | RuntimeException e) {
      FailureKind kind = FailureKind.of(e);
      completion.completed(kind.ofWrite(), Completion.NO_VERSION, kind.text());
      return;
    }
    known.acknowledged(key, version);
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    reads.scan(key, length, field, completion);
  }

  @Override
  public void close() {
    Closing.quietly(table);
  }
}
