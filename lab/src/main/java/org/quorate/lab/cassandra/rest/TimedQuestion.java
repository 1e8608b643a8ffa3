package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a node something over JMX, which knows no timeout, on a thread of its own. Thread-safe,
 * where the same is not asked twice at a time.
 */
final class TimedQuestion {
  /** Whom a frozen node holds up goes on waiting, so it is not asked the same again meanwhile. */
  private static final Map<String, Thread> LATE = new ConcurrentHashMap<>();

  private TimedQuestion() {}

  /**
   * Asks and waits.
   *
   * @param name of the question and the node, which no other has; the thread's too
   * @throws IOException when there is no answer in time, or not yet to the same question before, or
   *     another one than hoped for
   */
  static <T> T ask(String name, Duration patience, Callable<T> question)
      throws IOException, InterruptedException {
    Thread before = LATE.get(name);
    if (before != null && before.isAlive()) {
      throw new IOException("no answer yet to the same question before");
    }
    FutureTask<T> asked = new FutureTask<>(question);
    Thread thread = new Thread(asked, name);
    thread.setDaemon(true);
    LATE.put(name, thread);
    thread.start();
    try {
      T answer = asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      LATE.remove(name, thread);
      return answer;
    } catch (ExecutionException refused) {
      LATE.remove(name, thread);
      throw refused.getCause() instanceof IOException answer
          ? answer
          : new IOException(String.valueOf(refused.getCause()), refused);
    } catch (TimeoutException late) {
      throw new IOException("no answer for " + patience.toSeconds() + " seconds", late);
    }
  }
}
