package org.quorate.core.staleness;

/**
 * What is known of one table at one moment: its traffic, and how fast writes spread. Immutable.
 *
 * @param readsPerSecond of the whole table, over all clients and coordinators; at least 0
 * @param writesPerSecond likewise
 * @param propagation how long a write takes to the replicas that did not acknowledge it
 * @param replicationFactor replicas of each row (the paper's N), at least 1
 * @param writeReplicas replicas that acknowledge a write before it completes (W), from 1 to {@code
 *     replicationFactor}
 * @param popularity how the traffic spreads over keys
 * @param evidence what this process knows beside these
 */
public record Observation(
    double readsPerSecond,
    double writesPerSecond,
    Propagation propagation,
    int replicationFactor,
    int writeReplicas,
    KeyPopularity popularity,
    Evidence evidence) {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Observation {
    requireRate("read", readsPerSecond);
    requireRate("write", writesPerSecond);
    if (replicationFactor < 1) {
      throw new IllegalArgumentException(
          "The replication factor must be at least 1, but it is " + replicationFactor + ".");
    }
    requireReplicas(writeReplicas, replicationFactor);
  }

  /** Rates, and nothing beside them. */
  public Observation(
      double readsPerSecond,
      double writesPerSecond,
      Propagation propagation,
      int replicationFactor,
      int writeReplicas,
      KeyPopularity popularity) {
    this(
        readsPerSecond,
        writesPerSecond,
        propagation,
        replicationFactor,
        writeReplicas,
        popularity,
        Evidence.NONE);
  }

  /** The same with other evidence. */
  public Observation with(Evidence changed) {
    return new Observation(
        readsPerSecond,
        writesPerSecond,
        propagation,
        replicationFactor,
        writeReplicas,
        popularity,
        changed);
  }

  /** That many replicas can be asked. */
  static void requireReplicas(int replicas, int replicationFactor) {
    if (replicas < 1 || replicas > replicationFactor) {
      throw new IllegalArgumentException(
          "Of " + replicationFactor + " replicas, " + replicas + " cannot answer.");
    }
  }

  private static void requireRate(String what, double rate) {
    if (!(rate >= 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException(
          "The " + what + " rate must be finite and at least 0, but it is " + rate + ".");
    }
  }
}
