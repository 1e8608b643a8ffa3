package org.quorate.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.hbase.deferral.DeferralFullException;
import org.quorate.hbase.spill.SpillFullException;
import org.quorate.hbase.thread.DaemonThreads;

/**
 * A deferred mutator whose calls wait for nothing. A write's future is complete when a server has
 * the write, as with the stock one, or fails with the reason for which it was given up or not
 * accepted.
 *
 * <p>Writes are accepted in the order of the calls, on a thread that is there while some wait for
 * that: it waits for room and for the spill in their stead, and for the servers' answer to what is
 * not buffered. What waits in this line is bounded as what is pending is, and no write waits longer
 * for room than a call may, its time in the line counted. Thread-safe.
 */
final class DeferredAsyncMutator implements AsyncBufferedMutator {
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final DeferredMutator mutator;
  private final Duration mostWait;
  private final Executor completions;
  private final ExecutorService line =
      DaemonThreads.pool(1, IDLE, new DaemonThreads("quorate-async-mutator"));

  /** Bytes of writes that are not accepted yet. */
  private final AtomicLong waiting = new AtomicLong();

  /** What the spill said when a write last waited for it in vain; used by the line's thread. */
  private @Nullable SpillFullException spillFull;

  private long spillFullAt;

  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  /**
   * @param mostWait how long a write may wait for room
   * @param completions where futures are completed
   */
  DeferredAsyncMutator(DeferredMutator mutator, Duration mostWait, Executor completions) {
    this.mutator = mutator;
    this.mostWait = mostWait;
    this.completions = completions;
  }

  @Override
  public TableName getName() {
    return mutator.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return mutator.getConfiguration();
  }

  /** The mutation belongs to this until its future is complete: it must not be changed. */
  @Override
  public CompletableFuture<Void> mutate(Mutation mutation) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    long since = System.nanoTime();
    long size = mutation.heapSize();
    if (!fits(waiting.getAndUpdate(before -> fits(before, size) ? before + size : before), size)) {
      complete(future, full());
      return future;
    }
    boolean queued = false;
    try {
      queued = queue(() -> accept(mutation, size, since, future));
    } finally {
      if (!queued) {
        waiting.addAndGet(-size);
      }
    }
    if (!queued) {
      complete(future, new IOException("The mutator is closed; the write was not accepted."));
    }
    return future;
  }

  @Override
  public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
    List<CompletableFuture<Void>> futures = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      futures.add(mutate(mutation));
    }
    return futures;
  }

  /** Has everything sent that it was given; who waits for it waits for the futures. */
  @Override
  public void flush() {
    boolean unused = queue(mutator::ask);
  }

  /** As a flush; and takes nothing more. */
  @Override
  public void close() {
    boolean unused =
        queue(
            () -> {
              try {
                mutator.ask();
              } finally {
                ended.complete(null);
              }
            });
    line.shutdown();
  }

  /** Complete when it is closed and all that waited is accepted, or was refused. */
  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  /** What the process may keep; of as much this keeps what waits for it. */
  @Override
  public long getWriteBufferSize() {
    return mutator.getWriteBufferSize();
  }

  @Override
  public int getMaxMutations() {
    return mutator.getMaxMutations();
  }

  /** The bound: within it every write is flushed. */
  @Override
  public long getPeriodicalFlushTimeout(TimeUnit unit) {
    return unit.convert(mutator.getWriteBufferPeriodicFlushTimeoutMs(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return mutator.getRequestAttributes();
  }

  private boolean fits(long before, long size) {
    return before == 0 || size <= getWriteBufferSize() - before;
  }

  private DeferralFullException full() {
    return new DeferralFullException(
        "The write was not accepted: writes of "
            + ByteSizes.format(waiting.get())
            + " that this mutator was given wait for room; have fewer under way at a time, or"
            + " allow more memory.");
  }

  /** Whether it is open. */
  private boolean queue(Runnable task) {
    try {
      line.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void accept(Mutation mutation, long size, long since, CompletableFuture<Void> future) {
    long begun = System.nanoTime();
    try {
      if (spillFull != null && since - spillFullAt < 0) {
        // It waited behind one that waited for the spill in vain, and would do so again.
        complete(future, spillFull.again());
        return;
      }
      Duration left = mostWait.minusNanos(begun - since);
      mutator.mutate(
          mutation, left.isNegative() ? Duration.ZERO : left, refused -> complete(future, refused));
    } catch (IOException | RuntimeException | Error e) {
      long now = System.nanoTime();
      if (e instanceof SpillFullException full && now - begun >= mostWait.toNanos()) {
        spillFull = full;
        spillFullAt = now;
      }
      complete(future, e);
    } finally {
      waiting.addAndGet(-size);
    }
  }

  private void complete(CompletableFuture<Void> future, @Nullable Throwable refused) {
    Runnable completion =
        () -> {
          if (refused == null) {
            future.complete(null);
          } else {
            future.completeExceptionally(refused);
          }
        };
    try {
      completions.execute(completion);
    } catch (RuntimeException | Error e) {
      // A pool that was shut down, or has no thread left: somebody waits all the same. Not here,
      // since this may be the thread that brings answers, or sends writes.
      future.defaultExecutor().execute(completion);
    }
  }
}
