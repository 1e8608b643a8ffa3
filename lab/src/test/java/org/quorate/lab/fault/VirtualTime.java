package org.quorate.lab.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A clock that stands still while any of its threads works, and jumps to the next instant that one
 * of them waits for when all of them wait. The thread that makes it is one of them.
 */
final class VirtualTime implements FaultClock, Executor {
  private final List<Long> awaited = new ArrayList<>();
  private long now;
  private int working = 1;

  VirtualTime(long start) {
    this.now = start;
  }

  @Override
  public synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized void await(long nanos) throws InterruptedException {
    if (nanos <= now) {
      return;
    }
    awaited.add(nanos);
    leave();
    while (now < nanos) {
      wait();
    }
  }

  void pass(Duration duration) throws InterruptedException {
    await(nanoTime() + duration.toNanos());
  }

  @Override
  public synchronized void execute(Runnable task) {
    working++;
    new Thread(
            () -> {
              try {
                task.run();
              } finally {
                leave();
              }
            },
            "virtual")
        .start();
  }

  /** The calling thread works no more. */
  synchronized void leave() {
    working--;
    if (working == 0 && !awaited.isEmpty()) {
      now = Collections.min(awaited);
      long reached = now;
      working += Collections.frequency(awaited, reached);
      awaited.removeIf(instant -> instant == reached);
      notifyAll();
    }
  }
}
