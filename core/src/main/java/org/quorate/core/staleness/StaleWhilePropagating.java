package org.quorate.core.staleness;

/**
 * The crudest model by age: replicas that need not have acknowledged a write lack it until the
 * propagation time's upper bound has passed since it completed, and have it from then on. Errs
 * upwards within that time, and knows nothing of what is later.
 *
 * @param observation of the table
 */
public record StaleWhilePropagating(Observation observation) implements StaleByAge {
  @Override
  public double at(double ageSeconds, int readReplicas) {
    return ageSeconds < observation.propagation().highSeconds()
        ? StaleByAge.missed(observation, readReplicas)
        : 0;
  }
}
