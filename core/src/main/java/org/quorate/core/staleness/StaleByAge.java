package org.quorate.core.staleness;

/**
 * How likely a read is stale, by the time since the row's newest write completed. Implementations
 * are pure and immutable.
 */
public interface StaleByAge {
  /**
   * The probability that a read is stale which is sent at an age of the row's newest write.
   *
   * @param ageSeconds since that write's completion, at least 0
   * @param readReplicas that answer, from 1 to the replication factor
   * @return 0 to 1; it grows neither with the age nor with the replicas
   */
  double at(double ageSeconds, int readReplicas);

  /**
   * The probability that so many replicas, drawn at random, are all among those that need not have
   * acknowledged a write before it completed: C(N-W, R) / C(N, R).
   */
  static double missed(Observation observation, int readReplicas) {
    double chance = 1;
    int others = observation.replicationFactor() - observation.writeReplicas();
    for (int i = 0; i < readReplicas; i++) {
      chance *= (double) Math.max(0, others - i) / (observation.replicationFactor() - i);
    }
    return chance;
  }
}
