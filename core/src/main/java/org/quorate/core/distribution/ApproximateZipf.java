package org.quorate.core.distribution;

import java.util.random.RandomGenerator;

/**
 * Zipf's law as Gray et al. approximate it ("Quickly generating billion-record synthetic
 * databases", SIGMOD 1994) and as YCSB's {@code ZipfianGenerator} computes it: rank k of n is drawn
 * about in proportion to (k+1)^-theta. Ranks 0 and 1 have exactly their probability; the others
 * come from one power function and are off by some per cent each. {@link ZipfDistribution} is
 * exact.
 *
 * <p>The number of ranks may grow between draws, as YCSB's {@code latest} needs it. YCSB goes on
 * using the first number of ranks in one of the terms (eta), and so does this class. Not
 * thread-safe.
 */
public final class ApproximateZipf {
  private final long items;
  private final double theta;
  private final double alpha;
  private final double zetaOfTwo;
  private double zeta;
  private double eta;
  private long zetaItems;

  /**
   * @param items number of ranks, at least 1
   * @param theta skew, from 0 (included) to 1 (excluded); YCSB uses 0.99
   */
  public ApproximateZipf(long items, double theta) {
    this(items, theta, Zeta.partial(requireItems(items), theta));
  }

  /**
   * As the other constructor, with the sum of k^-theta for k from 1 to {@code items} given. YCSB's
   * scrambled generator gives a sum of one term less than it has ranks; this constructor lets its
   * numbers be had exactly.
   */
  public ApproximateZipf(long items, double theta, double zeta) {
    if (!(theta >= 0 && theta < 1)) {
      throw new IllegalArgumentException(
          "The skew of this approximation must be at least 0 and below 1, but it is "
              + theta
              + ".");
    }
    this.items = requireItems(items);
    this.theta = theta;
    this.alpha = 1 / (1 - theta);
    this.zetaOfTwo = Zeta.partial(2, theta);
    this.zeta = zeta;
    this.zetaItems = items;
    this.eta = eta();
  }

  /** Draws a rank from 0 (the most likely) to {@code items - 1}. */
  public long next(RandomGenerator random) {
    return draw(items, random);
  }

  /**
   * Draws a rank from 0 to {@code count - 1}. Takes time in proportion to the growth of {@code
   * count} since the call before.
   *
   * @param count at least as large as in every call before, and as the number of items
   */
  public long next(long count, RandomGenerator random) {
    while (zetaItems < count) {
      zetaItems++;
      zeta += Math.pow((double) zetaItems, -theta);
      if (zetaItems == count) {
        eta = eta();
      }
    }
    return draw(count, random);
  }

  private long draw(long count, RandomGenerator random) {
    double u = random.nextDouble();
    double mass = u * zeta;
    if (mass < 1) {
      return 0;
    }
    if (mass < zetaOfTwo) {
      return Math.min(1, count - 1);
    }
    // The power is below 1 but may round up to it, so that the product may reach the count.
    return Math.min(count - 1, (long) (count * Math.pow(eta * u - eta + 1, alpha)));
  }

  private double eta() {
    return (1 - Math.pow(2.0 / items, 1 - theta)) / (1 - zetaOfTwo / zeta);
  }

  private static long requireItems(long items) {
    if (items < 1) {
      throw new IllegalArgumentException(
          "A Zipf distribution needs at least 1 item, but it has " + items + ".");
    }
    return items;
  }
}
