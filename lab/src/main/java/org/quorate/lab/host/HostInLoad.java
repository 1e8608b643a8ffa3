package org.quorate.lab.host;

import org.jspecify.annotations.Nullable;

/**
 * A host and its part in a load.
 *
 * @param connection null where it is not there
 */
record HostInLoad(String name, @Nullable HostConnection connection) {
  /** Whether it can be spoken to. */
  boolean isThere() {
    return connection != null && connection.lost() == null;
  }
}
