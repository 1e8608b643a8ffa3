package org.quorate.load;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A time that stands still while anybody works and jumps to the next event when all wait. */
final class VirtualTime implements LoadTime {
  private record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<VirtualWorker> workers = new ArrayList<>();
  private long now;
  private long order;

  void at(long instant, Runnable action) {
    events.add(new Event(Math.max(instant, now), order++, action));
  }

  /** Does a work to its end. */
  void run(VirtualWorker worker, Work work) {
    worker.begin(work);
    try {
      worker.isAtWorkAt(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    worker.rethrow();
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public VirtualWorker worker(String name) {
    VirtualWorker worker = new VirtualWorker(name);
    workers.add(worker);
    return worker;
  }

  /** Jumps to what comes next, unless that is after the deadline, and tells whether it did. */
  private boolean jump(long deadline) {
    long next = events.isEmpty() ? Long.MAX_VALUE : events.element().at();
    for (VirtualWorker worker : workers) {
      next = Math.min(next, worker.due());
    }
    if (next == Long.MAX_VALUE && deadline == Long.MAX_VALUE) {
      throw new IllegalStateException("Everybody waits for ever.");
    }
    if (next > deadline) {
      now = Math.max(now, deadline);
      return false;
    }
    now = next;
    while (!events.isEmpty() && events.element().at() <= now) {
      events.remove().action().run();
    }
    workers.stream().filter(worker -> worker.due() <= now).forEach(VirtualWorker::proceed);
    return true;
  }

  /** One whose work is done by whoever lets time pass. */
  final class VirtualWorker implements Worker, LaneClock {
    private final String name;
    private @Nullable Work work;
    private @Nullable Throwable failure;
    private long next;
    private boolean woken;

    private VirtualWorker(String name) {
      this.name = name;
    }

    @Override
    public LaneClock clock() {
      return this;
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void wake() {
      woken = true;
    }

    @Override
    public void begin(Work begun) {
      work = begun;
      next = now;
    }

    long due() {
      if (work == null) {
        return Long.MAX_VALUE;
      }
      return woken ? now : next;
    }

    private void proceed() {
      woken = false;
      try {
        next = work.proceed();
      } catch (InterruptedException e) {
        next = Work.OVER;
      } catch (Throwable e) {
        failure = e;
        next = Work.OVER;
      }
      if (next == Work.OVER) {
        work = null;
      } else if (next <= now && !woken) {
        throw new IllegalStateException("The work waits for what is over already, so it spins.");
      }
    }

    @Override
    public boolean isAtWorkAt(long deadlineNanos) throws InterruptedException {
      while (work != null) {
        if (now < deadlineNanos && Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (!jump(deadlineNanos)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void interrupt() {
      work = null;
    }

    @Override
    public void rethrow() {
      Throwable thrown = failure;
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
      if (thrown != null) {
        throw new IllegalStateException(name + " ended with " + thrown + ".", thrown);
      }
    }
  }
}
