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
 * @param queries that read the table of evidence so far; of a read that failed one
 * @param writes of it that were begun so far
 */
public record ExchangedEvidence(
    Map<TableName, EvidenceStanding> tables,
    long refused,
    long failedReads,
    long failedWrites,
    long queries,
    long writes) {
  public ExchangedEvidence {
    tables = Map.copyOf(tables);
  }
}
