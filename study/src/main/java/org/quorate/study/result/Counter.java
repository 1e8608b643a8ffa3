package org.quorate.study.result;

/** A count that servers keep of themselves; every one is read, none is inferred from the level. */
public enum Counter {
  /** Reads served from a replica's own storage for the study's table. */
  REPLICA_READS,
  /** Range reads served from a replica's own storage for the study's table. */
  REPLICA_SCANS,
  /** Mutations applied to a replica's own storage for the study's table. */
  REPLICA_WRITES,
  /** Requests of clients that a coordinator finished, successfully or not, of all tables. */
  COORDINATED,
  /** Reads whose replicas answered with different digests. */
  DIGEST_MISMATCHES,
  /** Mutations sent to bring a replica up to date after a read. */
  READ_REPAIRS,
  /** Extra reads sent because a replica was slow. */
  SPECULATIVE_RETRIES,
  /** Hints written for replicas that did not acknowledge. */
  HINTS,
  /** Requests that a coordinator gave up on, reads and writes. */
  TIMEOUTS,
  /** Requests refused because too few replicas were alive. */
  UNAVAILABLES,
  /** Messages dropped because they had waited too long. */
  DROPPED_MESSAGES
}
