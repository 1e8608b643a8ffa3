package org.quorate.hbase.spill;

import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * What is done with writes that cannot simply be applied.
 *
 * @param beforeDamage whether the writes before a damage are applied; otherwise nothing of a
 *     damaged folder is
 * @param discarded tables whose writes are thrown away
 */
public record DrainSettings(boolean beforeDamage, Set<TableName> discarded) {
  /** Makes the set unmodifiable. */
  public DrainSettings {
    discarded = Set.copyOf(discarded);
  }

  /** Nothing of a damaged folder, and nothing thrown away. */
  public static DrainSettings usual() {
    return new DrainSettings(false, Set.of());
  }
}
