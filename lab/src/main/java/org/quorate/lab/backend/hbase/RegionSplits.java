package org.quorate.lab.backend.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.core.workload.KeyNames;
import org.quorate.core.workload.Workload;

/**
 * Where a table is split so that its regions begin with equally many of a workload's rows, however
 * these are named. Pure.
 */
final class RegionSplits {
  /** Names that stand for all where there are more. */
  private static final int MOST_NAMES = 20_000;

  private RegionSplits() {}

  /**
   * The first row of every region but the first, in their order.
   *
   * @param regions at least 1; fewer come of it where there are not so many rows
   */
  static byte[][] of(Workload workload, int regions) {
    KeyNames keys = workload.keyNames();
    int count = (int) Math.min(workload.insertCount(), MOST_NAMES);
    byte[][] names = new byte[count][];
    for (int i = 0; i < count; i++) {
      long number = workload.insertStart() + workload.insertCount() * i / count;
      names[i] = keys.bytes(keys.key(number));
    }
    Arrays.sort(names, Bytes.BYTES_COMPARATOR);
    List<byte[]> splits = new ArrayList<>();
    byte[] last = names[0];
    for (int region = 1; region < regions; region++) {
      byte[] split = names[(int) ((long) count * region / regions)];
      if (Bytes.compareTo(split, last) > 0) {
        splits.add(split);
        last = split;
      }
    }
    return splits.toArray(byte[][]::new);
  }
}
