package org.quorate.hbase.session;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;

/**
 * Makes ready what is not deferred: has the pending writes of its rows acknowledged first, whoever
 * wrote them, and gives its puts and deletes timestamps later than theirs, so that a clock that is
 * behind does not order them the other way round. The server's own time could not do that: deferred
 * writes may lie ahead of it, and what it chose is not in its answer, so that the next deferred
 * write might lie behind. But it would be later than what other clients wrote before by the same
 * clock; so rows are looked at first, markers included, all those of a batch at once, and the
 * timestamps are later than what is there as well. A check-and-mutate takes more than that ({@link
 * ConditionalRequests}). Increments and appends get their timestamps from the server, which never
 * goes back within a cell; their answer says which, so that a put that follows wins over them. A
 * request may depend on a write that was refused: so what was given up and has to be thrown is
 * thrown when its rows are flushed, and the request is not sent. Thread-safe.
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
    return (T) ready(List.of(action)).get(0);
  }

  /** Sends a request with a condition. */
  public CheckAndMutateResult send(CheckAndMutate request) throws IOException {
    flushRows(List.of(request));
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

  /**
   * Ready to be sent together.
   *
   * @throws RetriesExhaustedWithDetailsException if nothing of several is sent, since one has a
   *     condition and its row does not answer; with all of them, each with its reason
   */
  public List<Row> ready(List<? extends Row> actions) throws IOException {
    flushRows(actions);
    List<? extends Row> asked = actions.stream().filter(Stamping::isNeeded).toList();
    @Nullable Object[] answers = asked.isEmpty() ? new Object[0] : looks(asked);
    for (int index = 0; index < answers.length; index++) {
      requireSeen(actions, asked, answers, index);
    }
    Iterator<RowLook> looks = Arrays.stream(answers).map(RowLook::of).iterator();
    List<Row> ready = new ArrayList<>(actions.size());
    for (Row action : actions) {
      ready.add(Stamping.isNeeded(action) ? stamped(action, looks.next()) : action);
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

  private void flushRows(List<? extends Row> actions) throws IOException {
    account.flushRows(actions.stream().map(Row::getRow).toList(), RequestTime.of(stock));
    account.throwGivenUp();
  }

  /**
   * What the rows of requests hold, asked of all their servers at once: of each what it answered,
   * or why it did not.
   */
  private @Nullable Object[] looks(List<? extends Row> requests) throws IOException {
    long since = stamping.earliest();
    List<Get> questions = new ArrayList<>(requests.size());
    for (Row request : requests) {
      questions.add(
          request instanceof CheckAndMutate
              ? RowLook.question(request, since)
              : RowLook.question(request, since).setTimeRange(since, stamping.farthest()));
    }
    @Nullable Object[] answers = new Object[requests.size()];
    try {
      stock.batch(questions, answers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while looking at the rows of a request.");
    } catch (IOException e) {
      if (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException)) {
        throw e;
      }
      for (int index = 0; index < answers.length; index++) {
        answers[index] = answers[index] == null ? e : answers[index];
      }
    }
    return answers;
  }

  /**
   * Whoever may write and not read writes as blindly as by a deferred put; so does a request among
   * others whose row does not answer, since these are not to fail with it. Where a condition is to
   * be checked there, nothing is sent.
   */
  private static void requireSeen(
      List<? extends Row> actions, List<? extends Row> asked, @Nullable Object[] answers, int index)
      throws IOException {
    boolean alone = actions.size() == 1;
    boolean blindly = !alone || answers[index] instanceof AccessDeniedException;
    if (!(answers[index] instanceof Throwable why)
        || (blindly && !(asked.get(index) instanceof CheckAndMutate))) {
      return;
    }
    if (alone && why instanceof IOException single) {
      throw single;
    }
    IOException other =
        new IOException(
            "It was not sent, since the row of another in its batch did not answer.", why);
    List<Throwable> reasons = new ArrayList<>(actions.size());
    List<String> servers = new ArrayList<>(actions.size());
    int next = 0;
    for (Row action : actions) {
      Object answer = Stamping.isNeeded(action) ? answers[next++] : null;
      reasons.add(answer instanceof Throwable own ? own : other);
      servers.add("unknown");
    }
    throw new RetriesExhaustedWithDetailsException(reasons, List.copyOf(actions), servers);
  }

  /**
   * With timestamps later than what its row was seen to hold, unless that is far ahead of every
   * clock: so it wins over what was written before the call.
   */
  private Row stamped(Row request, RowLook look) throws IOException {
    if (request instanceof CheckAndMutate check) {
      return conditional.stamped(check, look);
    }
    List<Mutation> mutations = Stamping.mutations(request);
    for (Cell cell : look.cells()) {
      if (mutations.stream().anyMatch(mutation -> RowLook.meets(mutation, cell))) {
        stamping.seen(request.getRow(), cell.getTimestamp());
      }
    }
    List<Mutation> stamped = mutations.stream().map(stamping::stamped).toList();
    return request instanceof RowMutations ? RowMutations.of(stamped) : stamped.get(0);
  }
}
