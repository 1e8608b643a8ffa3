package org.quorate.hbase.overlay;

import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;

/**
 * How a family limits what is seen of its cells.
 *
 * @param versions of a column, at most
 * @param timeToLive of a cell in milliseconds; {@link Long#MAX_VALUE} for ever
 * @param plain whether deletes hide whatever is not later and nothing is kept beyond that; the
 *     merge is exact for such families only
 */
record FamilyRule(int versions, long timeToLive, boolean plain) {
  /** The rule of a family that was added since: what a server answers is limited by itself. */
  static final FamilyRule UNKNOWN = new FamilyRule(Integer.MAX_VALUE, Long.MAX_VALUE, true);

  /** The rule that a family's descriptor states. */
  public static FamilyRule of(ColumnFamilyDescriptor family) {
    int seconds = family.getTimeToLive();
    return new FamilyRule(
        family.getMaxVersions(),
        seconds == HConstants.FOREVER ? Long.MAX_VALUE : 1000L * seconds,
        family.getKeepDeletedCells() == KeepDeletedCells.FALSE
            && !family.isNewVersionBehavior()
            && family.getMinVersions() == 0);
  }

  /** Whether a cell is too old to be seen. */
  boolean expired(long timestamp, long now) {
    return timeToLive != Long.MAX_VALUE && timestamp < now - timeToLive;
  }
}
