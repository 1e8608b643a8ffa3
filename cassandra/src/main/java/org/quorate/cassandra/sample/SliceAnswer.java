package org.quorate.cassandra.sample;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one read of a pair has returned.
 *
 * @param rows the cells of each row by its clustering columns, in the order of the answer; a row
 *     read by its whole key has no such columns
 * @param statics the partition's static cells, or null where the answer does not tell them
 * @param staticsAlone whether the partition has static cells and no rows
 * @param more whether the read has more rows than its page
 */
record SliceAnswer(
    LinkedHashMap<List<ByteBuffer>, Cells> rows,
    @Nullable Cells statics,
    boolean staticsAlone,
    boolean more) {
  /** No row, nor a page behind. */
  boolean isEmpty() {
    return rows.isEmpty() && statics == null;
  }

  /**
   * When the newest of all cells was written that were written until an instant, in microseconds
   * from 1970, or {@link Cells#NONE}.
   */
  long newestUntil(long last) {
    long newest = statics == null ? Cells.NONE : statics.newestUntil(last);
    for (Cells row : rows.values()) {
      newest = Math.max(newest, row.newestUntil(last));
    }
    return newest;
  }

  /** The key of the last row, or null where there is none. */
  @Nullable List<ByteBuffer> lastKey() {
    List<ByteBuffer> last = null;
    for (Map.Entry<List<ByteBuffer>, Cells> row : rows.entrySet()) {
      last = row.getKey();
    }
    return last;
  }
}
