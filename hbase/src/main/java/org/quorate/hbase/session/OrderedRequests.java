package org.quorate.hbase.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * Makes ready what is not deferred: has the pending writes of its rows acknowledged first, whoever
 * wrote them, and gives its puts and deletes timestamps later than theirs, so that a clock that is
 * behind does not order them the other way round. The server's own time could not do that: deferred
 * writes may lie ahead of it, and what it chose is not in its answer, so that the next deferred
 * write might lie behind. A check-and-mutate is later than whatever its row holds as well ({@link
 * ConditionalRequests}), and so are row mutations, but for those in a batch, where a look at each
 * row would make many requests of one. Increments and appends get their timestamps from the server,
 * which never goes back within a cell; their answer says which, so that a put that follows wins
 * over them. A request may depend on a write that was refused: so what was given up and has to be
 * thrown is thrown when its rows are flushed, and the request is not sent. Thread-safe.
 */
public final class OrderedRequests {
  private final WriteAccount account;
  private final Table stock;
  private final Stamping stamping;
  private final ConditionalRequests conditional;

  /**
   * @param stock whose requests they are: what they wait for may take as long as they may
   */
  public OrderedRequests(PendingWrites writes, WriteAccount account, Table stock) {
    this.account = account;
    this.stock = stock;
    this.stamping = new Stamping(writes.stamps(), account.table());
    this.conditional = new ConditionalRequests(stamping, account, stock);
  }

  /** Ready to be sent, and of the same class. */
  @SuppressWarnings("unchecked")
  public <T extends Row> T ready(T action) throws IOException {
    flushRow(action.getRow());
    if (action instanceof RowMutations mutations) {
      look(mutations);
    }
    return (T) stamped(action);
  }

  /** Sends a request with a condition. */
  public CheckAndMutateResult send(CheckAndMutate request) throws IOException {
    flushRow(request.getRow());
    return conditional.send(request);
  }

  /** Sends requests with conditions one after the other; where one fails, the rest is not sent. */
  public List<CheckAndMutateResult> send(List<CheckAndMutate> requests) throws IOException {
    flushRows(requests);
    List<CheckAndMutateResult> answers = new ArrayList<>(requests.size());
    for (CheckAndMutate request : requests) {
      answers.add(send(request));
    }
    return answers;
  }

  /** Ready to be sent together. */
  public List<Row> ready(List<? extends Row> actions) throws IOException {
    flushRows(actions);
    List<Row> ready = new ArrayList<>(actions.size());
    for (Row action : actions) {
      ready.add(stamped(action));
    }
    return ready;
  }

  /** The answer to what was sent, handed on. */
  public Result saw(Result answer) {
    account.saw(answer);
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

  private void flushRows(List<? extends Row> actions) throws IOException {
    account.flushRows(actions.stream().map(Row::getRow).toList(), RequestTime.of(stock));
    account.throwGivenUp();
  }

  /**
   * Has row mutations be later than what their row holds, markers included, unless that is far
   * ahead of every clock: so they win over what was written before the call.
   */
  private void look(RowMutations request) throws IOException {
    List<Mutation> mutations = request.getMutations();
    if (mutations.stream().noneMatch(StampedMutations::needsStamp)) {
      return;
    }
    try {
      RowLook look = RowLook.at(stock, mutations, request.getRow(), stamping.earliest());
      for (Cell cell : look.cells()) {
        if (mutations.stream().anyMatch(mutation -> RowLook.meets(mutation, cell))) {
          stamping.seen(request.getRow(), cell.getTimestamp());
        }
      }
    } catch (AccessDeniedException e) {
      // Whoever may write and not read does so as blindly as by a deferred put.
    }
  }

  private Row stamped(Row action) throws IOException {
    if (action instanceof Mutation mutation) {
      return stamping.stamped(mutation);
    }
    if (action instanceof RowMutations mutations && !mutations.getMutations().isEmpty()) {
      return RowMutations.of(mutations.getMutations().stream().map(stamping::stamped).toList());
    }
    return action instanceof CheckAndMutate request ? conditional.stamped(request) : action;
  }
}
