package org.quorate.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the main thread end its work in order when the process is asked to end by Ctrl-C (SIGINT) or
 * SIGTERM: the thread is interrupted, and Java's shutdown waits until the thread has said that it
 * is done. Without it the JVM would end in the middle of things. A thread that does not listen is
 * waited for no longer than {@link #PATIENCE_SECONDS}. The exit status is then Java's own, 130 or
 * 143.
 */
public final class GracefulShutdown {
  /** Long enough to stop six nodes one after another. */
  public static final long PATIENCE_SECONDS = 120;

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean asked;

  private GracefulShutdown() {}

  /** Makes the process interrupt the calling thread when it is asked to end. */
  public static GracefulShutdown install() {
    GracefulShutdown shutdown = new GracefulShutdown();
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::end, "interruption"));
    return shutdown;
  }

  /** Whether the process has been asked to end. */
  public boolean asked() {
    return asked;
  }

  /**
   * Says that the work is over, in order or not, and ends the process unless it is ending already.
   * The last thing that the main thread does.
   *
   * @param status what the process ends with if nobody interrupted it
   */
  public void finished(int status) {
    done.countDown();
    if (!asked) {
      System.exit(status);
    }
  }

  private void end() {
    if (done.getCount() == 0) {
      return;
    }
    asked = true;
    worker.interrupt();
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.getLogger(GracefulShutdown.class.getName())
            .log(System.Logger.Level.WARNING, "The work under way did not end when interrupted.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
