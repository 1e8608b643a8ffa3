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

  /**
   * The estimated stale-read rate.
   *
   * @param readReplicas replicas that answer a read, from 1 to the replication factor
   * @throws IllegalArgumentException if that many replicas cannot answer
   */
  default Estimate estimate(Observation observation, int readReplicas) {
    Observation.requireReplicas(readReplicas, observation.replicationFactor());
    Propagation propagation = observation.propagation();
    return Estimate.of(
        raw(observation, propagation.seconds(), readReplicas),
        raw(observation, propagation.lowSeconds(), readReplicas),
        raw(observation, propagation.highSeconds(), readReplicas));
  }

  /**
   * The fewest replicas at which the estimate is within the tolerance; all of them where it is
   * nowhere. Which bound of the propagation time to trust is the caller's choice.
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
