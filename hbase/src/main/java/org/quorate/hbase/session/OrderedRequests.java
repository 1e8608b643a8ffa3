package org.quorate.hbase.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;

/**
 * Makes ready what is not deferred: has the pending writes of its rows acknowledged first, whoever
 * wrote them, and gives its puts and deletes timestamps later than theirs, so that a clock that is
 * behind does not order them the other way round. Increments and appends get theirs from the
 * server, which never goes back within a cell; their answer says which, so that a put that follows
 * wins over them. A request may depend on a write that was refused: so what was given up and has to
 * be thrown is thrown when its rows are flushed, and the request is not sent. Thread-safe.
 */
public final class OrderedRequests {
  private final PendingWrites writes;
  private final WriteAccount account;
  private final Table stock;

  /**
   * @param stock whose requests they are: what they wait for may take as long as they may
   */
  public OrderedRequests(PendingWrites writes, WriteAccount account, Table stock) {
    this.writes = writes;
    this.account = account;
    this.stock = stock;
  }

  /** Ready to be sent. */
  public Put ready(Put put) throws IOException {
    flushRow(put.getRow());
    return (Put) stamped(put);
  }

  /** Ready to be sent. */
  public Delete ready(Delete delete) throws IOException {
    flushRow(delete.getRow());
    return (Delete) stamped(delete);
  }

  /** Ready to be sent. */
  public Increment ready(Increment increment) throws IOException {
    flushRow(increment.getRow());
    return increment;
  }

  /** Ready to be sent. */
  public Append ready(Append append) throws IOException {
    flushRow(append.getRow());
    return append;
  }

  /** Ready to be sent. */
  public RowMutations ready(RowMutations mutations) throws IOException {
    flushRow(mutations.getRow());
    return stamped(mutations);
  }

  /** Ready to be sent. */
  public CheckAndMutate ready(CheckAndMutate request) throws IOException {
    flushRow(request.getRow());
    return stamped(request);
  }

  /** Ready to be sent together. */
  public List<Row> ready(List<? extends Row> actions) throws IOException {
    List<byte[]> rows = new ArrayList<>(actions.size());
    for (Row action : actions) {
      rows.add(action.getRow());
    }
    account.flushRows(rows, RequestTime.of(stock));
    account.throwGivenUp();
    List<Row> ready = new ArrayList<>(actions.size());
    for (Row action : actions) {
      ready.add(stamped(action));
    }
    return ready;
  }

  /** Ready to be sent together. */
  public List<CheckAndMutate> readyChecks(List<CheckAndMutate> requests) throws IOException {
    List<CheckAndMutate> ready = new ArrayList<>(requests.size());
    for (Row request : ready(requests)) {
      ready.add((CheckAndMutate) request);
    }
    return ready;
  }

  /** The answer to what was sent, handed on. */
  public Result saw(Result answer) {
    account.saw(answer);
    return answer;
  }

  /** The answer to a request with a condition, handed on. */
  public CheckAndMutateResult saw(CheckAndMutateResult answer) {
    account.saw(answer.getResult());
    return answer;
  }

  /** The answers to what was sent together; null and exceptions say nothing. */
  public void saw(Object @Nullable [] answers) {
    if (answers == null) {
      return;
    }
    for (Object answer : answers) {
      if (answer instanceof Result result) {
        account.saw(result);
      } else if (answer instanceof CheckAndMutateResult result) {
        account.saw(result.getResult());
      }
    }
  }

  private void flushRow(byte[] row) throws IOException {
    account.flushRow(row, RequestTime.of(stock));
    account.throwGivenUp();
  }

  private Row stamped(Row action) throws IOException {
    if (action instanceof Mutation mutation) {
      return stamped(mutation);
    }
    if (action instanceof RowMutations mutations) {
      return stamped(mutations);
    }
    return action instanceof CheckAndMutate request ? stamped(request) : action;
  }

  private Mutation stamped(Mutation mutation) {
    return writes.stamped(account.table(), mutation);
  }

  private RowMutations stamped(RowMutations mutations) throws IOException {
    List<Mutation> stamped = new ArrayList<>();
    for (Mutation mutation : mutations.getMutations()) {
      stamped.add(stamped(mutation));
    }
    return stamped.isEmpty() ? mutations : RowMutations.of(stamped);
  }

  private CheckAndMutate stamped(CheckAndMutate request) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(request.getRow());
    if (request.hasFilter()) {
      builder.ifMatches(request.getFilter());
    } else {
      builder.ifMatches(
          request.getFamily(), request.getQualifier(), request.getCompareOp(), request.getValue());
    }
    builder.timeRange(request.getTimeRange());
    builder.queryMetricsEnabled(request.isQueryMetricsEnabled());
    Row action = request.getAction();
    if (action instanceof Put put) {
      return builder.build((Put) stamped(put));
    }
    if (action instanceof Delete delete) {
      return builder.build((Delete) stamped(delete));
    }
    return action instanceof RowMutations mutations ? builder.build(stamped(mutations)) : request;
  }
}
