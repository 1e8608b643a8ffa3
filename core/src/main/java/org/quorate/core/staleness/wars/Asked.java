package org.quorate.core.staleness.wars;

/** Which replicas the coordinator of a read asks. */
public enum Asked {
  /** As many as must answer, the nearest first, as Cassandra does. */
  AS_MANY_AS_NEEDED,

  /** Every replica, of which the first to answer count, as in Dynamo, Riak and the PBS paper. */
  EVERY_REPLICA
}
