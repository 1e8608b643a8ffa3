package org.quorate.cassandra.monitor;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.quorate.cassandra.table.TableName;

/**
 * One reading of one node.
 *
 * @param hostId the node
 * @param takenAtNanos when, on the clock of {@link System#nanoTime()}: the middle between question
 *     and answer
 * @param tables counts of every table that was asked for and that the node has
 * @param health of the node as a whole
 */
public record NodeCounts(
    UUID hostId, long takenAtNanos, Map<TableName, TableCounts> tables, NodeHealth health) {
  public NodeCounts {
    tables =
        tables instanceof CountColumns
            ? tables
            : Collections.unmodifiableMap(new HashMap<>(tables));
  }
}
