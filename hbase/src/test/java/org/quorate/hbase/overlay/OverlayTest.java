package org.quorate.hbase.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OverlayTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] NONE = HConstants.EMPTY_BYTE_ARRAY;

  private final Overlay overlay = new Overlay();

  @Test
  void holdsARowsMutationsInOrderUntilTheyAreAcknowledged() {
    Mutation first = put("x", 1);
    Mutation second = put("x", 1);
    overlay.add(first);
    overlay.add(second);
    assertThat(writes("x")).containsExactly(first, second);
    overlay.remove(second);
    assertThat(writes("x")).hasSize(1).first().isSameAs(first);
    overlay.remove(first);
    assertThat(overlay.of(Bytes.toBytes("x")).isEmpty()).isTrue();
    assertThat(overlay.isEmpty()).isTrue();
  }

  @Test
  void whatWasTakenDoesNotChange() {
    Mutation first = put("x", 1);
    overlay.add(first);
    List<Mutation> taken = overlay.of(Bytes.toBytes("x"));
    overlay.remove(first);
    overlay.add(put("x", 2));
    assertThat(taken).containsExactly(first);
  }

  @Test
  void aRangeHasItsRowsByKey() {
    for (String row : List.of("d", "a", "c", "b", "e")) {
      overlay.add(put(row, 1));
    }
    assertThat(rows("b", true, "d", false)).containsExactly("b", "c");
    assertThat(rows("b", false, "d", true)).containsExactly("c", "d");
    assertThat(rows("", true, "b", true)).containsExactly("a", "b");
    assertThat(rows("d", true, "", false)).containsExactly("d", "e");
    assertThat(rows("", true, "", true)).hasSize(5);
    assertThat(rows("d", true, "b", true)).isEmpty();
    assertThat(rows("d", false, "d", false)).isEmpty();
    assertThat(rows("d", true, "d", true)).containsExactly("d");
  }

  @Test
  void whatTheServerMustJudgeIsNotExact() throws Exception {
    assertThat(exact(put("x", 1))).isTrue();
    assertThat(exact(new Delete(Bytes.toBytes("x"), 1))).isFalse();
    assertThat(exact(new Delete(Bytes.toBytes("x")).addColumn(F, A, 5))).isFalse();
    assertThat(exact(new Delete(Bytes.toBytes("x")).addFamilyVersion(F, 5))).isFalse();
    assertThat(exact(put("x", 1).setTTL(1_000))).isFalse();
    assertThat(exact(put("x", 1).setCellVisibility(new CellVisibility("secret")))).isFalse();
    assertThat(exact(put("x", 1).setAttribute("colour", A))).isTrue();
  }

  @Test
  void aRowIsExactAgainWhenWhatWasNotIsGone() {
    Mutation inexact = new Delete(Bytes.toBytes("x")).addColumn(F, A, 5);
    overlay.add(put("x", 1));
    overlay.add(inexact);
    assertThat(exact(overlay.of(Bytes.toBytes("x")))).isFalse();
    overlay.remove(inexact);
    assertThat(exact(overlay.of(Bytes.toBytes("x")))).isTrue();
  }

  @Test
  void readsThatLookInsideTheRowAreNotMergeable() {
    assertThat(Exactness.mergeable(new Get(A))).isTrue();
    assertThat(Exactness.mergeable(new Get(A).setFilter(new PageFilter(1)))).isFalse();
    assertThat(Exactness.mergeable(new Get(A).setMaxResultsPerColumnFamily(3))).isFalse();
    assertThat(Exactness.mergeable(new Get(A).setRowOffsetPerColumnFamily(3))).isFalse();
  }

  @Test
  void nothingIsLostWhenThreadsAddAndRemove() throws InterruptedException {
    AtomicInteger unseen = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int thread = 0; thread < 4; thread++) {
      pool.execute(
          () -> {
            for (int write = 0; write < 20_000; write++) {
              Mutation mutation = put("row" + write % 3, write);
              overlay.add(mutation);
              if (overlay.of(mutation.getRow()).stream().noneMatch(seen -> seen == mutation)) {
                unseen.incrementAndGet();
              }
              overlay.remove(mutation);
            }
          });
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(unseen).hasValue(0);
    assertThat(overlay.isEmpty()).isTrue();
  }

  private boolean exact(Mutation mutation) {
    overlay.add(mutation);
    boolean exact = exact(overlay.of(mutation.getRow()));
    overlay.remove(mutation);
    return exact;
  }

  private static boolean exact(List<Mutation> writes) {
    return writes.stream().allMatch(Exactness::mergeable);
  }

  private List<Mutation> writes(String row) {
    return overlay.of(Bytes.toBytes(row));
  }

  private List<String> rows(String low, boolean withLow, String high, boolean withHigh) {
    return overlay
        .range(
            low.isEmpty() ? NONE : Bytes.toBytes(low),
            withLow,
            high.isEmpty() ? NONE : Bytes.toBytes(high),
            withHigh)
        .stream()
        .map(Bytes::toString)
        .toList();
  }

  private static Put put(String row, long timestamp) {
    return new Put(Bytes.toBytes(row)).addColumn(F, A, timestamp, A);
  }
}
