package org.quorate.study.plan;

/** What only some engines have. A study asks an engine for these, never for its name. */
public enum Capability {
  /** Several replicas of a row answer, so that reads and writes have levels. */
  LEVELS,
  /** Who starts the servers says which of them have a row, and how many: tokens, pools, centres. */
  PLACEMENT,
  /** Clients choose the server that answers for others. */
  COORDINATORS,
  /** Replicas may be stale, and counters tell how much is read and written. */
  MONITOR,
  /** Servers, links and hints can be harmed in the middle of a run. */
  FAULTS,
  /** Clients can keep writes back. */
  DEFERRAL,
  /** Files may be kept by data nodes of HDFS. */
  DATA_NODES,
  /** A cluster that somebody else has started can be measured. */
  REMOTE
}
