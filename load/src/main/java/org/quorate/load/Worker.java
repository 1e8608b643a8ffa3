package org.quorate.load;

/** One that does a work of a load, such as a lane: a thread, or a part of a simulation. */
public interface Worker {
  /** What the work reads the time from, and is woken by. */
  LaneClock clock();

  /** Begins a work; called once, and returns at once. */
  void begin(Work work);

  /**
   * Lets time pass until the work is over or the deadline has come.
   *
   * @return whether the work goes on; false where none has begun
   * @throws InterruptedException if the calling thread is interrupted
   */
  boolean isAtWorkAt(long deadlineNanos) throws InterruptedException;

  /** Ends a work that blocks; one that does not has a way of its own to be ended. */
  void interrupt();

  /** Throws what ended the work, unless it ended by itself or was interrupted. */
  void rethrow();
}
