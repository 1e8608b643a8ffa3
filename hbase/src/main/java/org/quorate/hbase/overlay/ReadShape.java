package org.quorate.hbase.overlay;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** What a get or a scan wants of every row. Immutable, as long as the request is left alone. */
public final class ReadShape {
  private final Map<byte[], NavigableSet<byte[]>> families;
  private final TimeRange range;
  private final Map<byte[], TimeRange> rangeOfFamily;
  private final int versions;

  private ReadShape(
      Map<byte[], NavigableSet<byte[]>> families,
      TimeRange range,
      Map<byte[], TimeRange> rangeOfFamily,
      int versions) {
    NavigableMap<byte[], NavigableSet<byte[]>> sorted = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    sorted.putAll(families);
    this.families = sorted;
    this.range = range;
    NavigableMap<byte[], TimeRange> ranges = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    ranges.putAll(rangeOfFamily);
    this.rangeOfFamily = ranges;
    this.versions = versions;
  }

  /** Of a get. */
  public static ReadShape of(Get get) {
    return new ReadShape(
        get.getFamilyMap(),
        get.getTimeRange(),
        get.getColumnFamilyTimeRange(),
        get.getMaxVersions());
  }

  /** Of a scan. */
  public static ReadShape of(Scan scan) {
    return new ReadShape(
        scan.getFamilyMap(),
        scan.getTimeRange(),
        scan.getColumnFamilyTimeRange(),
        scan.getMaxVersions());
  }

  /**
   * Whether pending writes can be merged into the answer exactly: no filter, no limit or offset
   * within rows, no authorizations.
   */
  public static boolean mergeable(Get get) {
    return mergeable((Query) get)
        && get.getMaxResultsPerColumnFamily() < 0
        && get.getRowOffsetPerColumnFamily() <= 0;
  }

  /**
   * The same for a scan, which must return whole rows, and no markers of deletes or of progress.
   */
  public static boolean mergeable(Scan scan) {
    return mergeable((Query) scan)
        && scan.getMaxResultsPerColumnFamily() < 0
        && scan.getRowOffsetPerColumnFamily() <= 0
        && scan.getBatch() <= 0
        && !scan.getAllowPartialResults()
        && !scan.isRaw()
        && !scan.isNeedCursorResult();
  }

  private static boolean mergeable(Query query) {
    return query.getFilter() == null && !Exactness.hasLabels(query);
  }

  /** Most versions of a column that the read wants. */
  int versions() {
    return versions;
  }

  boolean wantsFamily(byte[] family) {
    return families.isEmpty() || families.containsKey(family);
  }

  boolean wantsColumn(byte[] family, byte[] qualifier) {
    if (families.isEmpty()) {
      return true;
    }
    NavigableSet<byte[]> columns = families.get(family);
    return columns == null || columns.isEmpty() || columns.contains(qualifier);
  }

  TimeRange range(byte[] family) {
    return rangeOfFamily.getOrDefault(family, range);
  }
}
