package org.quorate.hbase.deferral;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings failures to those who wrote: tells listeners, on threads of its own, so that one that
 * takes its time, or writes, does not wait for the others', and knows which accounts have writes
 * that were given up and nobody was told of, so that these are told of when all is closed, also
 * where their session was forgotten. Until then their writes keep their room; the log says so, at
 * most once a minute, when that lasts. Whatever keeps a listener from being told is tried again.
 * Thread-safe.
 *
 * <p>Listeners that write cannot wait for each other, though accounts wait for their threads: what
 * a listener writes on its thread finds room whatever other refused writes take of it ({@link
 * Room}), and so waits for nothing but answers of servers, which need no thread of these. An
 * account waits once, and has a refused write that keeps its room; so the accounts that wait are
 * never more than the writes that find room.
 */
final class FailureNotices {
  private static final Logger LOG = LoggerFactory.getLogger(FailureNotices.class);

  /** How long listeners may take to return when all is closed. */
  static final Duration LONGEST_END = Duration.ofSeconds(10);

  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final long REMINDS = TimeUnit.MINUTES.toNanos(1);

  /** Listeners spend their time waiting for disks, servers and each other, not computing. */
  static final int MOST_THREADS = 64;

  private final LongSupplier clock;
  private final long patience;
  private final Duration longestEnd;
  private final ThreadPoolExecutor threads;

  /** Whose listeners wait for a thread. */
  private final Set<WriteAccount> waiting = ConcurrentHashMap.newKeySet();

  /** Threads that are in a listener. */
  private final Set<Thread> telling = ConcurrentHashMap.newKeySet();

  /** Whether a thread could not be started, and not all who wait were tried again since. */
  private volatile boolean failing;

  /** Since when. */
  private final ConcurrentMap<WriteAccount, Long> owing = new ConcurrentHashMap<>();

  private long remindedAt = -REMINDS;
  private long triedAgainAt;

  /** Whether no thread tells listeners any more. */
  private volatile boolean closed;

  /**
   * @param clock elapsed nanoseconds, from 0
   * @param patience how many nanoseconds an account may owe before the log says so, or before its
   *     listener is told once more
   * @param factory of threads that tell listeners
   * @param longestEnd how long {@link #close} waits for listeners, such as {@link #LONGEST_END}
   */
  FailureNotices(LongSupplier clock, long patience, ThreadFactory factory, Duration longestEnd) {
    this.clock = clock;
    this.patience = patience;
    this.longestEnd = longestEnd;
    this.threads = DaemonThreads.pool(MOST_THREADS, IDLE, factory);
  }

  /** A write of an account was given up. */
  void add(WriteAccount account) {
    owe(account);
    if (!account.hasListener()) {
      return;
    }
    if (closed) {
      // An answer that took longer to be acted upon than close() waited; after it nobody would.
      account.tellListener();
    } else {
      boolean unused = tell(account);
    }
  }

  /** Somebody must be told of what an account has, unless that has been asked for meanwhile. */
  void owe(WriteAccount account) {
    long now = clock.getAsLong();
    // Looked at and entered in one step, as below: whoever comes last leaves what is true.
    Long unused =
        owing.compute(account, (key, since) -> key.owes() ? (since == null ? now : since) : null);
  }

  /** Somebody was told; there may be more since. */
  void told(WriteAccount account) {
    long now = clock.getAsLong();
    Long unused = owing.compute(account, (key, since) -> key.owes() ? now : null);
  }

  /**
   * Tells listeners that could not be told when it was their turn, and says in the log what nobody
   * asks for. Call it on one thread only, now and then.
   */
  void remind() {
    tellAgain();
    String reminder = reminder();
    if (reminder != null) {
      LOG.warn("{}", reminder);
    }
  }

  private void tellAgain() {
    long now = clock.getAsLong();
    if (!failing && (owing.isEmpty() || now - triedAgainAt < patience)) {
      return;
    }
    triedAgainAt = now;
    for (Map.Entry<WriteAccount, Long> each : owing.entrySet()) {
      WriteAccount account = each.getKey();
      if (account.owesListener()
          && (failing || now - each.getValue() > patience)
          && !tell(account)) {
        return;
      }
    }
    failing = false;
  }

