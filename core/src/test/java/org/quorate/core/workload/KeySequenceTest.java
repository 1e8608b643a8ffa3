package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class KeySequenceTest {
  @Test
  void beginsWithAllRowsBeforeTheFirst() {
    KeySequence keys = new KeySequence(1000);
    assertThat(keys.lastAcknowledged()).isEqualTo(999);
    assertThat(keys.next()).isEqualTo(1000);
    assertThat(keys.next()).isEqualTo(1001);
    assertThat(keys.lastAcknowledged()).isEqualTo(999);
  }

  @Test
  void waitsForTheOldestInsertUnderWay() {
    KeySequence keys = new KeySequence(0);
    long first = keys.next();
    long second = keys.next();
    long third = keys.next();
    keys.acknowledge(third);
    assertThat(keys.lastAcknowledged()).isEqualTo(-1);
    keys.acknowledge(first);
    assertThat(keys.lastAcknowledged()).isEqualTo(0);
    keys.acknowledge(second);
    assertThat(keys.lastAcknowledged()).isEqualTo(2);
  }

  @Test
  void sharesInsertNoRowTwiceAndEachKnowsItsOwn() {
    java.util.Set<Long> rows = new java.util.HashSet<>();
    for (int share = 0; share < 3; share++) {
      KeySequence keys = new KeySequence(1000, share, 3);
      assertThat(keys.row(999)).isEqualTo(999);
      for (int i = 0; i < 100; i++) {
        long row = keys.row(keys.next());
        assertThat(row).isGreaterThanOrEqualTo(1000);
        assertThat(rows.add(row)).isTrue();
        keys.acknowledge(row);
      }
      assertThat(keys.row(keys.lastAcknowledged())).isEqualTo(1000 + 99 * 3 + share);
    }
    assertThatThrownBy(() -> new KeySequence(0, 3, 3)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void goesRoundItsWindowManyTimes() {
    KeySequence keys = new KeySequence(5);
    for (long i = 0; i < 3L * KeySequence.WINDOW; i++) {
      keys.acknowledge(keys.next());
    }
    assertThat(keys.lastAcknowledged()).isEqualTo(4 + 3L * KeySequence.WINDOW);
  }

  @Test
  void toleratesAsManyInsertsUnderWayAsItsWindowHolds() {
    KeySequence keys = new KeySequence(0);
    long lost = keys.next();
    for (int i = 1; i < KeySequence.WINDOW; i++) {
      keys.acknowledge(keys.next());
    }
    long beyond = keys.next();
    assertThatThrownBy(() -> keys.acknowledge(beyond))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Key number 0 was handed out");
    keys.acknowledge(lost);
    keys.acknowledge(beyond);
    assertThat(keys.lastAcknowledged()).isEqualTo(beyond);
  }

  @Test
  void refusesNumbersThatNobodyInserts() {
    KeySequence keys = new KeySequence(10);
    assertThatThrownBy(() -> keys.acknowledge(10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> keys.acknowledge(9)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Four threads insert out of order while each looks at what it may read. */
  @Test
  void neverShowsANumberBeforeAllUpToItAreAcknowledged()
      throws InterruptedException, ExecutionException, TimeoutException {
    KeySequence keys = new KeySequence(0);
    int inserts = 200_000;
    AtomicIntegerArray done = new AtomicIntegerArray(4 * inserts);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> lanes = new ArrayList<>();
      for (int lane = 0; lane < 4; lane++) {
        SeededRandom random = SeededRandom.stream(1, lane);
        lanes.add(threads.submit(() -> insert(keys, inserts, done, random)));
      }
      for (Future<Integer> lane : lanes) {
        assertThat(lane.get(60, TimeUnit.SECONDS)).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(keys.lastAcknowledged()).isEqualTo(4L * inserts - 1);
  }

  private static int insert(
      KeySequence keys, int inserts, AtomicIntegerArray done, SeededRandom random) {
    int early = 0;
    List<Long> underWay = new ArrayList<>();
    for (int i = 0; i < inserts; i++) {
      underWay.add(keys.next());
      while (underWay.size() > 8 || (i == inserts - 1 && !underWay.isEmpty())) {
        long number = underWay.remove((int) random.nextLong(underWay.size()));
        done.set((int) number, 1);
        keys.acknowledge(number);
      }
      long last = keys.lastAcknowledged();
      long looked = Math.max(0, last - random.nextLong(20));
      if (last >= 0 && done.get((int) looked) == 0) {
        early++;
      }
    }
    return early;
  }
}
