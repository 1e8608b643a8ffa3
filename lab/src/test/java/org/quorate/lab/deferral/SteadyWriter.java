package org.quorate.lab.deferral;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.client.BufferedMutator;

/** Writes some thousand times a second, over and over to the same rows, until it is stopped. */
final class SteadyWriter {
  private static final int ROWS = 500;
  private static final long BETWEEN_WRITES = TimeUnit.MICROSECONDS.toNanos(100);

  private final BufferedMutator mutator;
  private final Map<String, Long> last = new TreeMap<>();
  private final AtomicLong accepted = new AtomicLong();
  private final CompletableFuture<Void> end;
  private volatile boolean stopped;

  SteadyWriter(BufferedMutator mutator) {
    this.mutator = mutator;
    this.end = CompletableFuture.runAsync(this::write);
  }

  /** Writes whose calls have returned. */
  long accepted() {
    return accepted.get();
  }

  /**
   * Ends writing, and flushes.
   *
   * @return what was written last to each row
   */
  Map<String, Long> stop() throws Exception {
    stopped = true;
    end.get(120, TimeUnit.SECONDS);
    mutator.flush();
    return last;
  }

  private void write() {
    try {
      for (long number = 0; !stopped; number++) {
        long row = number % ROWS;
        mutator.mutate(NumberedRows.put(row, number, 0));
        last.put(NumberedRows.key(row), number);
        accepted.incrementAndGet();
        LockSupport.parkNanos(BETWEEN_WRITES);
      }
    } catch (IOException e) {
      throw new IllegalStateException("A write was not accepted.", e);
    }
  }
}
