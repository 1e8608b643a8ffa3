package org.quorate.core.schedule;

/** The arrivals of one load lane, one after the other. Not thread-safe; allocates nothing. */
public interface ArrivalSchedule {
  /**
   * The offset of the next arrival from the start, in nanoseconds: at least 0, never decreasing,
   * and {@link Long#MAX_VALUE} for ever once the schedule is over.
   */
  long next();

  /**
   * The rate at which this lane's arrivals are meant to come at an offset.
   *
   * @param offsetNanos from the start, at least 0
   * @return arrivals per second; 0 after the end
   */
  double rateAt(long offsetNanos);
}
