package org.quorate.hbase.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * Check-and-mutate whose writes are seen when it is told true, whatever clock stamped what its row
 * holds.
 *
 * <p>Left to the server, a put gets the later of the server's time and the timestamp of the cell
 * that was checked. That is too early where the row holds something later in another column, such
 * as this process's own deferred write with a clock that is ahead, and where it holds the marker of
 * a delete: no check sees one, so a lock that was released by a clock 200 ms ahead is free, and
 * whoever takes it is told true while its put lies under the marker. So the row is looked at first,
 * markers included, and the mutation gets a timestamp later than everything in its columns, and
 * than whatever this process wrote to the row.
 *
 * <p>A marker may arrive between the look and the check, and make a check of absence succeed. So
 * where absence was checked, or may have been by a filter, the row is looked at once more: a marker
 * that hides what was put means that it was never there, or was deleted again before anybody was
 * told of it, and the request is made anew with a later timestamp. One that does more than put and
 * delete at stated times would do that twice, and fails instead. What is left is a rival's version
 * with a timestamp ahead that arrives between the two and satisfies the check. Thread-safe.
 */
final class ConditionalRequests {
  private static final int MOST_TRIES = 10;

  private final Stamping stamping;
  private final WriteAccount account;
  private final Table stock;

  ConditionalRequests(Stamping stamping, WriteAccount account, Table stock) {
    this.stamping = stamping;
    this.account = account;
    this.stock = stock;
  }

  /**
   * Sends a request for whose row nothing is pending any more.
   *
   * @throws IOException also where deletes with timestamps ahead hide what it writes again and
   *     again, or once where it cannot be made anew
   */
  CheckAndMutateResult send(CheckAndMutate request) throws IOException {
    for (int tries = 1; tries <= MOST_TRIES; tries++) {
      CheckAndMutate sent =
          Stamping.isNeeded(request)
              ? stamped(request, look(request, stamping.earliest()))
              : request;
      CheckAndMutateResult answer = stock.checkAndMutate(sent);
      account.saw(answer.getResult());
      if (!answer.isSuccess() || !isSeenHidden(request, sent)) {
        return answer;
      }
      if (!Stamping.mutations(sent).stream().allMatch(StampedMutations::deferrable)) {
        throw new DoNotRetryIOException(
            "A check-and-mutate of "
                + row(request)
                + " was done, but what it put was hidden by a delete with a later timestamp, and"
                + " its increments, appends or deletes of a latest version cannot be done again;"
                + " see whose clock is ahead.");
      }
    }
    throw new IOException(
        "What a check-and-mutate wrote to "
            + row(request)
            + " was hidden "
            + MOST_TRIES
            + " times by deletes with later timestamps; see whose clock is ahead.");
  }

  /** The request with timestamps later than what its row was seen to hold. */
  CheckAndMutate stamped(CheckAndMutate request, RowLook look) throws IOException {
    List<Mutation> mutations = Stamping.mutations(request);
    long latest = 0;
    for (Mutation mutation : mutations) {
      latest = Math.max(latest, look.latest(mutation));
    }
    if (latest >= HConstants.LATEST_TIMESTAMP - 1) {
      throw new DoNotRetryIOException(
          "Row "
              + Bytes.toStringBinary(request.getRow())
              + " of "
              + stock.getName()
              + " holds a version or a delete with the latest timestamp there is, under which"
              + " nothing is seen; state a timestamp, or remove it by a major compaction.");
    }
    return with(request, stamping.after(mutations, latest));
  }

  /** Whoever is not told that it was done may do it again. */
  private boolean isSeenHidden(CheckAndMutate request, CheckAndMutate sent) throws IOException {
    try {
      return isHidden(request, sent);
    } catch (IOException e) {
      throw new IOException(
          "A check-and-mutate of "
              + row(request)
              + " was done, but whether a delete with a later timestamp hides what it put could not"
              + " be seen ("
              + e.getMessage()
              + "); read the row before it is made again.",
          e);
    }
  }

  private boolean isHidden(CheckAndMutate request, CheckAndMutate sent) throws IOException {
    boolean absence =
        request.hasFilter()
            || (request.getCompareOp() != CompareOperator.NOT_EQUAL
                && (request.getValue() == null || request.getValue().length == 0));
    if (!absence) {
      return false;
    }
    List<Cell> put = put(request, Stamping.mutations(request), Stamping.mutations(sent));
    if (put.isEmpty()) {
      return false;
    }
    long earliest = put.stream().mapToLong(Cell::getTimestamp).min().orElseThrow();
    return put.stream().anyMatch(look(request, earliest)::hides);
  }

  private RowLook look(CheckAndMutate request, long since) throws IOException {
    return RowLook.of(stock.get(RowLook.question(request, since)));
  }

  /**
   * What was put where absence was checked, with timestamps given here, and not deleted by the same
   * request: of the column that was checked, or of all where a filter may have checked any.
   */
  private static List<Cell> put(
      CheckAndMutate request, List<Mutation> asked, List<Mutation> stamped) {
    List<Cell> put = new ArrayList<>();
    for (int index = 0; index < asked.size(); index++) {
      if (asked.get(index) instanceof Put) {
        addOpen(asked.get(index), stamped.get(index), put);
      } else if (asked.get(index) instanceof Delete delete) {
        put.removeIf(cell -> RowLook.meets(delete, cell));
      }
    }
    put.removeIf(cell -> !isChecked(request, cell));
    return put;
  }

  private static void addOpen(Mutation asked, Mutation stamped, List<Cell> open) {
    for (Map.Entry<byte[], List<Cell>> family : stamped.getFamilyCellMap().entrySet()) {
      List<Cell> before = asked.getFamilyCellMap().getOrDefault(family.getKey(), List.of());
      for (int index = 0; index < before.size(); index++) {
        if (before.get(index).getTimestamp() == HConstants.LATEST_TIMESTAMP) {
          open.add(family.getValue().get(index));
        }
      }
    }
  }

  private static boolean isChecked(CheckAndMutate request, Cell cell) {
    return request.hasFilter()
        || CellUtil.matchingColumn(cell, request.getFamily(), request.getQualifier());
  }

  private String row(CheckAndMutate request) {
    return "row " + Bytes.toStringBinary(request.getRow()) + " of " + stock.getName();
  }

  private static void keepQueryMetrics(CheckAndMutate request, CheckAndMutate.Builder builder) {
    try {
      builder.queryMetricsEnabled(request.isQueryMetricsEnabled());
    } catch (NoSuchMethodError olderClient) {
      // There is nothing to keep.
    }
  }

  private static CheckAndMutate with(CheckAndMutate request, List<Mutation> mutations)
      throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(request.getRow());
    if (request.hasFilter()) {
      builder.ifMatches(request.getFilter());
    } else {
      builder.ifMatches(
          request.getFamily(), request.getQualifier(), request.getCompareOp(), request.getValue());
    }
    builder.timeRange(request.getTimeRange());
    keepQueryMetrics(request, builder);
    if (request.getAction() instanceof RowMutations) {
      return builder.build(RowMutations.of(mutations));
    }
    return mutations.get(0) instanceof Put put
        ? builder.build(put)
        : builder.build((Delete) mutations.get(0));
  }
}
