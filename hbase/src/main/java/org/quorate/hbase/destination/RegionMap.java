package org.quorate.hbase.destination;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which server had which region of a table when it was asked; of regions with replicas the one that
 * takes writes. Immutable; looking a row up, which every write does, allocates nothing.
 */
final class RegionMap {
  static final RegionMap EMPTY = new RegionMap(List.of());

  /** The first keys of regions in ascending order, and their servers. */
  private final byte[][] starts;

  private final String[] servers;

  private final long newest;

  RegionMap(List<HRegionLocation> locations) {
    NavigableMap<byte[], String> sorted = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (HRegionLocation location : locations) {
      if (location != null && location.getServerName() != null && takesWrites(location)) {
        sorted.put(
            location.getRegion().getStartKey(), location.getServerName().getAddress().toString());
      }
    }
    newest =
        locations.stream()
            .filter(Objects::nonNull)
            .mapToLong(location -> location.getRegion().getRegionId())
            .max()
            .orElse(0);
    starts = new byte[sorted.size()][];
    servers = new String[sorted.size()];
    int index = 0;
    for (Map.Entry<byte[], String> region : sorted.entrySet()) {
      starts[index] = region.getKey();
      servers[index] = region.getValue();
      index++;
    }
  }

  private static boolean takesWrites(HRegionLocation location) {
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
    return low == 0 ? "" : servers[low - 1];
  }
}
