package org.quorate.ycsb;

import org.quorate.lab.store.cassandra.FailureKind;
import site.ycsb.Status;

/** How failures look to YCSB, which counts operations by the names of their statuses. */
final class Statuses {
  private Statuses() {}

  /**
   * YCSB's own status where it has one that says as much; otherwise one that has the failure's
   * name, such as {@code WriteTimeout}.
   */
  static Status of(FailureKind kind) {
    return switch (kind) {
      case UNAVAILABLE,
          OVERLOADED,
          BOOTSTRAPPING,
          NO_NODE_AVAILABLE,
          TOO_MANY_IN_FLIGHT,
          THROTTLED ->
          Status.SERVICE_UNAVAILABLE;
      case INVALID_REQUEST -> Status.BAD_REQUEST;
      case UNAUTHORIZED -> Status.FORBIDDEN;
      case WRITE_TIMEOUT,
          WRITE_FAILURE,
          READ_TIMEOUT,
          READ_FAILURE,
          CLIENT_TIMEOUT,
          CONNECTION_LOST ->
          new Status(kind.text(), "The operation failed; a write may still take effect.");
      case SERVER_ERROR, CLOSED, OTHER -> Status.ERROR;
    };
  }
}
