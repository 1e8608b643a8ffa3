package org.quorate.load;

/**
 * The time that a load takes place in, and who works in it: the system's, where each worker is a
 * thread that waits, or a simulation's, which jumps from one event to the next.
 */
public interface LoadTime {
  /** Nanoseconds on the clock of all workers. */
  long nanoTime();

  /**
   * Somebody for one work.
   *
   * @param name for whoever looks at what is running
   */
  Worker worker(String name);
}
