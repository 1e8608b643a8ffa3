package org.quorate.core.staleness;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The time of a request from a coordinator to one other replica and back, as a lognormal
 * distribution. Immutable.
 *
 * @param logMedian natural logarithm of the median in seconds
 * @param spread standard deviation of the logarithm, at least 0
 */
record RoundTripTime(double logMedian, double spread) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double[] UPPER = {0.9, 0.97};
  private static final double SHORTEST_SECONDS = 1e-6;

  /** So that a sample whose lower half is noise about 0 does not make an endless tail. */
  private static final double LEAST_SHARE_OF_UPPER = 0.02;

  /** What jitter may explain of a spread or a median: where there is more of it, it hides both. */
  private static final double LEFT_BY_JITTER = 0.5;

  /** A tail behind jitter is known less well: so much of its quantile's error is allowed for. */
  private static final double OF_A_STANDARD_ERROR = 0.5;

  private static final int JITTERS = 12;
  private static final int HALVINGS = 8;
  private static final int MOST_STEPS = 20;
  private static final double NO_STEP = 1e-4;
  private static final double CERTAIN = 1e-9;

  /**
   * What a sample says of which each value is the slowest of some replicas.
   *
   * <p>The quantile p of the slowest of k is the quantile p<sup>1/k</sup> of one. The spread is the
   * largest that the median has with either of two upper quantiles, so that a tail that is not
   * lognormal is taken too heavy rather than too light.
   *
   * @param sample not empty
   * @param replicas of which each value is the slowest, at least 1
   */
  static RoundTripTime of(DelaySample sample, int replicas) {
    double median = median(sample);
    double middle = middle(replicas);
    double spread = 0;
    for (double p : UPPER) {
      double ratio = Math.max(1, sample.quantile(p) / median);
      double from = normalQuantile(Math.pow(p, 1.0 / replicas)) - middle;
      spread = Math.max(spread, Math.log(ratio) / from);
    }
    return new RoundTripTime(Math.log(median) - spread * middle, spread);
  }

  /** Of a sample, where that is more than noise about 0; seconds, above 0. */
  static double median(DelaySample sample) {
    double upper = Math.max(SHORTEST_SECONDS, sample.quantile(UPPER[0]));
    return Math.max(LEAST_SHARE_OF_UPPER * upper, sample.quantile(0.5));
  }

  private static double middle(int replicas) {
    return normalQuantile(Math.pow(0.5, 1.0 / replicas));
  }

  /**
   * A sample as it would be without jitter: a value is a round trip and an error, P(value &le; t) =
   * E[P(T &le; t - e)<sup>k</sup>], with e as likely above 0 as below, and as large as the jitter.
   * Median and spread are those that have this meet the sample's median and upper quantile, the
   * latter's share lessened by half of its standard error; yet neither is less than half of what it
   * is without, and the spread is never more. Of the jitter {@value #JITTERS} quantiles are taken.
   *
   * @param sample of which each value is the slowest of some replicas
   * @param replicas at least 1
   * @param jitter as of {@link RoundTrips#jitter()}, not empty
   * @return as many quantiles of what is left
   */
  static DelaySample withoutJitter(DelaySample sample, int replicas, DelaySample jitter) {
    if (sample.size() < OneWayDelay.FEWEST_ROUND_TRIPS) {
      return sample;
    }
    RoundTripTime plain = of(sample, replicas);
    if (plain.spread == 0) {
      return sample;
    }
    RoundTripTime left =
        new Jittered(jitter, replicas, middle(replicas), plain).meeting(sample, median(sample));
    int size = sample.size();
    return DelaySample.of(
        IntStream.range(0, size)
            .mapToObj(i -> left.quantile(Math.pow((i + 0.5) / size, 1.0 / replicas)))
            .toList());
  }

  /**
   * @param p strictly between 0 and 1
   * @return seconds
   */
  double quantile(double p) {
    return Math.exp(logMedian + spread * normalQuantile(p));
  }

  /**
   * One of two ways that are alike and independent: their sum is near lognormal again, of spread
   * s&#8322;&sup2; = ln(1 + (e<sup>s&sup2;</sup> - 1) / 2) and the mean of twice one way (Fenton,
   * The sum of log-normal probability distributions in scatter transmission systems, IRE
   * Transactions on Communications Systems 8, 1960).
   */
  OneWayDelay oneWay() {
    double variance = Math.log1p(2 * Math.expm1(spread * spread));
    return new OneWayDelay(
        logMedian - Math.log(2) + (spread * spread - variance) / 2, Math.sqrt(variance));
  }

  private static double normalQuantile(double p) {
    return NORMAL.inverseCumulativeProbability(p);
  }

  /** The slowest of some round trips with an error. */
  private static final class Jittered {
    private final double[] errors = new double[2 * JITTERS];
    private final double[] shares = new double[2 * JITTERS];
    private final int replicas;
    private final double middle;
    private final RoundTripTime plain;

    /**
     * @param middle of one round trip's logarithm, in deviations, when the slowest is at its median
     * @param plain what the sample says if there are no errors
     */
    Jittered(DelaySample jitter, int replicas, double middle, RoundTripTime plain) {
      for (int i = 0; i < JITTERS; i++) {
        // The rarer the larger, and a tail is what matters: so quantiles are nearer there.
        double rarer = 1 - (i + 0.5) / JITTERS;
        errors[i] = jitter.quantile(1 - rarer * rarer);
        errors[JITTERS + i] = -errors[i];
        shares[i] = rarer / JITTERS;
        shares[JITTERS + i] = shares[i];
      }
      this.replicas = replicas;
      this.middle = middle;
      this.plain = plain;
    }

    RoundTripTime meeting(DelaySample sample, double median) {
      RoundTripTime widest = new RoundTripTime(Double.NEGATIVE_INFINITY, 0);
      for (double p : UPPER) {
        double upper = sample.quantile(p);
        double narrow = LEFT_BY_JITTER * plain.spread;
        double wide = plain.spread;
        double least = p - OF_A_STANDARD_ERROR * Math.sqrt(p * (1 - p) / sample.size());
        for (int i = 0; i < HALVINGS; i++) {
          double between = Math.sqrt(narrow * wide);
          if (below(upper, withMedian(median, between)) < least) {
            wide = between;
          } else {
            narrow = between;
          }
        }
        if (narrow > widest.spread) {
          widest = withMedian(median, narrow);
        }
      }
      return widest;
    }

    /** The one of that spread of which the slowest with its error has that median. */
    private RoundTripTime withMedian(double median, double spread) {
      double shortest = Math.log(LEFT_BY_JITTER * median) - spread * middle;
      double logMedian = Math.log(median) - spread * middle;
      for (int i = 0; i < MOST_STEPS; i++) {
        double found = below(median, new RoundTripTime(logMedian, spread));
        double certain = Math.min(1 - CERTAIN, Math.max(CERTAIN, found));
        double step = spread * (normalQuantile(Math.pow(certain, 1.0 / replicas)) - middle);
        double next = Math.max(shortest, logMedian + step);
        boolean isMet = Math.abs(next - logMedian) < NO_STEP;
        logMedian = next;
        if (isMet) {
          break;
        }
      }
      return new RoundTripTime(logMedian, spread);
    }

    private double below(double seconds, RoundTripTime time) {
      double sum = 0;
      for (int i = 0; i < errors.length; i++) {
        if (errors[i] < seconds) {
          double deviations = (Math.log(seconds - errors[i]) - time.logMedian) / time.spread;
          sum += shares[i] * Math.pow(NORMAL.cumulativeProbability(deviations), replicas);
        }
      }
      return sum;
    }
  }
}
