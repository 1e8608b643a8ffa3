package org.quorate.cassandra.observe;

import java.util.HashMap;
import java.util.Map;

/**
 * Of how many rows pairs were, and for how many independent pairs they stand at least: those of one
 * row may all agree. Holds a bounded number of rows; what comes beyond counts as one row more. Not
 * thread-safe.
 */
final class RowsCompared<K> {
  private final int most;
  private final Map<K, Long> pairs = new HashMap<>();
  private long others;
  private double all;

  /** Of n pairs of a row each, the sum of n squared. */
  private double squares;

  RowsCompared(int most) {
    this.most = most;
  }

  /** A pair of a row has ended. */
  void add(K row) {
    long before;
    if (pairs.containsKey(row) || pairs.size() < most) {
      before = pairs.merge(row, 1L, Long::sum) - 1;
    } else {
      before = others++;
    }
    all++;
    squares += 2.0 * before + 1;
  }

  /** Distinct rows. */
  long rows() {
    return (long) pairs.size() + (others > 0 ? 1 : 0);
  }

  /**
   * The squared number of pairs over the sum of the squared numbers of each row's (Kish, Survey
   * Sampling, 1965), which holds where pairs of one row all find the same; 0 without pairs.
   */
  double effectivePairs() {
    return all == 0 ? 0 : all * all / squares;
  }
}
