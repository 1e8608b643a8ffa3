package org.quorate.lab.load;

import java.util.PriorityQueue;

/** A clock that stands still while a lane works and jumps to the next event when it waits. */
final class VirtualClock implements LaneClock {
  private record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long order;

  void at(long instant, Runnable action) {
    events.add(new Event(Math.max(instant, now), order++, action));
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void await(long deadlineNanos) {
    if (deadlineNanos <= now) {
      throw new IllegalStateException("The lane waits for what is over already, so it spins.");
    }
    Event first = events.peek();
    if (first == null || first.at() > deadlineNanos) {
      if (deadlineNanos == Long.MAX_VALUE) {
        throw new IllegalStateException("The lane waits for ever.");
      }
      now = Math.max(now, deadlineNanos);
      return;
    }
    now = Math.max(now, first.at());
    while (first != null && first.at() <= now) {
      events.remove().action().run();
      first = events.peek();
    }
  }

  @Override
  public void wake() {}
}
