package org.quorate.cassandra.observe;

/**
 * How many reads an observer may send, for pairs of all tables together and, where it goes by a
 * share, to measure propagation times; immutable.
 *
 * @param shareOfReads that it may send for each read of these tables that the nodes count: four
 *     fifths for pairs and the search for rows, of each table, and one for propagation times, of
 *     all tables, but for their first round; 0 where it does not go by these
 * @param pairsPerSecond that are sent whatever is counted; 0 where it goes by these
 */
public record KeySampling(double shareOfReads, int pairsPerSecond) {
  /** No pairs. */
  public static final KeySampling NONE = new KeySampling(0, 0);

  private static final double OF_PAIRS = 0.8;

  /** A cost that nobody notices: at most 1 % of the reads that the nodes count. */
  public static final KeySampling USUAL = new KeySampling(0.01, 0);

  /** So many pairs a second, 0 for none. */
  public static KeySampling atRate(int pairsPerSecond) {
    return new KeySampling(0, pairsPerSecond);
  }

  /** For pairs and the search for rows, for each read that the nodes count. */
  double shareOfPairs() {
    return OF_PAIRS * shareOfReads;
  }

  /** For propagation times, likewise; 0 where these have no limit. */
  double shareOfPropagation() {
    return (1 - OF_PAIRS) * shareOfReads;
  }

  /** Whether there are no pairs. */
  public boolean isNone() {
    return shareOfReads == 0 && pairsPerSecond == 0;
  }
}
