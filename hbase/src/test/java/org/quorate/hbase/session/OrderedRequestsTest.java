package org.quorate.hbase.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What is sent at once wins over what was written before it, whatever clock stamped it. */
class OrderedRequestsTest extends OrderedRequestsCase {
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] Y = Bytes.toBytes("y");
  private static final byte[] Z = Bytes.toBytes("z");

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void aRowMutationWinsOverAVersionOfAClockAhead() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("own");
    account.accept(put("deferred"));
    account.flush();
    assertThat(value()).isEqualTo("deferred");
  }

  @Test
  void aRowMutationIsNotHiddenByAMarkerOfAClockAhead() throws IOException {
    cluster.apply(new Delete(X, NOW + 300));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("own");
  }

  @Test
  void aDeleteAmongRowMutationsHidesAVersionOfAClockAhead() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(stock, new Delete(X));
    assertThat(value()).isNull();
    mutate(stock, new Delete(X), put("own"));
    assertThat(value()).isEqualTo("own");
  }

  @Test
  void whatAnotherColumnHoldsRaisesNoTimestamp() throws IOException {
    cluster.apply(new Put(X).addColumn(F, B, NOW + 300, B));
    mutate(stock, put("own"));
    assertThat(stock.get(new Get(X)).getColumnLatestCell(F, A).getTimestamp()).isEqualTo(NOW);
  }

  /** Such as a sequence number instead of a time: a server's stamp would not be later either. */
  @Test
  void whatIsFarAheadOfEveryClockStaysAhead() throws IOException {
    cluster.apply(put(NOW * 1_000, "microseconds"));
    mutate(stock, put("own"));
    assertThat(value()).isEqualTo("microseconds");
  }

  @Test
  void onlyWhatNeedsATimestampCostsALook() throws IOException {
    mutate(counted(), put(NOW, "stated"));
    assertThat(looks).hasValue(0);
    mutate(counted(), put("own"), put("once more"));
    assertThat(looks).hasValue(1);
    assertThat(value()).isEqualTo("once more");
  }

  @Test
  void whoMayWriteAndNotReadWritesBlindly() throws IOException {
    cluster.apply(put(NOW + 300, "ahead"));
    mutate(unseen(new AccessDeniedException("no right to read"), X), put("own"));
    assertThat(looks).hasValue(1);
    assertThat(cluster.arrived()).hasSize(2);
    assertThat(value()).isEqualTo("ahead");
  }

  @Test
  void whatIsAloneIsNotSentWhereItsRowDoesNotAnswer() {
    assertThatThrownBy(() -> mutate(unseen(new IOException("no answer"), X), put("own")))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
    assertThat(cluster.arrived()).isEmpty();
  }

  @Test
  void aBatchWinsInEachOfItsRowsOverAClockAhead() throws Exception {
    cluster.apply(put(NOW + 300, "ahead"));
    cluster.apply(new Delete(Y, NOW + 400));
    cluster.apply(put(Z, A, NOW + 500, "ahead"));
    batch(stock, put("own"), put(Y, A, "own"), RowMutations.of(List.of(put(Z, A, "own"))));
    assertThat(List.of(value(X, A), value(Y, A), value(Z, A))).containsOnly("own");
    account.accept(put("deferred"));
    account.flush();
    assertThat(value()).isEqualTo("deferred");
  }

  @Test
  void aDeleteInABatchHidesAVersionOfAClockAhead() throws Exception {
    cluster.apply(put(NOW + 300, "ahead"));
    batch(stock, new Delete(X).addColumns(F, A));
    assertThat(value()).isNull();
  }

  @Test
  void whatABatchWritesToARowKeepsItsOrder() throws Exception {
    cluster.apply(put(NOW + 300, "ahead"));
    batch(stock, put("first"), new Delete(X), put("last"));
    assertThat(value()).isEqualTo("last");
  }

  @Test
  void aBatchCostsOneLookHoweverManyRowsItHas() throws Exception {
    List<Row> actions = new ArrayList<>();
    for (int row = 0; row < 1_000; row++) {
      actions.add(put(Bytes.toBytes("row " + row), A, "own"));
    }
    actions.add(new Get(X));
    actions.add(CheckAndMutate.newBuilder(X).ifNotExists(F, A).build(put("own")));
    actions.add(CheckAndMutate.newBuilder(Y).ifNotExists(F, A).build(put(Y, A, "own")));
    batch(counted(), actions.toArray(Row[]::new));
    assertThat(looks).hasValue(1);
    assertThat(cluster.arrived()).hasSize(1_002);
  }

  /** A server gives an increment and an append a later timestamp than the cell that it finds. */
  @Test
  void whatGetsItsTimestampFromTheServerGoesAsItIs() throws Exception {
    List<Row> actions =
        List.of(
            new Increment(X).addColumn(F, A, 1),
            new Append(X).addColumn(F, A, B),
            new Delete(X).addColumn(F, A),
            put(NOW, "stated"),
            CheckAndMutate.newBuilder(X).ifNotExists(F, A).build(put(NOW, "stated")),
            new Get(X));
    assertThat(requests(counted()).ready(actions))
        .zipSatisfy(actions, (ready, action) -> assertThat(ready).isSameAs(action));
    assertThat(looks).hasValue(0);
  }

  /** As by the client itself, where an answer is lost. */
  @Test
  void aBatchThatIsSentAgainUndoesNothingThatCameAfterIt() throws Exception {
    cluster.apply(new Delete(X, NOW + 300));
    List<Row> sent = requests(stock).ready(List.of(put("own"), new Delete(Y)));
    stock.batch(sent, new Object[2]);
    cluster.apply(put(NOW + 400, "rival"));
    cluster.apply(put(Y, A, NOW + 1, "rival"));
    stock.batch(sent, new Object[2]);
    assertThat(value()).isEqualTo("rival");
    assertThat(value(Y, A)).isEqualTo("rival");
  }

  @Test
  void aRowThatDoesNotAnswerIsWrittenBlindlyAndNoOtherFailsWithIt() throws Exception {
    cluster.apply(put(NOW + 300, "ahead"));
    cluster.apply(put(Y, A, NOW + 300, "ahead"));
    batch(unseen(new IOException("no answer"), X), put("own"), put(Y, A, "own"));
    assertThat(value()).isEqualTo("ahead");
    assertThat(value(Y, A)).isEqualTo("own");
  }

  @Test
  void nothingOfABatchIsSentWhereTheRowOfAConditionCannotBeSeen() {
    Table unseen = unseen(new AccessDeniedException("no right to read"), X);
    CheckAndMutate condition = CheckAndMutate.newBuilder(X).ifNotExists(F, A).build(put("own"));
    assertThatThrownBy(() -> batch(unseen, condition, put(Y, A, "own")))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            all -> {
              assertThat(all.getNumExceptions()).isEqualTo(2);
              assertThat(all.getRow(0)).isSameAs(condition);
              assertThat(all.getCause(0)).hasMessage("no right to read");
              assertThat(all.getRow(1).getRow()).isEqualTo(Y);
              assertThat(all.getCause(1))
                  .hasMessage(
                      "It was not sent, since the row of another in its batch did not answer.");
            });
    assertThat(cluster.arrived()).isEmpty();
  }

  @Test
  void aLookThatEndsInTimeLeavesTheRowsThatHaveNotAnsweredToBlindWrites() throws Exception {
    cluster.apply(put(Y, A, NOW + 300, "ahead"));
    Table late =
        watched(
            (method, arguments) -> {
              if (isLook(method, arguments)) {
                ((Object[]) arguments[1])[1] = stock.get((Get) ((List<?>) arguments[0]).get(1));
                throw new SocketTimeoutException("time is over");
              }
            });
    batch(late, put("blind"), put(Y, A, "own"));
    assertThat(value()).isEqualTo("blind");
    assertThat(value(Y, A)).isEqualTo("own");
  }

  @Test
  void whatIsSoFarAheadThatItDoesNotCountIsNotAskedFor() throws Exception {
    List<Get> asked = new ArrayList<>();
    Table heard =
        watched(
            (method, arguments) -> {
              if (isLook(method, arguments)) {
                ((List<?>) arguments[0]).forEach(each -> asked.add((Get) each));
              }
            });
    batch(
        heard, put("own"), CheckAndMutate.newBuilder(Y).ifNotExists(F, A).build(put(Y, A, "own")));
    assertThat(asked)
        .extracting(each -> each.getTimeRange().getMax())
        .containsExactly(NOW + 10_001, Long.MAX_VALUE);
  }

  private void mutate(Table table, Mutation... mutations) throws IOException {
    Result unused = stock.mutateRow(requests(table).ready(RowMutations.of(List.of(mutations))));
  }

  private void batch(Table table, Row... actions) throws Exception {
    stock.batch(requests(table).ready(Arrays.asList(actions)), new Object[actions.length]);
  }

  private Table counted() {
    return watched(
        (method, arguments) -> {
          if (isLook(method, arguments)) {
            looks.incrementAndGet();
          }
        });
  }

  /** A table in which one row cannot be looked at, as the stock client says it. */
  private Table unseen(IOException failure, byte[] row) {
    return watched(
        (method, arguments) -> {
          if (isLook(method, arguments)) {
            looks.incrementAndGet();
            List<?> gets = (List<?>) arguments[0];
            Object[] answers = (Object[]) arguments[1];
            for (int index = 0; index < answers.length; index++) {
              Get get = (Get) gets.get(index);
              answers[index] = Bytes.equals(get.getRow(), row) ? failure : stock.get(get);
            }
            throw new RetriesExhaustedWithDetailsException(
                List.of(failure), List.of(new Get(row)), List.of("server:1"));
          }
        });
  }

  private String value() throws IOException {
    return value(X, A);
  }

  private static Put put(String value) {
    return put(X, A, value);
  }

  private static Put put(long timestamp, String value) {
    return put(X, A, timestamp, value);
  }
}
