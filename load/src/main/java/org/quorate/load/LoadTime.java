package org.quorate.load;

/**
 * The time that a load takes place in, and who works in it: the system's, where each worker is a
 * thread that waits, or a simulation's, which jumps from one event to the next.
 *
 * <p>What is promised here, by {@link Worker} and by {@link Work} is asserted of every
 * implementation by {@code LoadTimeConformance}, among the tests of this module.
 */
public interface LoadTime {
  /** Nanoseconds on the clock of all workers, which never goes back. */
  long nanoTime();

  /**
   * Somebody for one work, who has not begun it. May be asked for while others are at work.
   *
   * @param name for whoever looks at what is running, and for what {@link Worker#rethrow} says
   */
  Worker worker(String name);
}
