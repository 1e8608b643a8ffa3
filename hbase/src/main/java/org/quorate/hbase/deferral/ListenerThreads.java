package org.quorate.hbase.deferral;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which listeners are told, so many at most, and the accounts that wait for one. An
 * account whose thread cannot be started goes on waiting: a thread that is at work takes it, or one
 * that {@link #start} starts later. Thread-safe.
 *
 * <p>Listeners that write cannot wait for each other, though accounts wait for their threads: what
 * a listener writes on its thread finds room whatever other refused writes take of it ({@link
 * Room}), and so waits for nothing but answers of servers, which need no thread of these.
 *
 * <p>An account waits once, and has a refused write that keeps its room; so the accounts that wait
 * are never more than the writes that find room.
 */
final class ListenerThreads {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerThreads.class);

  /** Listeners spend their time waiting for disks, servers and each other, not computing. */
  static final int MOST = 64;

  private final ExecutorService threads;

  /** Whose listeners are to be told, in this order; guarded by itself, as what follows. */
  private final Set<WriteAccount> waiting = new LinkedHashSet<>();

  private int atWork;
  private boolean failing;

  ListenerThreads(ThreadFactory factory) {
    this.threads = Executors.newCachedThreadPool(factory);
  }

  /** Threads that nobody waits for when the process ends. */
  static Thread daemon(Runnable task) {
    Thread made = new Thread(task, "quorate-deferral-failures");
    made.setDaemon(true);
    return made;
  }

  /** The account's listener is told when its turn comes. */
  void tell(WriteAccount account) {
    synchronized (waiting) {
      waiting.add(account);
    }
    start();
  }

  /** Starts a thread if accounts wait and there may be one more. */
  void start() {
    synchronized (waiting) {
      if (waiting.isEmpty() || atWork == MOST) {
        return;
      }
      atWork++;
    }
    Throwable problem = null;
    try {
      threads.execute(this::work);
    } catch (RuntimeException | Error e) {
      // A process that has no thread left says so by an error; nothing is lost by that.
      problem = e;
    }
    if (started(problem == null)) {
      LOG.warn("No thread could be started that tells listeners of failed writes.", problem);
    }
  }

  /** Notes whether a thread was started; true if it is the first that was not. */
  private boolean started(boolean was) {
    synchronized (waiting) {
      boolean first = !was && !failing;
      failing = !was;
      if (!was) {
        atWork--;
      }
      return first;
    }
  }

  /**
   * Waits for the listeners that are being told or will be, and has the threads end.
   *
   * @return whether no thread is at work any more; accounts may wait all the same
   */
  boolean close(long mostSeconds) {
    threads.shutdown();
    try {
      return threads.awaitTermination(mostSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void work() {
    boolean done = false;
    try {
      for (WriteAccount next = next(); next != null; next = next()) {
        tellNow(next);
      }
      done = true;
    } finally {
      if (!done) {
        synchronized (waiting) {
          atWork--;
        }
      }
    }
  }

  private static void tellNow(WriteAccount account) {
    // The listener before may have left the thread interrupted, which is not meant for this one.
    boolean unused = Thread.interrupted();
    try {
      account.tellListener();
    } catch (RuntimeException | Error e) {
      LOG.error("The listener of failed writes to {} failed.", account.table(), e);
    }
  }

  /** Takes out who is next; where there is nobody, the thread is at work no longer. */
  private @Nullable WriteAccount next() {
    synchronized (waiting) {
      Iterator<WriteAccount> accounts = waiting.iterator();
      if (!accounts.hasNext()) {
        atWork--;
        return null;
      }
      WriteAccount next = accounts.next();
      // Before it is told, so that what is given up from here on is told after that if not by it.
      accounts.remove();
      return next;
    }
  }
}
