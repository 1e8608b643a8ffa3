package org.quorate.core.statistics;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A predicted rate beside what was counted of the same trials. All rates are 0 to 1.
 *
 * <p>Whether a count is held by what was predicted is asked of the predictive distribution: the
 * trials are taken to be independent, so that the count is binomial, and its rate to be off as the
 * prediction says. That is a normal distribution in two pieces that has the predicted rate as its
 * median and {@code low} and {@code high} as the bounds of 95 %, held to 0 to 1: the least that
 * three numbers say. To widen the bounds' own counts (the binomial quantile at {@code low}, that at
 * {@code high}) instead would hold far more than 95 % wherever both errors matter. Where the bounds
 * are the prediction itself only sampling is left.
 *
 * @param predicted the rate that was predicted
 * @param low the least that it may be by its own bounds of 95 %, at most {@code predicted}
 * @param high the most that it may be, at least {@code predicted}
 * @param events that were counted, at most {@code trials}
 * @param trials at least 2
 */
public record RateCheck(double predicted, double low, double high, long events, long trials) {
  private static final double CONFIDENCE_OF_BOUNDS = 0.95;

  /** A shorter stretch of probability is lost in the sum before it. */
  private static final double LEAST_STRETCH = 1e-12;

  /** Of equal weight; the tails of 2.5 % then have more than two each. */
  private static final double[] DEVIATIONS = new double[100];

  static {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double bound = normal.inverseSurvivalProbability((1 - CONFIDENCE_OF_BOUNDS) / 2);
    for (int i = 0; i < DEVIATIONS.length; i++) {
      DEVIATIONS[i] = normal.inverseCumulativeProbability((i + 0.5) / DEVIATIONS.length) / bound;
    }
  }

  /**
   * @throws IllegalArgumentException if rates are out of order or no rates, or counts out of range
   */
  public RateCheck {
    if (!(0 <= low && low <= predicted && predicted <= high && high <= 1)
        || events < 0
        || events > trials
        || trials < 2
        || trials > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "A check needs 0 <= low <= predicted <= high <= 1 and events among 2 or more trials, but"
              + " has "
              + low
              + ", "
              + predicted
              + ", "
              + high
              + ", "
              + events
              + " and "
              + trials
              + ".");
    }
  }

  /** The rate that was counted. */
  public double observed() {
    return (double) events / trials;
  }

  /** What was predicted less what was counted. */
  public double error() {
    return predicted - observed();
  }

  /**
   * The square of the error less what sampling is expected to add to it: p (1 - p) / (n - 1) of the
   * counted rate p, which has the variance of a binomial proportion as its expectation. So the mean
   * over many checks is that of the true rates' squared errors; a single one may be below 0.
   */
  public double squaredError() {
    return error() * error() - observed() * (1 - observed()) / (trials - 1);
  }

  /** Whether the prediction states more than a single number. */
  public boolean hasBounds() {
    return low < high;
  }

  /**
   * Which part of the count lies within the central interval of the predictive distribution.
   *
   * <p>Counts are whole: an interval of them that holds at least 95 % holds nearly all where a few
   * events are expected. So a count stands for the stretch of probability from F(x - 1) to F(x),
   * and held is the share of the stretch that lies within the interval (the non-randomised form of
   * the probability integral transform: Czado, Gneiting and Held, Predictive model assessment for
   * count data, Biometrics 65, 2009). Of a right prediction its mean is {@code confidence} at any
   * rate and number of trials.
   *
   * @param confidence of the interval, such as 0.95
   * @return 0 to 1; 0 of a count that cannot be
   */
  public double held(double confidence) {
    Interval.checkConfidence(confidence);
    double below = 0;
    double at = 0;
    int points = hasBounds() ? DEVIATIONS.length : 1;
    for (int i = 0; i < points; i++) {
      BinomialDistribution counts =
          BinomialDistribution.of((int) trials, points == 1 ? predicted : rate(DEVIATIONS[i]));
      below += counts.cumulativeProbability((int) events - 1) / points;
      at += counts.probability((int) events) / points;
    }
    double tail = (1 - confidence) / 2;
    if (at < LEAST_STRETCH) {
      // Between two of the rates that stand for all; a count that cannot be has no such place.
      return below > tail && below < 1 - tail ? 1 : 0;
    }
    double inside = Math.min(below + at, 1 - tail) - Math.max(below, tail);
    return Math.min(1, Math.max(0, inside) / at);
  }

  private double rate(double deviation) {
    double reach = deviation < 0 ? predicted - low : high - predicted;
    return Math.min(1, Math.max(0, predicted + deviation * reach));
  }
}
