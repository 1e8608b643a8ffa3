package org.quorate.cassandra.control;

import java.util.Map;
import org.quorate.cassandra.table.TableName;

/**
 * What a session has exchanged with other processes. Immutable.
 *
 * @param tables what is heard about each
 * @param refused values that were refused so far
 * @param failedReads of the table of evidence so far
 * @param failedWrites likewise
 */
public record ExchangedEvidence(
    Map<TableName, EvidenceStanding> tables, long refused, long failedReads, long failedWrites) {
  public ExchangedEvidence {
    tables = Map.copyOf(tables);
  }
}
