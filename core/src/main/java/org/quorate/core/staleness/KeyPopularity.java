package org.quorate.core.staleness;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * How a table's traffic spreads over its keys. Reads and writes are taken to prefer the same keys.
 * Immutable and thread-safe.
 */
public final class KeyPopularity {
  /** All traffic on one key, which is what cluster-wide rates pretend. */
  public static final KeyPopularity ONE_KEY = uniform(1);

  private final double[] shares;
  private final double[] keys;

  private KeyPopularity(double[] shares, double[] keys) {
    this.shares = shares;
    this.keys = keys;
  }

  /**
   * All keys alike.
   *
   * @param keys at least 1
   */
  public static KeyPopularity uniform(long keys) {
    if (keys < 1) {
      throw new IllegalArgumentException("There must be at least one key, but there are " + keys);
    }
    return new KeyPopularity(new double[] {1.0 / keys}, new double[] {keys});
  }

  /**
   * Each key with its weight; shares are weights divided by their sum.
   *
   * @param weights at least one, none negative, not all 0
   */
  public static KeyPopularity of(double... weights) {
    double[] once = new double[weights.length];
    Arrays.fill(once, 1);
    return ofGroups(weights, once);
  }

  /**
   * Groups of keys alike.
   *
   * @param weights of one key of each group, none negative
   * @param keys of each group, none negative; not all of weight times keys 0
   */
  static KeyPopularity ofGroups(double[] weights, double[] keys) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException("The weight of a key must be at least 0: " + weights[i]);
      }
      sum += weights[i] * keys[i];
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("At least one key must have a weight above 0.");
    }
    double total = sum;
    return new KeyPopularity(
        Arrays.stream(weights).map(weight -> weight / total).toArray(), keys.clone());
  }

  /**
   * The mean, over operations, of a function of the share of the operation's key: the sum over keys
   * of share times {@code function(share)}.
   */
  public double mean(DoubleUnaryOperator function) {
    double mean = 0;
    for (int i = 0; i < shares.length; i++) {
      if (shares[i] > 0) {
        mean += keys[i] * shares[i] * function.applyAsDouble(shares[i]);
      }
    }
    return mean;
  }
}
