package org.quorate.hbase.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Whoever is told that a check-and-mutate succeeded has its write seen. */
class ConditionalRequestsTest extends OrderedRequestsCase {
  private static final byte[] LOCK = Bytes.toBytes("lock");
  private static final byte[] OWNER = Bytes.toBytes("owner");

  @Test
  void aLockThatWasReleasedByAClockAheadIsTakenByOneOnly() throws IOException {
    cluster.apply(put(LOCK, NOW - 1_000, "a"));
    cluster.apply(new Delete(X, NOW + 200));
    clock.addAndGet(50);
    assertThat(take(stock, "b")).isTrue();
    assertThat(take(stock, "c")).isFalse();
    assertThat(value(LOCK)).isEqualTo("b");
  }

  @Test
  void aMarkerThatArrivesBeforeTheCheckHidesNothing() throws IOException {
    cluster.apply(put(LOCK, NOW - 1_000, "a"));
    Table released = before(1, () -> cluster.apply(deleteOf(LOCK, NOW + 200)));
    assertThat(take(released, "b")).isTrue();
    assertThat(value(LOCK)).isEqualTo("b");
  }

  @Test
  void whereALockWasTakenUnderAMarkerAnotherMayHaveItByThen() throws IOException {
    AtomicInteger checks = new AtomicInteger();
    Table raced =
        before(
            2,
            () ->
                cluster.apply(
                    checks.getAndIncrement() == 0
                        ? deleteOf(LOCK, NOW + 200)
                        : put(LOCK, NOW + 201, "c")));
    assertThat(take(raced, "b")).isFalse();
    assertThat(value(LOCK)).isEqualTo("c");
  }

