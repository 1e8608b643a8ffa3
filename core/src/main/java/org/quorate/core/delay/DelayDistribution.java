package org.quorate.core.delay;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.quorate.core.quantity.Durations;

/**
 * The distribution of a one-way delay. Immutable and thread-safe; the random generator that is
 * handed in need not be, and is used by the calling thread alone. No duration of a distribution is
 * longer than {@link #LONGEST}, and no sample is.
 */
public sealed interface DelayDistribution {
  /** The longest delay that a distribution states or gives: one hour. */
  Duration LONGEST = Duration.ofHours(1);

  /** No delay at all. */
  DelayDistribution NONE = new Constant(Duration.ZERO);

  /**
   * Draws one delay, without allocating.
   *
   * @return nanoseconds, at least 0 and at most {@link #LONGEST}
   */
  long sampleNanos(RandomGenerator random);

  /**
   * The delay that a share {@code probability} of the samples does not exceed.
   *
   * @param probability strictly between 0 and 1
   * @return nanoseconds, before samples are held to {@link #LONGEST}
   */
  double quantileNanos(double probability);

  /** The text that {@link #parse} turns into this distribution again. */
  String text();

  /**
   * Reads a distribution: a duration ({@code 5ms}) is a constant delay, {@code uniform 2ms..8ms}
   * lies evenly between two, {@code lognormal 5ms 0.5} has this median and this sigma (the standard
   * deviation of the logarithm).
   *
   * @throws IllegalArgumentException if the text is none of these; the message says what to write
   */
  static DelayDistribution parse(String text) {
    return DelayParser.parse(text);
  }

  /** The same delay always. */
  record Constant(Duration delay) implements DelayDistribution {
    public Constant {
      requireDelay(delay);
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return delay.toNanos();
    }

    @Override
    public double quantileNanos(double probability) {
      requireProbability(probability);
      return delay.toNanos();
    }

    @Override
    public String text() {
      return Durations.format(delay);
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** Evenly distributed from {@code low} to {@code high}, both included. */
  record Uniform(Duration low, Duration high) implements DelayDistribution {
    public Uniform {
      requireDelay(low);
      requireDelay(high);
      if (low.compareTo(high) > 0) {
        throw new IllegalArgumentException(
            "A uniform delay must not start at "
                + Durations.format(low)
                + ", above its end at "
                + Durations.format(high)
                + "; write the smaller one first.");
      }
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      return random.nextLong(low.toNanos(), high.toNanos() + 1);
    }

    @Override
    public double quantileNanos(double probability) {
      requireProbability(probability);
      return low.toNanos() + probability * (high.toNanos() - low.toNanos());
    }

    @Override
    public String text() {
      return "uniform " + Durations.format(low) + ".." + Durations.format(high);
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * A delay whose logarithm is normally distributed: {@code median * exp(sigma * Z)}, Z standard
   * normal. Its mean is {@code median * exp(sigma^2 / 2)}.
   *
   * @param median longer than zero
   * @param sigma standard deviation of the natural logarithm, from 0 to {@value #LARGEST_SIGMA}
   */
  record LogNormal(Duration median, double sigma) implements DelayDistribution {
    /** Beyond this the slowest in a thousand samples is thousands of times the median. */
    public static final double LARGEST_SIGMA = 3;

    private static final NormalDistribution STANDARD_NORMAL = NormalDistribution.of(0, 1);

    public LogNormal {
      requireDelay(median);
      if (median.isZero()) {
        throw new IllegalArgumentException(
            "A lognormal delay needs a median longer than zero; write a constant delay of 0 for"
                + " none.");
      }
      if (!(sigma >= 0 && sigma <= LARGEST_SIGMA)) {
        throw new IllegalArgumentException(
            "The sigma of a lognormal delay must lie between 0 and "
                + LARGEST_SIGMA
                + ", but it is "
                + sigma
                + ".");
      }
    }

    @Override
    public long sampleNanos(RandomGenerator random) {
      double nanoseconds = median.toNanos() * Math.exp(sigma * random.nextGaussian());
      return Math.min(LONGEST.toNanos(), Math.round(nanoseconds));
    }

    @Override
    public double quantileNanos(double probability) {
      requireProbability(probability);
      double z = STANDARD_NORMAL.inverseCumulativeProbability(probability);
      return median.toNanos() * Math.exp(sigma * z);
    }

    @Override
    public String text() {
      return "lognormal " + Durations.format(median) + " " + sigma;
    }

    @Override
    public String toString() {
      return text();
    }
  }

  private static void requireDelay(Duration delay) {
    if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A delay must lie between 0 and "
              + Durations.format(LONGEST)
              + ", but it is "
              + (delay.isNegative() ? "negative" : Durations.format(delay))
              + ".");
    }
  }

  private static void requireProbability(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "A probability must lie strictly between 0 and 1, but it is " + probability + ".");
    }
  }
}
