package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChunkQueueTest {
  private final ChunkQueue queue = new ChunkQueue();
  private final List<String> delivered = new ArrayList<>();

  @Test
  void nothingIsDueWhereNothingIsHeld() {
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.nextDue()).isEqualTo(ChunkQueue.NEVER);
    assertThat(queue.dueBytes(Long.MAX_VALUE - 1)).isZero();
  }

  @Test
  void pieceIsDueAtItsInstantAndNotBefore() {
    queue.add(100, 600, 10);

    assertThat(queue.nextDue()).isEqualTo(600);
    assertThat(queue.dueBytes(599)).isZero();
    assertThat(queue.dueBytes(600)).isEqualTo(10);
  }

  @Test
  void pieceIsNeverDueBeforeTheOneInFrontOfIt() {
    queue.add(0, 900, 1);
    queue.add(10, 300, 2);
    queue.add(20, 950, 4);

    assertThat(queue.dueBytes(899)).isZero();
    assertThat(queue.dueBytes(900)).isEqualTo(3);
    assertThat(queue.dueBytes(949)).isEqualTo(3);
    assertThat(queue.dueBytes(950)).isEqualTo(7);
    assertThat(queue.after(500)).isEqualTo(950);
    assertThat(queue.after(1000)).isEqualTo(1000);
  }

  @Test
  void delayOfAPieceRunsUntilItsLastByteIsDelivered() {
    queue.add(100, 600, 10);
    queue.add(150, 650, 5);
    assertThat(queue.dueBytes(700)).isEqualTo(15);

    deliver(4, 700);
    assertThat(delivered).isEmpty();
    assertThat(queue.dueBytes(701)).isEqualTo(11);
    deliver(7, 720);
    assertThat(delivered).containsExactly("10 bytes after 620");
    deliver(4, 800);

    assertThat(delivered).containsExactly("10 bytes after 620", "5 bytes after 650");
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.nextDue()).isEqualTo(ChunkQueue.NEVER);
  }

  @Test
  void postponedPiecesAreDueAgainTogetherAndLaterOnesNotBeforeThem() {
    queue.add(0, 500, 10);
    queue.add(0, 600, 20);
    queue.add(0, 5_000, 40);
    assertThat(queue.dueBytes(600)).isEqualTo(30);
    deliver(3, 600);

    queue.postpone(2_000);
    queue.add(1_600, 1_700, 80);

    assertThat(queue.nextDue()).isEqualTo(2_000);
    assertThat(queue.dueBytes(1_999)).isZero();
    assertThat(queue.dueBytes(2_000)).isEqualTo(27);
    assertThat(queue.dueBytes(4_999)).isEqualTo(27);
    assertThat(queue.dueBytes(5_000)).isEqualTo(27 + 40 + 80);
  }

  @Test
  void growsToItsCapacityWithoutLosingOrder() {
    // Start in the middle of the ring, so that growing has to unroll it.
    for (int i = 0; i < 20; i++) {
      queue.add(0, 0, 1);
    }
    assertThat(queue.dueBytes(0)).isEqualTo(20);
    deliver(20, 0);
    delivered.clear();

    for (int i = 0; i < ChunkQueue.CAPACITY; i++) {
      assertThat(queue.isFull()).isFalse();
      queue.add(i, i, 1 + i % 7);
    }

    assertThat(queue.isFull()).isTrue();
    for (int i = 0; i < ChunkQueue.CAPACITY; i++) {
      assertThat(queue.nextDue()).isEqualTo(i);
      assertThat(queue.dueBytes(i)).isEqualTo(1 + i % 7);
      queue.deliver(1 + i % 7, i, (bytes, delay) -> assertThat(delay).isZero());
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void dueBytesAreThoseOfADirectCountWhateverIsDelivered() {
    long seed = 4711;
    SplittableRandom random = new SplittableRandom(seed);
    List<long[]> model = new ArrayList<>();
    long now = 0;
    long lastDue = 0;
    for (int step = 0; step < 20_000; step++) {
      now += random.nextInt(50);
      if (random.nextInt(3) > 0) {
        int length = 1 + random.nextInt(1000);
        long due = now + random.nextInt(500);
        lastDue = Math.max(lastDue, due);
        queue.add(now, due, length);
        model.add(new long[] {lastDue, length});
      }
      long expected = 0;
      for (long[] piece : model) {
        expected += piece[0] <= now ? piece[1] : 0;
      }
      assertThat(queue.dueBytes(now)).isEqualTo((int) expected);
      int take = expected == 0 ? 0 : random.nextInt((int) expected + 1);
      deliver(take, now);
      while (take > 0) {
        long part = Math.min(take, model.get(0)[1]);
        model.get(0)[1] -= part;
        take -= (int) part;
        if (model.get(0)[1] == 0) {
          model.remove(0);
        }
      }
    }
  }

  private void deliver(int bytes, long now) {
    queue.deliver(bytes, now, (count, delay) -> delivered.add(count + " bytes after " + delay));
  }
}
