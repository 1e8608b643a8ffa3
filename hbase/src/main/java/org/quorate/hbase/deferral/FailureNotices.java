package org.quorate.hbase.deferral;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings failures to those who wrote: tells listeners, on threads of its own, so that one that
 * takes its time, or writes, does not wait for the others', and knows which accounts have writes
 * that were given up and nobody was told of, so that these are told of when all is closed, also
 * where their session was forgotten. Until then their writes keep their room; the log says so, at
 * most once a minute, when that lasts. Thread-safe.
 */
final class FailureNotices {
  private static final Logger LOG = LoggerFactory.getLogger(FailureNotices.class);
  private static final long MOST_SECONDS = 10;
  private static final long REMINDS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier clock;
  private final long patience;

  /** Since when. */
  private final ConcurrentMap<WriteAccount, Long> owing = new ConcurrentHashMap<>();

  /** Those whose listeners are about to be told, each by one thread. */
  private final Set<WriteAccount> tellingSoon = ConcurrentHashMap.newKeySet();

  private long remindedAt = -REMINDS;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread made = new Thread(task, "quorate-deferral-failures");
            made.setDaemon(true);
            return made;
          });

  /**
   * @param clock elapsed nanoseconds, from 0
   * @param patience how many nanoseconds an account may owe before the log says so
   */
  FailureNotices(LongSupplier clock, long patience) {
    this.clock = clock;
    this.patience = patience;
  }

  /** A write of an account was given up. */
  void add(WriteAccount account) {
    owe(account);
    if (account.hasListener() && tellingSoon.add(account)) {
      boolean begun = false;
      try {
        threads.execute(() -> tell(account));
        begun = true;
      } catch (RejectedExecutionException e) {
        // Closed meanwhile: the account's next call tells.
      } finally {
        if (!begun) {
          tellingSoon.remove(account);
        }
      }
    }
  }

  private void tell(WriteAccount account) {
    // First, so that what is given up from here on is told by another thread where not by this.
    tellingSoon.remove(account);
    account.tellListener();
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

  /** Says in the log what nobody asks for. Call it on one thread only. */
  void remind() {
    String reminder = reminder();
    if (reminder != null) {
      LOG.warn("{}", reminder);
    }
  }

  /** What {@link #remind} says now, or null. */
  @Nullable String reminder() {
    long now = clock.getAsLong();
    if (owing.isEmpty() || now - remindedAt < REMINDS) {
      return null;
    }
    int accounts = 0;
    WriteAccount longest = null;
    long since = Long.MAX_VALUE;
    for (Map.Entry<WriteAccount, Long> each : owing.entrySet()) {
      if (!each.getKey().hasListener() && now - each.getValue() > patience) {
        accounts++;
        if (each.getValue() < since) {
          since = each.getValue();
          longest = each.getKey();
        }
      }
    }
    if (longest == null) {
      return null;
    }
    remindedAt = now;
    return (accounts == 1 ? "1 session or mutator has" : accounts + " sessions or mutators have")
        + " refused writes that nobody has asked for, which keep their room until then; the longest"
        + " of them has "
        + longest.owedText()
        + ". Flush or close a session before it is forgotten, or give it a listener.";
  }

  /**
   * Waits some seconds for listeners that are being told, and ends the threads.
   *
   * @return what nobody was told of, or null if there is nothing
   */
  @Nullable RetriesExhaustedWithDetailsException close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(MOST_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A listener of failed writes has not returned for {} s.", MOST_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RetriesExhaustedWithDetailsException untold = null;
    for (WriteAccount account : owing.keySet()) {
      try {
        account.throwGivenUp();
      } catch (RetriesExhaustedWithDetailsException e) {
        if (untold == null) {
          untold = e;
        } else {
          untold.addSuppressed(e);
        }
      }
    }
    return untold;
  }
}
