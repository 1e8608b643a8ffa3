package org.quorate.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.deferral.WriteListener;
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
  private final BufferLimit buffer;

  /** How long a flush waits for servers. */
  private volatile Duration flushAtMost = WriteAccount.UNLIMITED;

  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param stock for what is not buffered; closed with this
   */
  DeferredMutator(
      Table stock,
      WriteAccount account,
      OrderedRequests ordered,
      DeferralSettings settings,
      CellLimit limit,
      BufferLimit buffer) {
    this.stock = stock;
    this.account = account;
    this.ordered = ordered;
    this.settings = settings;
    this.limit = limit;
    this.buffer = buffer;
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
      if (buffer.isReachedBy(mutation)) {
        account.ask();
      }
    } else {
      send(mutation);
    }
  }

  /**
   * The same for a write of which somebody else is told.
   *
   * @param atMost how long to wait for room, if that is less than a call may
   */
  void mutate(Mutation mutation, Duration atMost, WriteListener told) throws IOException {
    if (StampedMutations.deferrable(mutation)) {
      limit.check(mutation);
      account.accept(mutation, atMost, told);
    } else {
      send(mutation);
      told.done(null);
    }
  }

  /** Has everything sent that was accepted, and does not wait for it. */
  void ask() {
    account.ask();
  }

  /** Accepts one after the other; where one fails, those before it were accepted. */
  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    for (Mutation mutation : mutations) {
      mutate(mutation);
    }
  }

  /**
   * Has everything sent that this mutator accepted, and waits until it is acknowledged: where the
   * mutator has an operation timeout, for so long at most, and as long as writes are sent again
   * where it has none.
   *
   * @throws org.apache.hadoop.hbase.exceptions.TimeoutIOException if the timeout is over first:
   *     what is left stays pending and is sent as before
   */
  @Override
  public void flush() throws IOException {
    account.flush(flushAtMost);
  }

  /** Flushes, and accepts nothing more. */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        account.flush(flushAtMost);
      } finally {
        stock.close();
      }
    }
  }

  /** At how many accepted bytes it asks for a flush; without that, what the process may keep. */
  @Override
  public long getWriteBufferSize() {
    long process = Math.min(settings.bound().bytes(), settings.capacity().memory());
    return Math.min(buffer.bytes(), process);
  }

  /** At how many accepted mutations it asks for a flush. */
  @Override
  public int getMaxMutations() {
    return buffer.mutations();
  }

  /** The bound, in milliseconds: within it every write is flushed. */
  @Override
  public long getWriteBufferPeriodicFlushTimeoutMs() {
    return settings.bound().time().toMillis();
  }

  /** How late a flush may begin: it begins when it is due, and the smallest tick is stock's. */
  @Override
  public long getWriteBufferPeriodicFlushTimerTickMs() {
    return Math.min(
        MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS, settings.bound().time().toMillis());
  }

  /** Deferred writes of several mutators share requests, which have attributes of none. */
  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return Map.of();
  }

  /** Of what is sent at once; requests of flushes are shared, and have the connection's. */
  @Override
  @SuppressWarnings("deprecation")
  public void setRpcTimeout(int timeout) {
    stock.setRpcTimeout(timeout);
  }

  /**
   * Of what is sent at once, and of a flush, which waits for so long at most.
   *
   * @param timeout in milliseconds; 0 and less for no limit
   */
  @Override
  @SuppressWarnings("deprecation")
  public void setOperationTimeout(int timeout) {
    stock.setOperationTimeout(timeout);
    flushAtMost = timeout > 0 ? Duration.ofMillis(timeout) : WriteAccount.UNLIMITED;
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
    } else {
      throw new IllegalArgumentException(
          "A " + mutation.getClass().getName() + " cannot be buffered.");
    }
  }
}
