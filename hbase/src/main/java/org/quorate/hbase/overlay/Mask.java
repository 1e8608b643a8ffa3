package org.quorate.hbase.overlay;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.jspecify.annotations.Nullable;

/** What a delete of everything up to a timestamp hides. Immutable. */
final class Mask {
  private final byte @Nullable [] family;
  private final byte @Nullable [] qualifier;
  private final long timestamp;

  private Mask(byte @Nullable [] family, byte @Nullable [] qualifier, long timestamp) {
    this.family = family;
    this.qualifier = qualifier;
    this.timestamp = timestamp;
  }

  static Mask ofRow(long timestamp) {
    return new Mask(null, null, timestamp);
  }

  static Mask ofFamily(byte[] family, long timestamp) {
    return new Mask(family, null, timestamp);
  }

  static Mask ofColumn(byte[] family, byte[] qualifier, long timestamp) {
    return new Mask(family, qualifier, timestamp);
  }

  boolean hides(Cell cell) {
    return cell.getTimestamp() <= timestamp
        && (family == null || CellUtil.matchingFamily(cell, family))
        && (qualifier == null || CellUtil.matchingQualifier(cell, qualifier));
  }
}
