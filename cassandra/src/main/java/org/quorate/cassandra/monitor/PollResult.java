package org.quorate.cassandra.monitor;

import java.util.Optional;

/**
 * How one call of {@link ClusterMonitor#poll} ended. Immutable.
 *
 * @param answered whether any node did; where none did, the next reading is of this time too
 * @param reading empty where there is nothing to take a difference to
 */
record PollResult(boolean answered, Optional<MonitorReading> reading) {
  static final PollResult SILENCE = new PollResult(false, Optional.empty());
}
