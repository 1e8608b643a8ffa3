package org.quorate.hbase.spill;

import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * What is done with writes that cannot simply be applied.
 *
 * @param beforeDamage whether the writes before a damage are applied; otherwise nothing of a
 *     damaged folder is
 * @param discarded tables whose writes are thrown away
 * @param elsewhere whether writes are applied that were meant for another cluster, such as one that
 *     this one has taken the place of, or for a table that may have been made anew since
 */
public record DrainSettings(boolean beforeDamage, Set<TableName> discarded, boolean elsewhere) {
  /** Makes the set unmodifiable. */
  public DrainSettings {
    discarded = Set.copyOf(discarded);
  }

  /** Nothing of a damaged folder, nothing thrown away, and nothing meant for elsewhere. */
  public static DrainSettings usual() {
    return new DrainSettings(false, Set.of(), false);
  }
}
