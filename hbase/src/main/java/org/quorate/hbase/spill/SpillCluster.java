package org.quorate.hbase.spill;

import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;

/**
 * The cluster that a spill's writes are for, and what is known of its tables when they are written.
 *
 * <p>HBase gives a table no identity of its own, but each region an id: the master's clock when it
 * was made, or more than that of the regions that it was split or merged from. A table that is
 * truncated, or dropped and made again, has new regions only. So as long as a table has one region
 * no newer than the newest one that was known when a write was accepted, it is the table that the
 * write was meant for.
 *
 * @param id as the cluster itself has it ({@code hbase.id}), which outlives all its servers; empty
 *     where it is not known. A cluster that was cloned with its files has the id of the other.
 * @param newestRegion the highest id among the regions that a table had at some time before it is
 *     asked, or {@link #NO_REGION} where none is known; does not wait for servers
 */
public record SpillCluster(Optional<String> id, ToLongFunction<TableName> newestRegion) {
  /** No region is known. */
  public static final long NO_REGION = 0;

  /** Nothing is known of it. */
  public static final SpillCluster UNKNOWN = new SpillCluster(Optional.empty(), table -> NO_REGION);
}
