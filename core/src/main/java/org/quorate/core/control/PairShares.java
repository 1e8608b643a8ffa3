package org.quorate.core.control;

import org.quorate.core.level.Level;
import org.quorate.core.policy.AskedReplicas;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.policy.SampledLevel;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;

/**
 * How the replica reads that pairs may add are shared: half for those that measure round trips,
 * once these are known, and half for those beside reads. Where reads are raised so much that a
 * level between might do for all, what is asked of replicas for that pays for pairs at that level
 * too, by the same part. Stateless.
 */
final class PairShares {
  /** Of the replica reads that may be added, those that measure round trips. */
  private static final double MEASURING = 0.5;

  /** The same for each read once they have become longer: a slow store is not made slower still. */
  private static final double WHEN_SURPRISED = 0.1;

  /** Fewer pairs in a round are not worth one. */
  private static final int FEWEST = 3;

  private PairShares() {}

  /**
   * How many measure round trips now.
   *
   * @param measuredAt when the propagation time was measured last
   * @return 0 where none are due
   */
  static int measuring(
      LoopSettings settings,
      ReadLevels levels,
      EvidenceKeeper evidence,
      long measuredAt,
      long nowNanos) {
    double most = levels.all().stream().mapToInt(levels::replicas).max().orElse(1);
    // One in three is sent at a majority too.
    double cost = (levels.replicas(levels.weakest()) + most) * 4 / 3;
    double calm = settings.pairBudget() * MEASURING;
    double share = evidence.isSurprised() ? Math.max(WHEN_SURPRISED, calm) : calm;
    double paidFor = share * evidence.readsSinceRound() / cost;
    if (paidFor >= FEWEST) {
      return (int) paidFor;
    }
    long age = nowNanos - measuredAt;
    boolean ages = age > settings.propagationStaleAfter().toNanos() / 2 * evidence.turns(nowNanos);
    return ages || evidence.isSurprised() ? FEWEST : 0;
  }

  /**
   * Has pairs sent for their time, where too little is known of that: those that wait for all
   * replicas, since others say nothing of the slowest.
   *
   * @param pairs beside which reads they are sent
   * @param strong level of a pair
   */
  static void time(
      LoopSettings settings,
      PairBudget pairs,
      Level strong,
      EvidenceKeeper evidence,
      long nowNanos) {
    if (pairs != PairBudget.NONE && settings.pairBudget() > 0 && strong == Level.ALL) {
      evidence.wantTimes(nowNanos);
    }
  }

  /**
   * Beside which reads pairs are sent.
   *
   * @param counts reads and pairs of late
   * @param ceiling strongest level that reads are sent at; a level between is sampled only where
   *     that meets every write
   * @param strong level of a pair
   */
  static PairBudget besideReads(
      LoopSettings settings,
      ReadLevels levels,
      ClassCounts counts,
      Decision decided,
      Level ceiling,
      Level strong) {
    if (settings.policy().needsRates() || levels.meetsEveryWrite(levels.weakest())) {
      return PairBudget.NONE;
    }
    double weak = levels.replicas(levels.weakest());
    boolean allRaised = levels.replicas(decided.level()) > weak;
    PairBudget pairs =
        PairBudget.of(
            settings.pairBudget() * (1 - MEASURING),
            counts,
            allRaised || decided.isByClass(),
            allRaised ? 0 : decided.windowNanos(),
            weak + levels.replicas(strong));
    double asked = AskedReplicas.perRead(decided, counts, levels);
    return SampledLevel.of(levels, ceiling)
        .filter(level -> settings.policy().samplesLevel())
        .filter(level -> decided.level() == level || SampledLevel.isCheaper(level, asked, levels))
        .map(
            level ->
                pairs.with(
                    level,
                    settings.pairBudget()
                        * (asked - weak)
                        / (levels.replicas(level) + levels.replicas(strong))))
        .orElse(pairs);
  }
}
