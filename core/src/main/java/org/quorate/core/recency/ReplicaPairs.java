package org.quorate.core.recency;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Pairs of reads by the replica that answered the weaker one, so that one replica which lacks
 * writes is told from writes that are late everywhere. Holds {@value #MOST_REPLICAS} replicas at
 * most; pairs of others are not counted. Thread-safe, without a lock once a replica is known.
 */
public final class ReplicaPairs {
  static final int MOST_REPLICAS = 255;

  /** Fewer stale answers say nothing of one replica. */
  static final int FEWEST_STALE = 3;

  /** By which the most stale replica of any number is taken for another than the rest. */
  static final double CHANCE = 0.001;

  private record Tally(LongAdder pairs, LongAdder stale) {
    Tally() {
      this(new LongAdder(), new LongAdder());
    }
  }

  private final Map<String, Tally> replicas = new ConcurrentHashMap<>();

  /**
   * Counts a pair that tells whether its weaker read was stale.
   *
   * @param replica that answered it
   */
  public void add(String replica, boolean isStale) {
    Tally known = replicas.get(replica);
    if (known == null && replicas.size() < MOST_REPLICAS) {
      known = replicas.computeIfAbsent(replica, any -> new Tally());
    }
    if (known != null) {
      // Before the pair, so that no reader sees more stale ones than there are.
      known.pairs().increment();
      if (isStale) {
        known.stale().increment();
      }
    }
  }

  /**
   * The replica whose answers are stale more often than those of the others together, where that is
   * no chance: as many of all stale ones or more have a probability of {@value #CHANCE} at most if
   * all replicas were alike (Fisher's exact test, one-sided, times the number of replicas:
   * Bonferroni). Requests that drivers send to the replicas of a row in turn make them alike,
   * whichever keys are popular, where all replicas have all rows; where they do not, those of a
   * popular row may be told from the others too.
   */
  public Optional<StaleReplica> stalest() {
    Map<String, Tally> all = Map.copyOf(replicas);
    Optional<StaleReplica> worst = Optional.empty();
    double least = CHANCE;
    long[] sums = new long[2];
    Map<String, long[]> counts = new HashMap<>();
    all.forEach(
        (replica, tally) -> {
          long stale = tally.stale().sum();
          long pairs = tally.pairs().sum();
          counts.put(replica, new long[] {stale, pairs});
          sums[0] += stale;
          sums[1] += pairs;
        });
    for (Map.Entry<String, long[]> each : counts.entrySet()) {
      StaleReplica replica =
          new StaleReplica(
              each.getKey(),
              each.getValue()[0],
              each.getValue()[1],
              sums[0] - each.getValue()[0],
              sums[1] - each.getValue()[1]);
      double chance = counts.size() * replica.chance();
      if (replica.stale() >= FEWEST_STALE && replica.othersPairs() > 0 && chance < least) {
        least = chance;
        worst = Optional.of(replica);
      }
    }
    return worst;
  }

  /**
   * What pairs say of one replica and of the others.
   *
   * @param stale of its pairs, at least 0
   * @param pairs at least {@code stale}
   */
  public record StaleReplica(
      String replica, long stale, long pairs, long othersStale, long othersPairs) {
    /**
     * Of as many stale ones of this replica, or more, if all were alike. Of more pairs than an
     * integer holds, which take months, as of half as many.
     */
    double chance() {
      if (pairs + othersPairs > Integer.MAX_VALUE) {
        return new StaleReplica(replica, stale / 2, pairs / 2, othersStale / 2, othersPairs / 2)
            .chance();
      }
      return stale == 0
          ? 1
          : HypergeometricDistribution.of(
                  Math.toIntExact(pairs + othersPairs),
                  Math.toIntExact(stale + othersStale),
                  Math.toIntExact(pairs))
              .survivalProbability(Math.toIntExact(stale - 1));
    }
  }
}
