package org.quorate.power.model;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a share of this machine's processors busy with one thread for each, which computes for that
 * share of every tenth of a second and sleeps for the rest.
 */
public final class BusyThreads implements Calibration.ProcessorLoad {
  private static final long CYCLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final List<Thread> threads = new ArrayList<>();
  private volatile double share;
  private volatile boolean closed;
  private volatile double sink;

  private BusyThreads() {}

  /** Starts the threads, at rest. */
  public static BusyThreads start() {
    BusyThreads load = new BusyThreads();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread thread = new Thread(load::work, "load " + i);
      thread.setDaemon(true);
      load.threads.add(thread);
      thread.start();
    }
    return load;
  }

  @Override
  public void keep(double wanted) {
    share = Math.min(1, Math.max(0, wanted));
  }

  private void work() {
    double x = 1;
    while (!closed) {
      long start = System.nanoTime();
      long busy = (long) (share * CYCLE_NANOS);
      while (System.nanoTime() - start < busy) {
        for (int i = 0; i < 1000; i++) {
          x = Math.sqrt(x + i);
        }
      }
      sink = x;
      try {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, CYCLE_NANOS - (System.nanoTime() - start)));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Something of what was computed, so that it is not left out. */
  double sink() {
    return sink;
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }
}
