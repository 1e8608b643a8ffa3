package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a node something over JMX, which knows no timeout, on a thread of its own. Stateless. */
final class TimedQuestion {
  private TimedQuestion() {}

  /**
   * Asks and waits.
   *
   * @param name of the thread, which goes on waiting where the answer is late
   * @throws IOException when there is no answer in time, or another one than hoped for
   */
  static <T> T ask(String name, Duration patience, Callable<T> question)
      throws IOException, InterruptedException {
    FutureTask<T> asked = new FutureTask<>(question);
    Thread thread = new Thread(asked, name);
    thread.setDaemon(true);
    thread.start();
    try {
      return asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException refused) {
      throw refused.getCause() instanceof IOException answer
          ? answer
          : new IOException(String.valueOf(refused.getCause()), refused);
    } catch (TimeoutException late) {
      throw new IOException("no answer for " + patience.toSeconds() + " seconds", late);
    }
  }
}
