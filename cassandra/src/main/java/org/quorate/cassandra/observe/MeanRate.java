package org.quorate.cassandra.observe;

/**
 * How often something happened. All three are NaN where nobody knows.
 *
 * @param mean per second, over the whole time
 * @param low per second, in the interval with the fewest
 * @param high per second, in the interval with the most
 */
public record MeanRate(double mean, double low, double high) {
  /** Not known. */
  public static final MeanRate UNKNOWN = new MeanRate(Double.NaN, Double.NaN, Double.NaN);

  /** The same rate all the time; NaN for one that is not known. */
  public static MeanRate of(double rate) {
    return new MeanRate(rate, rate, rate);
  }

  public boolean isKnown() {
    return !Double.isNaN(mean);
  }
}
