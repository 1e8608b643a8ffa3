package org.quorate.study.plan;

/** How operations are offered to the store. */
public sealed interface LoadShape {
  /** Operations that may be under way at once; those of one client follow one another. */
  int clients();

  /**
   * Each of {@code threads} clients issues its next operation when the one before has completed, as
   * in the papers. A target, where positive, throttles all clients together, in operations per
   * second, as YCSB's does.
   */
  record Closed(int threads, double targetPerSecond) implements LoadShape {
    @Override
    public int clients() {
      return threads;
    }
  }

  /**
   * Operations arrive on a schedule whatever the store does.
   *
   * @param arrivals text of an arrival schedule, for example {@code poisson 2000/s}
   * @param maxInFlight operations under way at once; further ones wait, and the wait counts in
   *     their response time
   */
  record Open(String arrivals, int maxInFlight) implements LoadShape {
    @Override
    public int clients() {
      return maxInFlight;
    }
  }
}
