package org.quorate.lab.load;

/**
 * The instants of a run, nanoseconds on the lanes' clock.
 *
 * @param start the first operation is due
 * @param end nothing is due any more
 * @param drainedBy what has not completed by now never will
 */
record LaneTimes(long start, long end, long drainedBy) {}
