package org.quorate.load;

import java.util.List;

/**
 * The instants of a run, nanoseconds on the lanes' clock.
 *
 * @param start the first operation is due
 * @param end nothing is due any more
 * @param drainedBy what has not completed by now never will
 * @param patience nanoseconds without a completion after which what is under way is given up
 * @param stepEnds the end of each step of the arrivals, in their order; empty where they have none
 */
record LaneTimes(long start, long end, long drainedBy, long patience, List<Long> stepEnds) {
  LaneTimes {
    stepEnds = List.copyOf(stepEnds);
  }

  /** Those of a load without steps. */
  LaneTimes(long start, long end, long drainedBy, long patience) {
    this(start, end, drainedBy, patience, List.of());
  }

  /** The step, from 0, that an operation was due in; below 0 where there are none. */
  int step(long scheduled) {
    for (int step = 0; step < stepEnds.size(); step++) {
      if (scheduled < stepEnds.get(step)) {
        return step;
      }
    }
    return stepEnds.size() - 1;
  }

  /** An instant so many nanoseconds later, or the last there is. */
  static long after(long instant, long nanos) {
    return instant > 0 && nanos > Long.MAX_VALUE - instant ? Long.MAX_VALUE : instant + nanos;
  }
}
