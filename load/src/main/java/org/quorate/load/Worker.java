package org.quorate.load;

/** One that does a work of a load, such as a lane: a thread, or a part of a simulation. */
public interface Worker {
  /** What the work reads the time from, which is that of all workers, and is woken by. */
  LaneClock clock();

  /** Begins a work; called once, and returns at once, without waiting for anything it does. */
  void begin(Work work);

  /**
   * Lets time pass until the work is over or the deadline has come, and returns at once where that
   * is so already. What the work did before its end is seen by whoever was told that it is over.
   *
   * @return whether the work goes on; false where none has begun
   * @throws InterruptedException if the calling thread is interrupted while the work goes on and
   *     the deadline is still to come
   */
  boolean isAtWorkAt(long deadlineNanos) throws InterruptedException;

  /** Ends a work that blocks; one that does not has a way of its own to be ended. */
  void interrupt();

  /**
   * Throws what ended the work, each time: an unchecked exception as it is, anything else as the
   * cause of an {@link IllegalStateException} that names the worker. Does nothing where the work
   * has not begun, goes on, ended by itself or was interrupted.
   */
  void rethrow();
}
