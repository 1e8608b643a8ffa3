package org.quorate.cassandra.setting;

/** How a level gets into a request. */
public enum Carrying {
  /**
   * A live level on the prepared statement: nothing is allocated, and a level that is strengthened
   * holds for attempts that are already under way.
   */
  LIVE,
  /**
   * A copy of each statement with its level: about 100 bytes, and afterwards the statement says at
   * which level it was sent, as a history needs.
   */
  COPY
}