  @Test
  void markersThatComeAgainAndAgainFailTheRequest() {
    AtomicLong later = new AtomicLong(NOW + 200);
    Table raced = before(100, () -> cluster.apply(deleteOf(LOCK, later.addAndGet(100))));
    assertThatThrownBy(() -> take(raced, "b"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row x of t was hidden 10 times");
  }

  /** It lets a row pass that lacks the column. */
  @Test
  void aFilterMayCheckAbsenceToo() throws IOException {
    cluster.apply(put(LOCK, NOW - 1_000, "a"));
    Table released = before(1, () -> cluster.apply(deleteOf(LOCK, NOW + 200)));
    CheckAndMutate request =
        CheckAndMutate.newBuilder(X)
            .ifMatches(
                new SingleColumnValueFilter(F, LOCK, CompareOperator.EQUAL, Bytes.toBytes("free")))
            .build(put(LOCK, "b"));
    assertThat(requests(released).send(request).isSuccess()).isTrue();
    assertThat(value(LOCK)).isEqualTo("b");
  }

  @Test
  void whoCannotBeToldWhetherItsWriteIsSeenIsToldThatItWasDone() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    Table silent =
        watched(
            (method, arguments) -> {
              if (isLook(method, arguments) && looks.incrementAndGet() == 2) {
                throw new IOException("no answer");
              }
            });
    assertThatThrownBy(() -> take(silent, "b"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("row x of t was done, but")
        .hasMessageContaining("(no answer)");
    assertThat(value(LOCK)).isEqualTo("b");
  }

  @Test
  void whatWouldBeDoneTwiceIsNotDoneAgain() throws IOException {
    cluster.apply(put(LOCK, NOW - 1_000, "a"));
    AtomicInteger checks = new AtomicInteger();
    Table released =
        before(
            10,
            () -> {
              checks.incrementAndGet();
              cluster.apply(deleteOf(LOCK, NOW + 200));
            });
    RowMutations latest =
        RowMutations.of(List.of(put(LOCK, "b"), new Delete(X).addColumn(F, OWNER)));
    assertThatThrownBy(() -> requests(released).send(absent().build(latest)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("of row x of t was done")
        .hasMessageContaining("cannot be done again");
    assertThat(checks).hasValue(1);
  }

  @Test
  void aMutationOfItsOwnThatDeletesWhatItPutIsNoMarkerOfOthers() throws IOException {
    RowMutations both = RowMutations.of(List.of(put(LOCK, "b"), deleteOf(LOCK)));
    assertThat(requests(stock).send(absent().build(both)).isSuccess()).isTrue();
    assertThat(value(LOCK)).isNull();
  }

  @Test
  void aPutToAnotherColumnIsLaterThanWhatThatHolds() throws IOException {
    cluster.apply(put(LOCK, NOW - 1_000, "a"));
    cluster.apply(put(OWNER, NOW + 300, "ahead"));
    CheckAndMutate request =
        CheckAndMutate.newBuilder(X).ifEquals(F, LOCK, Bytes.toBytes("a")).build(put(OWNER, "own"));
    assertThat(requests(stock).send(request).isSuccess()).isTrue();
    assertThat(value(OWNER)).isEqualTo("own");
  }

  @Test
  void aDeleteHidesAVersionThatLiesAhead() throws IOException {
    cluster.apply(put(LOCK, NOW + 300, "a"));
    CheckAndMutate request =
        CheckAndMutate.newBuilder(X).ifEquals(F, LOCK, Bytes.toBytes("a")).build(deleteOf(LOCK));
    assertThat(requests(stock).send(request).isSuccess()).isTrue();
    assertThat(value(LOCK)).isNull();
  }

  @Test
  void deferredWritesBeforeAndAfterKeepTheirOrder() throws IOException {
    account.accept(put(OWNER, "1"));
    clock.addAndGet(-500);
    assertThat(
            requests(stock)
                .send(absent().build(RowMutations.of(List.of(put(LOCK, "b"), put(OWNER, "2")))))
                .isSuccess())
        .isTrue();
    assertThat(value(OWNER)).isEqualTo("2");
    account.accept(put(OWNER, "3"));
    account.flush();
    assertThat(value(OWNER)).isEqualTo("3");
  }

  /** Such as a sequence number instead of a time. */
  @Test
  void timestampsInAnotherUnitConcernTheirOwnColumnOnly() throws IOException {
    cluster.apply(put(OWNER, NOW * 1_000, "microseconds"));
    assertThat(take(stock, "b")).isTrue();
    assertThat(stock.get(new Get(X)).getColumnLatestCell(F, LOCK).getTimestamp()).isEqualTo(NOW);
  }

  /** As the documents say of conditions inside a batch. */
  @Test
  void inABatchTheRowIsLookedAtBeforeAndNotAfter() throws Exception {
    cluster.apply(deleteOf(LOCK, NOW + 200));
    List<Row> looked = requests(stock).ready(List.of(absent().build(put(LOCK, "b"))));
    assertThat(succeeds(looked)).isTrue();
    assertThat(value(LOCK)).as("later than the marker that was there").isEqualTo("b");
    cluster.apply(deleteOf(LOCK, NOW + 300));
    List<Row> raced = requests(stock).ready(List.of(absent().build(put(LOCK, "c"))));
    cluster.apply(deleteOf(LOCK, NOW + 400));
    assertThat(succeeds(raced)).isTrue();
    assertThat(value(LOCK)).as("hidden by a marker that came after the look").isNull();
  }

  @Test
  void nothingIsSentThatCouldNeverBeSeen() {
    cluster.apply(new Delete(X, HConstants.LATEST_TIMESTAMP - 1));
    assertThatThrownBy(() -> take(stock, "b"))
        .hasMessageContaining("Row x of t holds")
        .hasMessageContaining("latest timestamp");
    assertThat(cluster.arrived()).hasSize(1);
  }

  private boolean take(Table table, String owner) throws IOException {
    return requests(table).send(absent().build(put(LOCK, owner))).isSuccess();
  }

  /** Whether the first request of a batch is told true. */
  private boolean succeeds(List<Row> batch) throws Exception {
    Object[] answers = new Object[batch.size()];
    stock.batch(batch, answers);
    return ((CheckAndMutateResult) answers[0]).isSuccess();
  }

  /** A table to whose servers something happens just before each of the first checks. */
  private Table before(int checks, Runnable happens) {
    AtomicInteger count = new AtomicInteger();
    return watched(
        (method, arguments) -> {
          if (method.equals("checkAndMutate") && count.getAndIncrement() < checks) {
            happens.run();
          }
        });
  }

  private String value(byte[] column) throws IOException {
    return value(X, column);
  }

  private static CheckAndMutate.Builder absent() {
    return CheckAndMutate.newBuilder(X).ifNotExists(F, LOCK);
  }

  private static Put put(byte[] column, String value) {
    return put(X, column, value);
  }

  private static Put put(byte[] column, long timestamp, String value) {
    return put(X, column, timestamp, value);
  }

  private static Delete deleteOf(byte[] column) {
    return new Delete(X).addColumns(F, column);
  }

  private static Delete deleteOf(byte[] column, long timestamp) {
    return new Delete(X).addColumns(F, column, timestamp);
  }
}
