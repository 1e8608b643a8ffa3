package org.quorate.core.staleness.wars;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.StaleByAge;
import org.quorate.core.statistics.ClopperPearson;
import org.quorate.core.statistics.FayFeuer;
import org.quorate.core.statistics.Interval;

/**
 * What a simulation of WARS has shown: for each number of replicas read, the ages of the newest
 * write below which a read missed it, one of each trial. Everything is an estimate of a model.
 * Immutable and thread-safe.
 */
public final class StaleAges implements StaleByAge {
  /** Of the intervals. */
  public static final double CONFIDENCE = 0.95;

  private static final double DEVIATIONS =
      NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);

  /** Clients that take no time. */
  private static final double[] AT_ONCE = {0};

  private final WarsScenario scenario;
  private final int trials;
  private final double longest;

  /** For each number of replicas the thresholds above 0, from the least to the largest. */
  private final double[][] positive;

  /**
   * Takes the arrays for its own.
   *
   * @param longest that a write took to any replica, in seconds, so that no threshold is above it
   */
  StaleAges(WarsScenario scenario, double[][] thresholds, double longest) {
    this.scenario = scenario;
    this.longest = longest;
    this.trials = thresholds[0].length;
    this.positive = new double[thresholds.length][];
    for (int i = 0; i < thresholds.length; i++) {
      Arrays.sort(thresholds[i]);
      int from = above(thresholds[i], 0);
      positive[i] = Arrays.copyOfRange(thresholds[i], from, trials);
    }
  }

  /** How many trials there were. */
  public int trials() {
    return trials;
  }

  @Override
  public double at(double ageSeconds, int readReplicas) {
    return (double) stale(ageSeconds, readReplicas) / trials;
  }

  /**
   * The probability that a read is stale which is sent at an age of the newest write, with its
   * error; the interval is exact (Clopper and Pearson).
   *
   * @param ageSeconds since the write's completion, at least 0
   */
  public SimulatedRate staleAt(double ageSeconds, int readReplicas) {
    if (scenario.meetsEveryWrite(readReplicas)) {
      return SimulatedRate.none(CONFIDENCE);
    }
    int stale = stale(ageSeconds, readReplicas);
    double rate = (double) stale / trials;
    return new SimulatedRate(
        rate,
        Math.sqrt(rate * (1 - rate) / trials),
        ClopperPearson.interval(stale, trials, CONFIDENCE));
  }

  private int stale(double ageSeconds, int readReplicas) {
    double[] ages = ages(readReplicas);
    return ages.length - above(ages, ageSeconds);
  }

  /**
   * PBS's t-visibility: the age of the newest write from which on no more than a share of reads is
   * stale.
   *
   * @param stale the share, 0 to 1
   * @return seconds; 0 where no more are stale at any age
   */
  public double visibleAfter(double stale, int readReplicas) {
    return fromLargest(Math.floor(stale * trials), readReplicas);
  }

  /**
   * The interval of {@link #visibleAfter}, by order statistics whose ranks have the binomial
   * distribution's deviation.
   */
  public Interval visibleAfterInterval(double stale, int readReplicas) {
    double rank = stale * trials;
    double deviation = DEVIATIONS * Math.sqrt(rank * (1 - stale));
    return new Interval(
        fromLargest(Math.ceil(rank + deviation), readReplicas),
        fromLargest(Math.floor(rank - deviation), readReplicas),
        CONFIDENCE);
  }

  /** The age that so many thresholds are above of, or the largest there is. */
  private double fromLargest(double rank, int readReplicas) {
    double[] ages = ages(readReplicas);
    int index = ages.length - 1 - (int) Math.max(0, Math.min(rank, ages.length));
    return index < 0 ? 0 : ages[index];
  }

  /**
   * The rate of stale reads among reads at random moments, where each key is written at random
   * moments (Poisson): with w the rate of writes of the read's key, E[1 - e<sup>-w T</sup>] over
   * thresholds T above 0, averaged over keys by their share of the reads. For the time since the
   * newest completed write is exponential then. Newer writes that are under way, and may be read
   * already, are left out, so that it errs upwards where writes of one key overlap.
   *
   * <p>The interval is that of Fay and Feuer of a sum in which each trial that was stale is an
   * event of its own weight, and one more may just not have been drawn, of a weight as if the write
   * that took longest to any replica had been missed for all of that time.
   *
   * @param writesPerSecond of the whole table, at least 0
   * @param popularity how writes and reads spread over keys
   */
  public SimulatedRate rate(double writesPerSecond, KeyPopularity popularity, int readReplicas) {
    return rate(writesPerSecond, popularity, readReplicas, AT_ONCE);
  }

  /**
   * The same where a write and a read together wait for clients too: for the acknowledgement's way
   * to the writer, and the request's way from the reader, by which a read is later than its write
   * by as much.
   *
   * @param clients such times in seconds, each as likely as any other; none below 0
   */
  SimulatedRate rate(
      double writesPerSecond, KeyPopularity popularity, int readReplicas, double[] clients) {
    double[] ages = ages(readReplicas);
    if (scenario.meetsEveryWrite(readReplicas) || writesPerSecond <= 0 || longest <= 0) {
      return SimulatedRate.none(CONFIDENCE);
    }
    MeanOverKeys keys = new MeanOverKeys(writesPerSecond, popularity, longest);
    double sum = 0;
    double squares = 0;
    for (double threshold : ages) {
      double weight = within(threshold, clients, keys);
      sum += weight;
      squares += weight * weight;
    }
    double rate = sum / trials;
    double error = Math.sqrt(Math.max(0, squares / trials - rate * rate) / trials);
    double largest = keys.within(longest) / trials;
    return new SimulatedRate(rate, error, interval(rate, squares / trials / trials, largest));
  }

  /** The same, without its error and interval. */
  double rateAlone(
      double writesPerSecond, KeyPopularity popularity, int readReplicas, double[] clients) {
    double[] ages = ages(readReplicas);
    if (scenario.meetsEveryWrite(readReplicas) || writesPerSecond <= 0 || longest <= 0) {
      return 0;
    }
    MeanOverKeys keys = new MeanOverKeys(writesPerSecond, popularity, longest);
    double sum = 0;
    for (double threshold : ages) {
      sum += within(threshold, clients, keys);
    }
    return sum / trials;
  }

  private static double within(double threshold, double[] clients, MeanOverKeys keys) {
    double sum = 0;
    for (double each : clients) {
      if (each < threshold) {
        sum += keys.within(threshold - each);
      }
    }
    return sum / clients.length;
  }

  private static Interval interval(double rate, double variance, double largest) {
    double low = rate == 0 ? 0 : FayFeuer.lowerBound(rate, variance, (1 + CONFIDENCE) / 2);
    double high =
        largest == 0
            ? 0
            : FayFeuer.upperBound(
                rate + largest, variance + largest * largest, (1 + CONFIDENCE) / 2);
    return new Interval(Math.min(low, 1), Math.min(high, 1), CONFIDENCE);
  }

  /**
   * The age, in seconds, that a share of those reads does not exceed which are stale at random
   * moments, as {@link #rate} has them: how long before the read the write completed that it
   * missed.
   *
   * @param quantile 0 to 1
   * @return NaN where no read was stale
   */
  public double staleAge(
      double quantile, double writesPerSecond, KeyPopularity popularity, int readReplicas) {
    double[] ages = ages(readReplicas);
    if (ages.length == 0 || writesPerSecond <= 0) {
      return Double.NaN;
    }
    MeanOverKeys keys = new MeanOverKeys(writesPerSecond, popularity, longest);
    double[] sums = new double[ages.length + 1];
    for (int i = 0; i < ages.length; i++) {
      sums[i + 1] = sums[i] + keys.within(ages[i]);
    }
    double wanted = quantile * sums[ages.length];
    double low = 0;
    double high = ages[ages.length - 1];
    while (high - low > 1e-6 * high) {
      double middle = (low + high) / 2;
      int longer = above(ages, middle);
      double younger = sums[longer] + (ages.length - longer) * keys.exactlyWithin(middle);
      if (younger < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double[] ages(int readReplicas) {
    if (readReplicas < 1 || readReplicas > positive.length) {
      throw new IllegalArgumentException(
          "Of " + positive.length + " replicas, " + readReplicas + " cannot answer.");
    }
    return positive[readReplicas - 1];
  }

  /** The index of the first that is above a value, of a sorted array. */
  private static int above(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
