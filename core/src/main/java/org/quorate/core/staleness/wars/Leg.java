package org.quorate.core.staleness.wars;

import java.util.random.RandomGenerator;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.OneWayDelay;

/**
 * How long one message takes one way, as something to draw from. Implementations are immutable; the
 * generator is handed in and used by the calling thread alone.
 */
@FunctionalInterface
public interface Leg {
  /** No time at all. */
  Leg NONE = random -> 0;

  /**
   * Draws one time, without allocating.
   *
   * @return seconds, at least 0
   */
  double draw(RandomGenerator random);

  /**
   * The same time always.
   *
   * @param seconds at least 0
   */
  static Leg constant(double seconds) {
    return random -> seconds;
  }

  /**
   * Exponentially distributed times.
   *
   * @param meanSeconds at least 0
   */
  static Leg exponential(double meanSeconds) {
    return random -> meanSeconds * random.nextExponential();
  }

  /** A distribution that a study may put on a link. */
  static Leg of(DelayDistribution distribution) {
    return random -> 1e-9 * distribution.sampleNanos(random);
  }

  /** The lognormal delay that measured round trips have. */
  static Leg of(OneWayDelay delay) {
    double logMedian = delay.logMedian();
    double sigma = delay.sigma();
    return random -> Math.exp(logMedian + sigma * random.nextGaussian());
  }

  /**
   * Times that were measured, each as likely as any other and all between two neighbours alike;
   * none is longer than the longest that was measured.
   *
   * @throws IllegalArgumentException if there are none
   */
  static Leg of(DelaySample measured) {
    if (measured.size() == 0) {
      throw new IllegalArgumentException("There is no delay to draw from.");
    }
    return random -> measured.quantile(random.nextDouble());
  }

  /** This time and another after it. */
  default Leg plus(Leg other) {
    return random -> draw(random) + other.draw(random);
  }
}
