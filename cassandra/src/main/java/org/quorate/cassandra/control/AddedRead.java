package org.quorate.cassandra.control;

/** Why the library reads a table beside what the application's reads ask at their levels. */
public enum AddedRead {
  /** Both reads of a pair, which show whether a weak read would have been stale. */
  PAIRED,

  /** A read whose answer contradicted what was written: another was sent for it. */
  REREAD,

  /** A read of a row that does not exist, which shows how long replicas take. */
  PROPAGATION
}
