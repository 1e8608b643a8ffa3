package org.quorate.lab.load;

/**
 * The instants of a run, nanoseconds on the lanes' clock.
 *
 * @param start the first operation is due
 * @param end nothing is due any more
 * @param drainedBy what has not completed by now never will
 * @param patience nanoseconds without a completion after which what is under way is given up
 */
record LaneTimes(long start, long end, long drainedBy, long patience) {
  /** An instant so many nanoseconds later, or the last there is. */
  static long after(long instant, long nanos) {
    return instant > 0 && nanos > Long.MAX_VALUE - instant ? Long.MAX_VALUE : instant + nanos;
  }
}
