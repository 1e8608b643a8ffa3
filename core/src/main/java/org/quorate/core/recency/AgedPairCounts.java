package org.quorate.core.recency;

/**
 * What pairs of reads, a weak one beside a strong one, have shown at each age of the row's newest
 * write by this process. Immutable.
 *
 * @param compared pairs whose two answers were compared
 * @param stale those of them whose weak answer was the older one
 */
public record AgedPairCounts(AgeCounts compared, AgeCounts stale) {
  /** No pairs. */
  public static final AgedPairCounts NONE = new AgedPairCounts(AgeCounts.NONE, AgeCounts.NONE);

  /** These pairs and those. */
  public AgedPairCounts plus(AgedPairCounts others) {
    return new AgedPairCounts(compared.plus(others.compared), stale.plus(others.stale));
  }

  /** These pairs without those that were counted earlier. */
  public AgedPairCounts since(AgedPairCounts earlier) {
    return new AgedPairCounts(compared.since(earlier.compared), stale.since(earlier.stale));
  }

  /**
   * Each pair counting for a part of one.
   *
   * @param weight at least 0
   */
  public AgedPairCounts times(double weight) {
    return new AgedPairCounts(compared.times(weight), stale.times(weight));
  }
}
