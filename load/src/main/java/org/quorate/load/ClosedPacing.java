package org.quorate.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A closed loop: each client sends its next operation when the one before is over. With a period,
 * each client also waits for its next tick, as stock YCSB's {@code target} does; a client that is
 * late sends at once, and its operations keep the ticks they were due at.
 */
final class ClosedPacing implements Pacing {
  private final PriorityQueue<Slot> idle;
  private final Slot[] slots;
  private final int firstClient;
  private final int allClients;
  private final long periodNanos;
  private long end;

  /** The only lane; see {@link #ClosedPacing(int, int, int, long)}. */
  ClosedPacing(int firstClient, int clients, long periodNanos) {
    this(firstClient, clients, firstClient + clients, periodNanos);
  }

  /**
   * @param firstClient number of the lane's first client
   * @param clients clients of this lane, at least 1
   * @param allClients clients of all lanes
   * @param periodNanos between two operations of one client, 0 for as fast as they complete
   */
  ClosedPacing(int firstClient, int clients, int allClients, long periodNanos) {
    this.firstClient = firstClient;
    this.allClients = allClients;
    this.periodNanos = periodNanos;
    this.slots = new Slot[clients];
    for (int i = 0; i < clients; i++) {
      slots[i] = new Slot(firstClient + i);
    }
    this.idle = new PriorityQueue<>(clients, Comparator.comparingLong(slot -> slot.scheduled));
  }

  @Override
  public void begin(long start, long end) {
    this.end = end;
    for (int i = 0; i < slots.length; i++) {
      // Spread over one period, so that a throttled load does not arrive in bursts.
      slots[i].scheduled = start + periodNanos * (firstClient + i) / allClients;
      idle.add(slots[i]);
    }
  }

  @Override
  public @Nullable Slot poll(long now) {
    Slot first = idle.peek();
    if (first == null || first.scheduled > now || now >= end) {
      return null;
    }
    idle.remove();
    if (periodNanos == 0) {
      first.scheduled = now;
    }
    return first;
  }

  @Override
  public void release(Slot slot) {
    slot.scheduled = periodNanos == 0 ? slot.completed : slot.scheduled + periodNanos;
    idle.add(slot);
  }

  @Override
  public void withdraw(Slot slot) {
    idle.add(slot);
  }

  @Override
  public long nextDue() {
    Slot first = idle.peek();
    return first == null ? Long.MAX_VALUE : Math.min(first.scheduled, end);
  }

  @Override
  public boolean isOver(long now) {
    return now >= end;
  }

  @Override
  public long unsent() {
    return 0;
  }

  @Override
  public boolean isScheduled() {
    return periodNanos > 0;
  }

  @Override
  public long offered() {
    return 0;
  }
}
