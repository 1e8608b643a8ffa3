package org.quorate.lab.deferral;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.stamp.StampedMutations;

/** Spills such as a process leaves behind that has accepted rows and sent none. */
final class SpilledRows {
  /** Small, so that some rows take several files. */
  private static final int SEGMENT_BYTES = 4 << 10;

  private SpilledRows() {}

  /**
   * Leaves rows behind, each with its own number.
   *
   * @param first the first row's number
   * @param count how many
   * @return the spill's folder
   */
  static Path leave(Path directory, TableName table, int first, int count) throws IOException {
    return leave(directory, SpillCluster.UNKNOWN, table, first, count);
  }

  /** The same of a process that knew which cluster and which table they are for. */
  static Path leave(Path directory, SpillCluster cluster, TableName table, int first, int count)
      throws IOException {
    SegmentSettings settings =
        SegmentSettings.of(directory, CrashDurability.PROCESS_CRASH, 64 << 20, Duration.ZERO)
            .withSegmentBytes(SEGMENT_BYTES);
    try (SegmentedSpill spill = SegmentedSpill.open(settings, cluster)) {
      for (int row = first; row < first + count; row++) {
        append(spill, table, row);
      }
      return spill.folder();
    }
  }

  /** Appends one row; its number in the order of the spill is one more than its own. */
  static void append(SegmentedSpill spill, TableName table, long row) throws IOException {
    Mutation stamped =
        StampedMutations.stamped(NumberedRows.put(row, row, 100), System.currentTimeMillis());
    spill.append(row + 1, table, stamped);
  }
}
