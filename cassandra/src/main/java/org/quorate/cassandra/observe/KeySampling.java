package org.quorate.cassandra.observe;

/**
 * How many rows an observer reads in pairs, of all tables together; immutable.
 *
 * @param shareOfReads reads that pairs and the search for rows may take of each table, for each
 *     read of it that the nodes count; 0 where it does not go by these
 * @param pairsPerSecond that are sent whatever is counted; 0 where it goes by these
 */
public record KeySampling(double shareOfReads, int pairsPerSecond) {
  /** No pairs. */
  public static final KeySampling NONE = new KeySampling(0, 0);

  /** A cost that nobody notices: at most 1 % of the reads that the nodes count. */
  public static final KeySampling USUAL = new KeySampling(0.01, 0);

  /** So many pairs a second, 0 for none. */
  public static KeySampling atRate(int pairsPerSecond) {
    return new KeySampling(0, pairsPerSecond);
  }

  /** Whether there are no pairs. */
  public boolean isNone() {
    return shareOfReads == 0 && pairsPerSecond == 0;
  }
}
