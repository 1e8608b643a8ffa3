package org.quorate.load;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.quorate.core.schedule.ArrivalSchedule;

/**
 * An open loop: operations are due when the schedule says so, whatever the store does. When all
 * slots are taken an operation waits for one, keeping its scheduled instant; nothing is dropped.
 */
final class OpenPacing implements Pacing {
  private final ArrivalSchedule arrivals;
  private final ArrayDeque<Slot> free;
  private final int firstClient;
  private final int maxInFlight;
  private int slots;
  private long start;
  private long end;
  private long next;
  private long offered;

  /**
   * @param firstClient number of the lane's first client; each slot counts as a client, since its
   *     operations follow one another
   * @param maxInFlight operations under way at once, at least 1
   */
  OpenPacing(ArrivalSchedule arrivals, int firstClient, int maxInFlight) {
    this.arrivals = arrivals;
    this.firstClient = firstClient;
    this.maxInFlight = maxInFlight;
    this.free = new ArrayDeque<>();
  }

  @Override
  public void begin(long start, long end) {
    this.start = start;
    this.end = end;
    advance();
  }

  private void advance() {
    long offset = arrivals.next();
    next = offset == Long.MAX_VALUE ? Long.MAX_VALUE : start + offset;
  }

  @Override
  public @Nullable Slot poll(long now) {
    if (next > now || next >= end) {
      return null;
    }
    Slot slot = free.pollFirst();
    if (slot == null) {
      if (slots == maxInFlight) {
        return null;
      }
      slot = new Slot(firstClient + slots++);
    }
    slot.scheduled = next;
    offered++;
    advance();
    return slot;
  }

  @Override
  public void release(Slot slot) {
    free.addFirst(slot);
  }

  @Override
  public void withdraw(Slot slot) {
    offered--;
    free.addFirst(slot);
  }

  @Override
  public long nextDue() {
    boolean slotFree = !free.isEmpty() || slots < maxInFlight;
    return slotFree && next < end ? next : Long.MAX_VALUE;
  }

  @Override
  public boolean isOver(long now) {
    return next >= end;
  }

  @Override
  public long unsent() {
    long count = 0;
    while (next < end) {
      count++;
      offered++;
      advance();
    }
    return count;
  }

  @Override
  public boolean isScheduled() {
    return true;
  }

  @Override
  public long offered() {
    return offered;
  }
}
