package org.quorate.cassandra.observe;

/**
 * How many pairs of reads the next round of a propagation time may send, where so many reads a
 * second may be sent: a small first round whatever is counted, which is paid for afterwards, and
 * then one of as many pairs as have been saved for, if these are not too few to say anything. A
 * third of a round's pairs is read once more at another level, as {@link
 * org.quorate.cassandra.propagation.NetworkPropagation} does. Not thread-safe.
 */
final class RoundBudget {
  private static final int FIRST = 9;
  private static final int FEWEST = 3;
  private static final int MOST = 30;

  private final double share;
  private final ReadBudget budget;
  private boolean hasBegun;

  /**
   * @param share of the reads that are counted; 0 for no limit
   * @param now nanoseconds of the caller's clock
   */
  RoundBudget(double share, long now) {
    this.share = share;
    this.budget = new ReadBudget(now);
  }

  /**
   * A reading of the nodes' counts.
   *
   * @param readsPerSecond by others, of all tables that were counted; 0 where no node answered
   */
  void counted(double readsPerSecond, long now) {
    budget.allow(share * readsPerSecond, now);
  }

  /** Pairs of a round that begins now; 0 where there may be none yet. */
  int next(long now) {
    if (share == 0) {
      return Integer.MAX_VALUE;
    }
    int pairs = FIRST;
    if (hasBegun) {
      pairs = MOST;
      while (pairs >= FEWEST && !budget.has(reads(pairs), now)) {
        pairs--;
      }
      if (pairs < FEWEST) {
        return 0;
      }
    }
    hasBegun = true;
    budget.spend(reads(pairs));
    return pairs;
  }

  private static int reads(int pairs) {
    return 2 * (pairs + (pairs + 2) / 3);
  }
}
