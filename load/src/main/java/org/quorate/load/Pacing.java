package org.quorate.load;

import org.jspecify.annotations.Nullable;

/**
 * When a lane's operations are due. Used by the lane's thread alone; all instants are nanoseconds
 * on the lane's clock.
 */
interface Pacing {
  /**
   * Called once, before anything else: operations are due from {@code start} to before {@code end}.
   */
  void begin(long start, long end);

  /**
   * A free slot whose operation is due now, with its scheduled instant set; null where nothing is
   * due or every slot is taken.
   */
  @Nullable Slot poll(long now);

  /** A slot's operation is over, and the slot is free again. */
  void release(Slot slot);

  /** There was no operation for a slot that {@link #poll} gave: none was due, and it is free. */
  void withdraw(Slot slot);

  /**
   * When {@link #poll} may next return a slot, or the load be over, without a release before;
   * Long.MAX_VALUE for never. Means nothing once it is over.
   */
  long nextDue();

  /** Whether no operation will be due any more, and none that was due is still waiting. */
  boolean isOver(long now);

  /** Operations that were due and have not been sent, once a lane gives up waiting. */
  long unsent();

  /** Whether operations are due at instants of their own, so that they can be sent late. */
  boolean isScheduled();

  /** Operations that were due so far; 0 where nothing is scheduled ahead. */
  long offered();
}
