package org.quorate.cassandra.monitor;

/**
 * What one node has counted for one table since the node was started. Each count is {@link
 * #UNKNOWN} where the source has none.
 *
 * @param clientReads single-partition reads that this node coordinated, failed ones included
 * @param clientWrites writes that this node coordinated, likewise
 * @param replicaReads reads that this node executed as a replica, digest reads included
 * @param replicaWrites mutations that this node applied as a replica, hints and read repairs
 *     included
 */
public record TableCounts(
    long clientReads, long clientWrites, long replicaReads, long replicaWrites) {
  /** A count that the source does not have. */
  public static final long UNKNOWN = -1;

  /** Whether any count is known here and there, and larger here. */
  boolean isAheadOf(TableCounts later) {
    return isAhead(clientReads, later.clientReads)
        || isAhead(clientWrites, later.clientWrites)
        || isAhead(replicaReads, later.replicaReads)
        || isAhead(replicaWrites, later.replicaWrites);
  }

  private static boolean isAhead(long earlier, long later) {
    return earlier != UNKNOWN && later != UNKNOWN && earlier > later;
  }
}