  /**
   * The account's listener is told when its turn comes.
   *
   * @return false if there is no thread for it now
   */
  private boolean tell(WriteAccount account) {
    if (!waiting.add(account)) {
      return true;
    }
    try {
      threads.execute(() -> tellNow(account));
      return true;
    } catch (RuntimeException | Error e) {
      // A process that has no thread left says so by an error; nothing is lost by that.
      waiting.remove(account);
      if (!failing) {
        LOG.warn("No thread could be started that tells listeners of failed writes.", e);
      }
      failing = true;
      return false;
    }
  }

  private void tellNow(WriteAccount account) {
    // Before it is told, so that what is given up from here on is told after that if not by it.
    waiting.remove(account);
    telling.add(Thread.currentThread());
    try {
      account.tellListener();
    } catch (RuntimeException | Error e) {
      LOG.error("The listener of failed writes to {} failed.", account.table(), e);
    } finally {
      telling.remove(Thread.currentThread());
    }
  }

  /** What {@link #remind} says now, or null. */
  @Nullable String reminder() {
    long now = clock.getAsLong();
    if (owing.isEmpty() || now - remindedAt < REMINDS) {
      return null;
    }
    List<Map.Entry<WriteAccount, Long>> unasked =
        owing.entrySet().stream()
            .filter(each -> !each.getKey().hasListener() && now - each.getValue() > patience)
            .sorted(Map.Entry.comparingByValue())
            .toList();
    // Told again after one patience, at the latest after two.
    long untold =
        owing.entrySet().stream()
            .filter(each -> each.getKey().owesListener() && now - each.getValue() > 3 * patience)
            .count();
    if (unasked.isEmpty() && untold == 0) {
      return null;
    }
    remindedAt = now;
    String forgotten = unasked.isEmpty() ? "" : forgotten(unasked.size(), unasked.get(0).getKey());
    String waiting = untold == 0 ? "" : waiting(untold);
    return (forgotten + " " + waiting).strip();
  }

  private static String forgotten(int accounts, WriteAccount longest) {
    return sessions(accounts)
        + " refused writes that nobody has asked for, which keep their room until then; the longest"
        + " of them has "
        + longest.owedText()
        + ". Flush or close a session before it is forgotten, or give it a listener.";
  }

  private static String waiting(long accounts) {
    return sessions(accounts)
        + " refused writes, which keep their room, and a listener that could not be told of them"
        + " yet; see whether listeners return, and whether the process can start threads.";
  }

  private static String sessions(long accounts) {
    return accounts == 1 ? "1 session or mutator has" : accounts + " sessions or mutators have";
  }

  /**
   * Waits for listeners that are being told, and ends the threads. Whom no thread has told then is
   * told on this one, unless listeners do not return; what remains is returned.
   *
   * @return what nobody was told of, or null if there is nothing
   */
  @Nullable RetriesExhaustedWithDetailsException close() {
    long deadline = clock.getAsLong() + longestEnd.toNanos();
    boolean ended = endThreads();
    if (!ended) {
      LOG.warn("Listeners of failed writes have not returned for {} ms.", longestEnd.toMillis());
    }
    // From here on whoever adds an account tells it, or it is found below.
    closed = true;
    RetriesExhaustedWithDetailsException untold = null;
    for (WriteAccount account : owing.keySet()) {
      // One that never returned would hold up this thread for ever: then it is not tried.
      if (ended && clock.getAsLong() < deadline) {
        tellNow(account);
      }
      untold = Failure.joined(untold, account.takeGivenUp(true));
    }
    return untold;
  }

  /** Waits for all but this one, on which a listener may close. */
  private boolean endThreads() {
    threads.shutdown();
    int own = telling.contains(Thread.currentThread()) ? 1 : 0;
    try {
      for (long left = longestEnd.toMillis(); left > 0 && threads.getPoolSize() > own; left--) {
        boolean unused = threads.awaitTermination(1, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return threads.getPoolSize() <= own;
  }
}
