package org.quorate.core.level;

/**
 * How many replicas must answer before an operation completes: the consistency levels of Apache
 * Cassandra that reads and writes of a study may use. Immutable and thread-safe.
 */
public enum Level {
  ONE(false),
  TWO(false),
  THREE(false),
  QUORUM(false),
  ALL(false),
  LOCAL_ONE(true),
  LOCAL_QUORUM(true),
  EACH_QUORUM(false);

  private final boolean local;

  Level(boolean local) {
    this.local = local;
  }

  /** Whether only replicas in the coordinator's own data centre count. */
  public boolean isLocal() {
    return local;
  }

  /**
   * The number of replicas that must answer, in a cluster of one data centre.
   *
   * @param replicationFactor replicas of each row, at least 1
   * @return between 1 and {@code replicationFactor} for a level that the factor can satisfy; TWO
   *     and THREE are returned as they are even where the factor is smaller
   */
  public int replicas(int replicationFactor) {
    if (replicationFactor < 1) {
      throw new IllegalArgumentException(
          "The replication factor must be at least 1, but it is " + replicationFactor + ".");
    }
    return switch (this) {
      case ONE, LOCAL_ONE -> 1;
      case TWO -> 2;
      case THREE -> 3;
      case QUORUM, LOCAL_QUORUM, EACH_QUORUM -> replicationFactor / 2 + 1;
      case ALL -> replicationFactor;
    };
  }

  /**
   * Whether a read at this level meets every completed write at {@code writeLevel} in at least one
   * replica: R + W &gt; N, in a cluster of one data centre.
   */
  public boolean overlaps(Level writeLevel, int replicationFactor) {
    return replicas(replicationFactor) + writeLevel.replicas(replicationFactor) > replicationFactor;
  }
}
