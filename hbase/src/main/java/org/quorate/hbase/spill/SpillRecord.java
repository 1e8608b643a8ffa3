package org.quorate.hbase.spill;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * A write as it is kept in a spill.
 *
 * @param sequence its place in the order of its spill
 * @param newestRegion of its table when it was accepted; see {@link SpillCluster}
 */
public record SpillRecord(long sequence, TableName table, long newestRegion, Mutation mutation) {}
