package org.quorate.cassandra.monitor;

import java.util.Optional;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.Traffic;

/**
 * What one round of questions has shown. Immutable.
 *
 * @param reading of all clients
 * @param own of the reads that were counted since the reading before, those that this library sent
 */
public record TrafficRound(MonitorReading reading, OwnReads own) {
  /** The traffic of a table, as decisions take it in; empty where no node has such a table. */
  public Optional<Traffic> traffic(TableName table) {
    return Optional.ofNullable(reading.tables().get(table))
        .map(
            seen ->
                new Traffic(
                    reading.takenAtNanos(),
                    reading.seconds(),
                    seen.readsPerSecond(),
                    seen.writesPerSecond(),
                    own.of(table).values().stream().mapToLong(Long::longValue).sum(),
                    reading.isComplete()));
  }
}
