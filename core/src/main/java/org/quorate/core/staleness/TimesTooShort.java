package org.quorate.core.staleness;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether waiting for the slowest replica takes far longer than was measured, by what pairs of
 * reads took: where it was more than twice the 90th percentile of what was measured for at least
 * {@value #FEWEST} of the pairs, and for more than by chance (probability {@value #CHANCE}, if one
 * in ten did), the measurements are as many times too short as their median is below that of the
 * pairs. Less than twice as long is not told from chance, and measurements that are too long cost
 * replica reads alone. What delays writes and not reads is not seen. Stateless.
 */
public final class TimesTooShort {
  static final int FEWEST = 4;

  static final int MOST = 8;

  static final double CHANCE = 0.001;

  private static final double QUANTILE = 0.9;
  private static final double OTHERS = 0.1;
  private static final double FAR = 2;

  private TimesTooShort() {}

  /**
   * How many times as long round trips are as was measured.
   *
   * @param measured of the slowest of all other replicas
   * @param ofPairs likewise, of pairs beside the application's reads
   * @return 1 where nothing says that they are longer, else 2 or more
   */
  public static double factor(DelaySample measured, DelaySample ofPairs) {
    if (measured.size() == 0 || measured.quantile(1) == 0) {
      return 1;
    }
    if (!areAbove(above(measured, ofPairs), ofPairs.size())) {
      return 1;
    }
    double factor = ofPairs.quantile(0.5) / RoundTripTime.median(measured);
    return factor < FAR ? 1 : factor;
  }

  /**
   * Whether there are pairs enough to say so or not: {@value #FEWEST} that do not, of which one may
   * have been held up; more where it is not clear, as where weak reads took so long that no waiting
   * is seen, up to {@value #MOST}.
   */
  public static boolean isTold(DelaySample measured, DelaySample ofPairs) {
    return ofPairs.size() >= MOST || isClear(measured, ofPairs);
  }

  /**
   * Whether pairs say so or not, however many there are: of at least {@value #FEWEST} more than by
   * chance, or no more than one in so many.
   */
  public static boolean isClear(DelaySample measured, DelaySample ofPairs) {
    int pairs = ofPairs.size();
    int above = above(measured, ofPairs);
    return areAbove(above, pairs)
        || (pairs >= FEWEST && above <= pairs / FEWEST && ofPairs.above(0) >= FEWEST);
  }

  /** How many of the pairs waited for far longer than was measured; none where nothing was. */
  public static int above(DelaySample measured, DelaySample ofPairs) {
    return measured.size() == 0 ? 0 : ofPairs.above(FAR * measured.quantile(QUANTILE));
  }

  private static boolean areAbove(int above, int pairs) {
    return above >= FEWEST
        && BinomialDistribution.of(pairs, OTHERS).survivalProbability(above - 1) < CHANCE;
  }
}
