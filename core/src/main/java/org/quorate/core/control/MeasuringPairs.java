package org.quorate.core.control;

import org.quorate.core.policy.ReadLevels;

/** How many pairs of reads measure round trips once these are known. Stateless. */
final class MeasuringPairs {
  /** Of the replica reads that may be added, those that measure round trips. */
  static final double PART = 0.5;

  /** The same for each read once they have become longer: a slow store is not made slower still. */
  private static final double WHEN_SURPRISED = 0.1;

  /** Fewer pairs in a round are not worth one. */
  private static final int FEWEST = 3;

  private MeasuringPairs() {}

  /**
   * @param measuredAt when the propagation time was measured last
   * @return 0 where none are due
   */
  static int most(
      LoopSettings settings,
      ReadLevels levels,
      EvidenceKeeper evidence,
      long measuredAt,
      long nowNanos) {
    double most = levels.all().stream().mapToInt(levels::replicas).max().orElse(1);
    // One in three is sent at a majority too.
    double cost = (levels.replicas(levels.weakest()) + most) * 4 / 3;
    double calm = settings.pairBudget() * PART;
    double share = evidence.isSurprised() ? Math.max(WHEN_SURPRISED, calm) : calm;
    double paidFor = share * evidence.readsSinceRound() / cost;
    if (paidFor >= FEWEST) {
      return (int) paidFor;
    }
    long age = nowNanos - measuredAt;
    boolean ages = age > settings.propagationStaleAfter().toNanos() / 2 * evidence.turns(nowNanos);
    return ages || evidence.isSurprised() ? FEWEST : 0;
  }
}
