package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the read of a pair is asked and understood. Made by {@link TimestampQuery}. Immutable.
 *
 * <p>Its columns are the clustering columns of a slice, none of a single row; then the timestamps
 * of static and of other cells; then in the same order their remaining times to live.
 */
public final class PairQuery {
  /**
   * A cell that lives no longer than so many seconds may be gone for the other read of its pair:
   * coordinators tell by their own clocks, in whole seconds.
   */
  private static final int EXPIRING_SECONDS = 5;

  private final String text;
  private final int keys;
  private final int statics;
  private final int others;
  private final Comparator<List<ByteBuffer>> order;
  private final boolean limited;

  PairQuery(
      String text,
      int keys,
      int statics,
      int others,
      Comparator<List<ByteBuffer>> order,
      boolean limited) {
    this.text = text;
    this.keys = keys;
    this.statics = statics;
    this.others = others;
    this.order = order;
    this.limited = limited;
  }

  /** The query, with the bind markers of the read that it is made for. */
  public String text() {
    return text;
  }

  /** The first page of an answer. */
  SliceAnswer answer(AsyncResultSet page) {
    LinkedHashMap<List<ByteBuffer>, Cells> rows = new LinkedHashMap<>();
    Cells found = null;
    boolean alone = false;
    for (Row row : page.currentPage()) {
      if (statics > 0) {
        found = cells(row, 0, statics);
      }
      List<ByteBuffer> key = key(row);
      if (key == null) {
        alone = true;
      } else {
        rows.put(key, cells(row, statics, others));
      }
    }
    return new SliceAnswer(rows, found, alone, page.hasMorePages());
  }

  PairFinding judge(SliceAnswer weak, SliceAnswer strong, long sentAt) {
    return SliceJudge.judge(weak, strong, sentAt, order, limited);
  }

  /** The clustering columns, or null for a partition without rows but with static cells. */
  private @Nullable List<ByteBuffer> key(Row row) {
    List<ByteBuffer> key = new ArrayList<>(keys);
    for (int i = 0; i < keys; i++) {
      ByteBuffer value = row.getBytesUnsafe(i);
      if (value == null) {
        return null;
      }
      key.add(value);
    }
    return key;
  }

  private Cells cells(Row row, int first, int count) {
    long[] writtenAt = new long[count];
    boolean[] expiring = new boolean[count];
    for (int i = 0; i < count; i++) {
      int stamp = keys + first + i;
      int left = stamp + statics + others;
      writtenAt[i] = row.isNull(stamp) ? Cells.NONE : row.getLong(stamp);
      expiring[i] = !row.isNull(left) && row.getInt(left) <= EXPIRING_SECONDS;
    }
    return new Cells(writtenAt, expiring);
  }
}
