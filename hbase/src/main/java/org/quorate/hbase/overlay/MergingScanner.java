package org.quorate.hbase.overlay;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a server's scanner with what was pending for them when the scan began, and the rows
 * that are pending only, in the scan's order. As with a scanner of HBase, one thread at a time.
 */
public final class MergingScanner implements ResultScanner {
  /** What is done about a row of which a server has something later than what is pending. */
  @FunctionalInterface
  public interface OvertakenRows {
    /** Returns when nothing that was overtaken is pending any more. */
    void settle(byte[] row) throws IOException;
  }

  private final ResultScanner server;
  private final NavigableMap<byte[], RowWrites> pending;
  private final boolean reversed;
  private final ReadShape shape;
  private final FamilyRules rules;
  private final LongSupplier clock;
  private final OvertakenRows overtaken;
  private final int limit;

  private @Nullable Result ahead;
  private boolean exhausted;
  private int returned;

  /**
   * @param server a scanner of {@code scan} without its limit, opened after {@code pending} was
   *     taken; closed with this
   * @param scan whose order, limit and shape it is
   * @param pending for the rows of the scan's range, all exact; used up
   * @param rules of the table's families
   * @param clock in milliseconds
   * @param overtaken told of a row before the row is returned; where it fails, the call does, and
   *     the next one tells it again
   */
  public MergingScanner(
      ResultScanner server,
      Scan scan,
      NavigableMap<byte[], RowWrites> pending,
      FamilyRules rules,
      LongSupplier clock,
      OvertakenRows overtaken) {
    this.server = server;
    this.pending = pending;
    this.reversed = scan.isReversed();
    this.shape = ReadShape.of(scan);
    this.rules = rules;
    this.clock = clock;
    this.overtaken = overtaken;
    this.limit = scan.getLimit();
  }

  @Override
  public @Nullable Result next() throws IOException {
    while (limit <= 0 || returned < limit) {
      Result row = nextRow();
      if (row == null) {
        return null;
      }
      if (!row.isEmpty()) {
        returned++;
        return row;
      }
    }
    return null;
  }

  /** The next row, merged and perhaps empty, or null at the end. */
  private @Nullable Result nextRow() throws IOException {
    if (ahead == null && !exhausted) {
      ahead = server.next();
      exhausted = ahead == null;
    }
    Map.Entry<byte[], RowWrites> own = reversed ? pending.lastEntry() : pending.firstEntry();
    Result theirs = ahead;
    if (own == null) {
      ahead = null;
      return theirs;
    }
    int order = theirs == null ? 1 : compare(theirs.getRow(), own.getKey());
    if (theirs != null && order < 0) {
      ahead = null;
      return theirs;
    }
    // Where merging fails, nothing is taken out, and the next call begins with this row again.
    Result row;
    if (theirs == null || order > 0) {
      row = merged(Result.EMPTY_RESULT, own.getValue());
    } else {
      row = merged(theirs, own.getValue());
      ahead = null;
    }
    pending.remove(own.getKey());
    return row;
  }

  private int compare(byte[] one, byte[] other) {
    int order = Bytes.compareTo(one, other);
    return reversed ? -order : order;
  }

  private Result merged(Result row, RowWrites writes) throws IOException {
    if (writes.overtakenBy(row)) {
      overtaken.settle(row.getRow());
    }
    return RowMerge.merge(shape, row, writes, rules, clock.getAsLong());
  }

  @Override
  public void close() {
    server.close();
  }

  @Override
  public boolean renewLease() {
    return server.renewLease();
  }

  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return server.getScanMetrics();
  }
}
