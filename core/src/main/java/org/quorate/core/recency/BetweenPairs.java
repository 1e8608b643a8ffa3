package org.quorate.core.recency;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * What pairs have shown of a level between the weakest and the one that meets every write: their
 * weaker read was at that level, beside reads that were drawn with one chance for all ages and
 * classes. So they are a plain sample of a table's reads, and what they show needs no model.
 * Immutable.
 *
 * @param compared pairs of which both answers came, at least 0
 * @param stale those of them whose weaker read was stale, at most as many
 * @param lost pairs that were drawn and tell nothing, as where an answer did not come in time or a
 *     read can have none; not among those compared
 */
public record BetweenPairs(double compared, double stale, double lost) {
  /** No pairs. */
  public static final BetweenPairs NONE = new BetweenPairs(0, 0, 0);

  /** One-sided, of {@link #mostStale()}. */
  public static final double CONFIDENCE = 0.95;

  /** So many lost ones may be by chance. */
  private static final double FEW_LOST = 20;

  /** These pairs and those. */
  public BetweenPairs plus(BetweenPairs others) {
    return new BetweenPairs(compared + others.compared, stale + others.stale, lost + others.lost);
  }

  /** These pairs without those that were counted earlier. */
  public BetweenPairs since(BetweenPairs earlier) {
    return new BetweenPairs(
        Math.max(0, compared - earlier.compared),
        Math.max(0, stale - earlier.stale),
        Math.max(0, lost - earlier.lost));
  }

  /**
   * Each pair counting for a part of one.
   *
   * @param weight at least 0
   */
  public BetweenPairs times(double weight) {
    return new BetweenPairs(weight * compared, weight * stale, weight * lost);
  }

  /**
   * The same as it can be: where pairs are counted while they are read there may be one more stale
   * pair than there are for a moment, and what anybody tells may be any numbers.
   */
  public BetweenPairs possible() {
    double all = atLeastNone(compared);
    return new BetweenPairs(all, Math.min(all, atLeastNone(stale)), atLeastNone(lost));
  }

  private static double atLeastNone(double count) {
    return count > 0 ? count : 0;
  }

  /** The share of stale ones, with half a pair of each kind more; 0 to 1. */
  public double likelyStale() {
    return (stale + 0.5) / (compared + 1);
  }

  /**
   * The largest share of the reads at this level that is stale by an upper bound of {@value
   * #CONFIDENCE} (Clopper and Pearson, The use of confidence or fiducial limits illustrated in the
   * case of the binomial, Biometrika 26, 1934), and as many times as much as fewer pairs tell, but
   * for {@value #FEW_LOST}: what those that were lost would have found is not known, and likely not
   * what the others did.
   *
   * @return 0 to 1; 1 where nothing tells
   */
  public double mostStale() {
    if (compared <= stale) {
      return 1;
    }
    double answered = (FEW_LOST + compared) / (FEW_LOST + compared + lost);
    double bound =
        BetaDistribution.of(stale + 1, compared - stale).inverseCumulativeProbability(CONFIDENCE);
    return Math.min(1, bound / answered);
  }
}
