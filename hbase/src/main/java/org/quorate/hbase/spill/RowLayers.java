package org.quorate.hbase.spill;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** Parts a list of writes, so that no part has two writes to the same row. Stateless. */
final class RowLayers {
  private RowLayers() {}

  private record Row(TableName table, ByteBuffer key) {}

  /**
   * The parts: the first write to each row, the second ones, and so on, each in the order of the
   * list. Applied one after another they keep the order of every row.
   */
  static List<List<SpillRecord>> of(List<SpillRecord> writes) {
    Map<Row, Integer> depths = new HashMap<>();
    List<List<SpillRecord>> layers = new ArrayList<>();
    for (SpillRecord write : writes) {
      Row row = new Row(write.table(), ByteBuffer.wrap(write.mutation().getRow()));
      int depth = depths.merge(row, 1, Integer::sum) - 1;
      if (depth == layers.size()) {
        layers.add(new ArrayList<>());
      }
      layers.get(depth).add(write);
    }
    return layers;
  }
}
