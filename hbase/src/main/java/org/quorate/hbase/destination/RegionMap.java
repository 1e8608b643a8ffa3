package org.quorate.hbase.destination;

import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which server had which region of a table when it was asked; of regions with replicas the one that
 * takes writes. Immutable; looking a row up, which every write does, allocates nothing.
 *
 * <p>The asynchronous client knows regions too, but cannot be asked what it knows: its {@code
 * AsyncTableRegionLocator} answers each question by a new future and, of a region that it does not
 * know or has just forgotten, by a request to {@code hbase:meta}. A write that is accepted waits
 * for no server, and of a region that failed the guess of before counts here until there is a
 * better one. Nor does the client tell the newest region of those that it knows.
 */
final class RegionMap {
  static final RegionMap EMPTY = new RegionMap(List.of());

  private static final String UNKNOWN = "";

  /** The first keys of regions in ascending order, and their servers. */
  private final byte[][] starts;

  private final String[] servers;

  private final long newest;

  RegionMap(List<HRegionLocation> locations) {
    this(
        servers(locations),
        locations.stream()
            .filter(Objects::nonNull)
            .mapToLong(location -> location.getRegion().getRegionId())
            .max()
            .orElse(0));
  }

  private RegionMap(NavigableMap<byte[], String> sorted, long newest) {
    this.newest = newest;
    starts = sorted.keySet().toArray(new byte[0][]);
    servers = sorted.values().toArray(new String[0]);
  }

  private static NavigableMap<byte[], String> servers(List<HRegionLocation> locations) {
    NavigableMap<byte[], String> sorted = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (HRegionLocation location : locations) {
      if (location != null && location.getServerName() != null && takesWrites(location)) {
        sorted.put(location.getRegion().getStartKey(), address(location));
      }
    }
    return sorted;
  }

  /**
   * With one region as it is now. Of what was split off behind it nothing is known, and nothing of
   * regions that were merged into it remains.
   */
  RegionMap with(HRegionLocation location) {
    NavigableMap<byte[], String> sorted = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int index = 0; index < starts.length; index++) {
      sorted.put(starts[index], servers[index]);
    }
    byte[] start = location.getRegion().getStartKey();
    byte[] end = location.getRegion().getEndKey();
    boolean last = end.length == 0;
    (last ? sorted.tailMap(start, true) : sorted.subMap(start, true, end, false)).clear();
    sorted.put(start, address(location));
    if (!last) {
      sorted.putIfAbsent(end, UNKNOWN);
    }
    return new RegionMap(sorted, Math.max(newest, location.getRegion().getRegionId()));
  }

  private static String address(HRegionLocation location) {
    return location.getServerName().getAddress().toString();
  }

  static boolean takesWrites(HRegionLocation location) {
    return !location.getRegion().isSplit()
        && location.getRegion().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID;
  }

  /** Whether no region is known. */
  boolean isEmpty() {
    return starts.length == 0;
  }

  /** The highest id of a region; 0 where there is none. */
  long newest() {
    return newest;
  }

  /** The server of a row's region, or empty. */
  String server(byte[] row) {
    int index = index(row);
    return index < 0 ? UNKNOWN : servers[index];
  }

  /** Whether a region begins with this key. */
  boolean hasStart(byte[] key) {
    int index = index(key);
    return index >= 0 && Bytes.equals(starts[index], key);
  }

  /** The first key of a row's region, as far as it is known. */
  byte[] start(byte[] row) {
    int index = index(row);
    return index < 0 ? HConstants.EMPTY_START_ROW : starts[index];
  }

  private int index(byte[] row) {
    int low = 0;
    int high = starts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Bytes.compareTo(starts[middle], row) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
