package org.quorate.cassandra.setting;

/** What becomes of a read whose level needs more replicas than are up. */
public enum WhenUnreachable {
  /** The application gets the driver's exception, as from any statement at that level. */
  FAIL,
  /**
   * It is sent once more, at the strongest level that the replicas which are up can serve, and
   * reported as an event. It may then be staler than the tolerance.
   */
  SERVE_AND_REPORT
}
