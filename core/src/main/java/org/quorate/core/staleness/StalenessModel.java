package org.quorate.core.staleness;

/**
 * Estimates how many reads will be stale. Implementations are pure and thread-safe, and an estimate
 * never grows with the number of replicas read.
 */
public interface StalenessModel {
  /** The name in studies and reports, for example {@code harmony}. */
  String name();

  /** What its figure is the rate of, as a report says it beside the figure. */
  String meaning();

  /**
   * The formula's value before it is held to 0 to 1.
   *
   * @param propagationSeconds the propagation time to calculate with, instead of the observation's
   * @param readReplicas replicas that answer a read, from 1 to the replication factor
   */
  double raw(Observation observation, double propagationSeconds, int readReplicas);

  /** The value at the least propagation time; of a model that knows its error, its lower bound. */
  default double rawLow(Observation observation, int readReplicas) {
    return raw(observation, observation.propagation().lowSeconds(), readReplicas);
  }

  /**
   * The value at the longest propagation time; of a model that knows its error, its upper bound.
   */
  default double rawHigh(Observation observation, int readReplicas) {
    return raw(observation, observation.propagation().highSeconds(), readReplicas);
  }

  /**
   * The estimated stale-read rate.
   *
   * @param readReplicas replicas that answer a read, from 1 to the replication factor
   * @throws IllegalArgumentException if that many replicas cannot answer
   */
  default Estimate estimate(Observation observation, int readReplicas) {
    Observation.requireReplicas(readReplicas, observation.replicationFactor());
    return Estimate.of(
        raw(observation, observation.propagation().seconds(), readReplicas),
        rawLow(observation, readReplicas),
        rawHigh(observation, readReplicas));
  }

  /**
   * The fewest replicas at which the estimate is within the tolerance; all of them where it is
   * nowhere. A model that knows its error goes by its upper bound.
   *
   * @param tolerance the largest stale-read rate that is accepted, 0 to 1
   */
  default int replicasNeeded(Observation observation, double tolerance) {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "A tolerance is a rate from 0 to 1, but it is " + tolerance + ".");
    }
    double seconds = observation.propagation().seconds();
    for (int replicas = 1; replicas < observation.replicationFactor(); replicas++) {
      if (raw(observation, seconds, replicas) <= tolerance) {
        return replicas;
      }
    }
    return observation.replicationFactor();
  }
}
