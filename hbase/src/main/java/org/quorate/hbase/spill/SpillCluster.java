package org.quorate.hbase.spill;

import java.util.Optional;

/**
 * The cluster that a spill's writes are for.
 *
 * @param id as the cluster itself has it ({@code hbase.id}), which outlives all its servers; empty
 *     where it is not known. A cluster that was cloned with its files has the id of the other.
 */
public record SpillCluster(Optional<String> id) {
  /** Nothing is known of it. */
  public static final SpillCluster UNKNOWN = new SpillCluster(Optional.empty());
}
