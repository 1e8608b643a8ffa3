package org.quorate.hbase;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.session.CellLimit;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * A buffered mutator whose writes are visible within the bound. Thread-safe, as the stock one.
 *
 * <p>It differs from the stock one in these points. Writes are flushed in the background, so that a
 * call waits only where there is no room. A failure is told to the listener on a thread of its own
 * as soon as it is known; without a listener the next call throws it, and the write in hand is then
 * not accepted. Increments, appends and deletes of a column's latest version are not buffered: they
 * are sent at once, after whatever is pending for their row.
 */
final class DeferredMutator implements BufferedMutator {
  private final Table stock;
  private final WriteAccount account;
  private final OrderedRequests ordered;
  private final DeferralSettings settings;
  private final CellLimit limit;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param stock for what is not buffered; closed with this
   */
  DeferredMutator(
      Table stock,
      WriteAccount account,
      OrderedRequests ordered,
      DeferralSettings settings,
      CellLimit limit) {
    this.stock = stock;
    this.account = account;
    this.ordered = ordered;
    this.settings = settings;
    this.limit = limit;
  }

  @Override
  public TableName getName() {
    return stock.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return stock.getConfiguration();
  }

  @Override
  public void mutate(Mutation mutation) throws IOException {
    if (closed.get()) {
      throw new IllegalStateException("Cannot put when the BufferedMutator is closed.");
    }
    if (StampedMutations.deferrable(mutation)) {
      limit.check(mutation);
      account.accept(mutation);
    } else {
      send(mutation);
    }
  }

  /** Accepts one after the other; where one fails, those before it were accepted. */
  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    for (Mutation mutation : mutations) {
      mutate(mutation);
    }
  }

  /** Has everything sent that this mutator accepted, and waits until it is acknowledged. */
  @Override
  public void flush() throws IOException {
    account.flush();
  }

  /** Flushes, and accepts nothing more. */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        account.flush();
      } finally {
        stock.close();
      }
    }
  }

  /** Most bytes that may be pending in the process. */
  @Override
  public long getWriteBufferSize() {
    return Math.min(settings.bound().bytes(), settings.capacity().memory());
  }

  /** The bound, in milliseconds: within it every write is flushed. */
  @Override
  public long getWriteBufferPeriodicFlushTimeoutMs() {
    return settings.bound().time().toMillis();
  }

  /** Does nothing where the bound is as short already, which it is where there should be none. */
  @Override
  public void setWriteBufferPeriodicFlush(long timeoutMs, long timerTickMs) {
    if (timeoutMs > 0 && timeoutMs < settings.bound().time().toMillis()) {
      throw new UnsupportedOperationException(
          "A mutator cannot have a shorter bound than the others of its process, which is "
              + settings.bound().time()
              + "; open deferral with the shorter one.");
    }
  }

  private void send(Mutation mutation) throws IOException {
    if (mutation instanceof Increment increment) {
      Result unused = ordered.saw(stock.increment(ordered.ready(increment)));
    } else if (mutation instanceof Append append) {
      Result unused = ordered.saw(stock.append(ordered.ready(append)));
    } else if (mutation instanceof Delete delete) {
      stock.delete(ordered.ready(delete));
    } else if (mutation instanceof Put put) {
      stock.put(ordered.ready(put));
    } else {
      throw new IllegalArgumentException(
          "A " + mutation.getClass().getName() + " cannot be buffered.");
    }
  }
}
