package org.quorate.hbase.deferral;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings failures to those who wrote: tells listeners, on a thread of its own, and knows which
 * accounts have writes that were given up and nobody was told of, so that these are told of when
 * all is closed, also where their session was forgotten. Thread-safe.
 */
final class FailureNotices {
  private static final Logger LOG = LoggerFactory.getLogger(FailureNotices.class);
  private static final long MOST_SECONDS = 10;

  private final Set<WriteAccount> owing = ConcurrentHashMap.newKeySet();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "quorate-deferral-failures");
            made.setDaemon(true);
            return made;
          });

  /** A write of an account was given up. */
  void add(WriteAccount account) {
    owe(account);
    if (account.hasListener()) {
      try {
        thread.execute(account::tellListener);
      } catch (RejectedExecutionException e) {
        // Closed meanwhile: the account's next call tells.
      }
    }
  }

  /** Somebody must be told of what an account has. */
  void owe(WriteAccount account) {
    owing.add(account);
  }

  /** Somebody was told; there may be more since. */
  void told(WriteAccount account) {
    owing.remove(account);
    if (account.owes()) {
      owing.add(account);
    }
  }

  /**
   * Waits some seconds for listeners that are being told, and ends the thread.
   *
   * @return what nobody was told of, or null if there is nothing
   */
  @Nullable RetriesExhaustedWithDetailsException close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(MOST_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A listener of failed writes has not returned for {} s.", MOST_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RetriesExhaustedWithDetailsException untold = null;
    for (WriteAccount account : owing) {
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
