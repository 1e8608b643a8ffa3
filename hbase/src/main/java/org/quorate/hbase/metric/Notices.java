package org.quorate.hbase.metric;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one listener on its executor, so that one that takes its time holds up no flush. What it
 * has not been told of is bounded; what comes beyond that is dropped, counted, and said once in the
 * log. Thread-safe.
 */
final class Notices {
  /** Some seconds of a busy process; each takes about a hundred bytes beside its write. */
  static final int MOST = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  private final DeferralListener listener;
  private final Executor executor;
  private final LongAdder dropped;
  private final Semaphore free = new Semaphore(MOST);

  /** Whether the log has said that some were dropped. */
  private volatile boolean complained;

  /**
   * @param dropped counts what was dropped
   */
  Notices(DeferralListener listener, Executor executor, LongAdder dropped) {
    this.listener = listener;
    this.executor = executor;
    this.dropped = dropped;
  }

  void tell(Consumer<DeferralListener> notice) {
    if (!free.tryAcquire()) {
      drop(null);
      return;
    }
    try {
      executor.execute(() -> tellNow(notice));
    } catch (RuntimeException | Error e) {
      // The executor is the application's, and has no room, is closed, or has no thread left.
      free.release();
      drop(e);
    }
  }

  private void tellNow(Consumer<DeferralListener> notice) {
    try {
      notice.accept(listener);
    } catch (RuntimeException | Error e) {
      LOG.warn("A listener of deferred writes threw; what it threw is dropped.", e);
    } finally {
      free.release();
    }
  }

  private void drop(@Nullable Throwable reason) {
    dropped.increment();
    if (!complained) {
      complained = true;
      LOG.warn(
          "A listener of deferred writes does not keep up, and is not told of some; see"
              + " droppedNotices among the metrics for how many.",
          reason);
    }
  }
}
