package org.quorate.core.statistics;

/**
 * A predicted rate over the counted one, with what the counting may be off by: the prediction over
 * the bounds of {@link ClopperPearson}. It takes the trials to be independent, and the prediction
 * as it is.
 *
 * @param ratio infinite where nothing was counted, NaN where nothing was predicted either
 * @param interval from 0 to infinity
 */
public record PredictedRatio(double ratio, Interval interval) {
  /**
   * Computes the ratio.
   *
   * @param predicted 0 to 1
   * @param events between 0 and {@code trials}
   * @param trials at least 1
   */
  public static PredictedRatio of(double predicted, long events, long trials, double confidence) {
    Interval counted = ClopperPearson.interval(events, trials, confidence);
    return new PredictedRatio(
        predicted / ((double) events / trials),
        new Interval(
            predicted / counted.high(),
            events == 0 ? Double.POSITIVE_INFINITY : predicted / counted.low(),
            confidence));
  }

  /** Whether the whole interval is within a factor of 1. */
  public boolean isWithin(double factor) {
    return interval.low() >= 1 / factor && interval.high() <= factor;
  }

  /** Whether the whole interval is beyond a factor of 1; neither where that cannot be told. */
  public boolean isBeyond(double factor) {
    return interval.low() > factor || interval.high() < 1 / factor;
  }
}
