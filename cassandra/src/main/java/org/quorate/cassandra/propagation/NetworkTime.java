package org.quorate.cassandra.propagation;

import java.util.List;
import org.quorate.core.staleness.Propagation;

/**
 * Tp = Ln + average write size / bandwidth. The Harmony paper has these three as the inputs of Tp
 * without saying how they make it; this sum is our definition.
 *
 * @param writeBytes average size of a write, above 0
 * @param bytesPerSecond of a link between nodes, above 0
 */
record NetworkTime(double writeBytes, double bytesPerSecond) {
  NetworkTime {
    check(writeBytes, bytesPerSecond);
  }

  /**
   * For writes of a mean size.
   *
   * @param writeBytes what is not above 0, NaN included, means that nobody knows, and {@link
   *     TimedTable#DEFAULT_WRITE_BYTES} is taken
   * @param notes gets a sentence where it is
   */
  static NetworkTime ofAverage(double writeBytes, double bytesPerSecond, List<String> notes) {
    if (writeBytes > 0 && !Double.isInfinite(writeBytes)) {
      return new NetworkTime(writeBytes, bytesPerSecond);
    }
    notes.add("The average size of a write is not known; 1 KiB is taken.");
    return new NetworkTime(TimedTable.DEFAULT_WRITE_BYTES, bytesPerSecond);
  }

  /**
   * @throws IllegalArgumentException if a value is not above 0
   */
  static void check(double writeBytes, double bytesPerSecond) {
    if (!(writeBytes > 0 && bytesPerSecond > 0) || Double.isInfinite(writeBytes)) {
      throw new IllegalArgumentException(
          "A write and a bandwidth must be above 0, but they are "
              + writeBytes
              + " bytes and "
              + bytesPerSecond
              + " bytes per second.");
    }
  }

  /**
   * With Ln half the median of what a round trip to the other replicas adds to a read; low and high
   * are made of the quartiles instead. Below 0 is 0.
   *
   * @param roundTrips in seconds, at least one
   */
  Propagation of(List<Double> roundTrips) {
    Quantiles quantiles = new Quantiles(roundTrips);
    return new Propagation(
        time(quantiles.at(0.5)), time(quantiles.at(0.25)), time(quantiles.at(0.75)));
  }

  private double time(double roundTrip) {
    return Math.max(0, roundTrip / 2) + writeBytes / bytesPerSecond;
  }
}
