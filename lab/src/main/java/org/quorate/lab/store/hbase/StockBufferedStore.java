package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.hbase.thread.DaemonThreads;
import org.quorate.lab.hbase.InterruptedCalls;
import org.quorate.lab.store.AcknowledgedWrites;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;
import org.quorate.study.plan.Buffering;

/**
 * One client with a buffer of its own, as YCSB has it with {@code clientbuffering}: a write is
 * accepted when it is in the buffer, and the write that fills it waits until some of it is sent.
 * Its reads do not see what is in the buffer. With a period, the buffer's own timer sends it; that
 * timer looks once a second, so that a write may wait for a second more. Used by one thread.
 */
final class StockBufferedStore implements Store {
  /** How long after its closing writes of a buffer may still be acknowledged. */
  private static final Duration TIMER_PATIENCE = Duration.ofSeconds(5);

  private final Connection connection;
  private final BufferedMutatorParams params;
  private final Table table;
  private final RowRequests requests;
  private final LongFunction<byte[]> names;
  private final ClientReads reads;
  private final WriteCounts counts;
  private final AcknowledgedWrites known;
  private final VisibilityProbe probe;
  private final ExecutorService senders =
      Executors.newCachedThreadPool(new DaemonThreads("stock-buffer"));
  private volatile @Nullable BufferedMutator buffer;

  /**
   * @param connection for the buffer; stays the caller's
   * @param table for reads; closed with this
   * @param names the name of the row with a number
   * @param known told here of what is about to be accepted, and of what was given up
   */
  StockBufferedStore(
      Connection connection,
      Table table,
      Buffering.StockBuffer buffering,
      RowRequests requests,
      LongFunction<byte[]> names,
      WriteCounts counts,
      AcknowledgedWrites known,
      VisibilityProbe probe) {
    this.connection = connection;
    this.params =
        new BufferedMutatorParams(table.getName())
            .writeBufferSize(buffering.bytes())
            .listener((failure, mutator) -> failed(failure))
            // The buffer's own would be shut down under what its timer is about to send.
            .pool(senders);
    Duration period = buffering.flushPeriod();
    if (period != null) {
      params.setWriteBufferPeriodicFlushTimeoutMs(period.toMillis());
    }
    this.table = table;
    this.requests = requests;
    this.names = names;
    this.reads = new ClientReads(table, requests, names);
    this.counts = counts;
    this.known = known;
    this.probe = probe;
  }

  private void failed(RetriesExhaustedWithDetailsException failure) {
    for (int i = 0; i < failure.getNumExceptions(); i++) {
      counts.failed(FailureKind.of(failure.getCause(i)).text());
      known.givenUp(failure.getRow(i).getRow());
    }
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    reads.read(key, field, completion);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    known.sending(key, version);
    try {
      open().mutate(requests.put(names.apply(key), field, values, version));
    } catch (IOException | RuntimeException e) {
      // Whatever is known of it comes with the requests that are answered.
      FailureKind kind = FailureKind.of(e);
      completion.completed(kind.ofWrite(), Completion.NO_VERSION, kind.text());
      return;
    }
    counts.accepted();
    probe.accepted(key, version);
    completion.completed(Outcome.OK, Completion.NO_VERSION, null);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    reads.scan(key, length, field, completion);
  }

  private BufferedMutator open() throws IOException {
    BufferedMutator known = buffer;
    if (known == null) {
      known = connection.getBufferedMutator(params);
      buffer = known;
    }
    return known;
  }

  /**
   * Closes the buffer; the next write opens another. Its closing does not wait for what its timer
   * has just taken and not yet sent; that is waited for here, as a patient application would.
   */
  @Override
  public void finish() throws InterruptedException {
    BufferedMutator last = buffer;
    if (last == null) {
      return;
    }
    buffer = null;
    try {
      last.close();
    } catch (IOException e) {
      InterruptedCalls.rethrow(e);
      // What was not sent has been told to the listener, or stays unfinished.
    } catch (RuntimeException e) {
      // What was not sent has been told to the listener, or stays unfinished.
    }
    long patience = System.nanoTime() + TIMER_PATIENCE.toNanos();
    while (counts.unfinished() > 0 && System.nanoTime() < patience) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  @Override
  public void close() {
    BufferedMutator last = buffer;
    if (last != null) {
      buffer = null;
      Closing.quietly(last);
    }
    senders.shutdownNow();
    Closing.quietly(table);
  }
}
