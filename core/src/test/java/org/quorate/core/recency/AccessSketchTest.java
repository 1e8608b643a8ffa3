package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccessSketchTest {
  private static final long SECOND = 1_000_000_000;
  private static final int HOTTEST = KeyPlace.CLASSES - 1;
  private final AccessSketch sketch = new AccessSketch(1);

  private int keyClass(long key) {
    return KeyPlace.keyClass(sketch.place(key));
  }

  private void access(long key, int times) {
    for (int i = 0; i < times; i++) {
      sketch.add(key);
    }
  }

  private void maintain(int untilSeconds) {
    IntStream.rangeClosed(0, untilSeconds).forEach(at -> sketch.maintain(at * SECOND));
  }

  @Test
  void untilClassesAreKnownNoPlaceIs() {
    assertThat(sketch.place(5)).isEqualTo(KeyPlace.UNKNOWN);
    access(5, 16);
    maintain(9);
    assertThat(sketch.place(5)).isEqualTo(KeyPlace.UNKNOWN);
    sketch.maintain(10 * SECOND);
    assertThat(keyClass(5)).isEqualTo(9);
    assertThat(keyClass(6)).isZero();
  }

  @Test
  void afterATimeInWhichNothingWasCountedNoPlaceIsKnownAgain() {
    maintain(10);
    assertThat(keyClass(5)).isZero();
    sketch.restart();
    assertThat(sketch.place(5)).isEqualTo(KeyPlace.UNKNOWN);
    maintain(9);
    assertThat(sketch.place(5)).isEqualTo(KeyPlace.UNKNOWN);
    sketch.maintain(10 * SECOND);
    assertThat(keyClass(5)).isZero();
  }

  @Test
  void twiceTheAccessesAreTheNextClass() {
    access(1, 1);
    access(2, 2);
    access(3, 4);
    access(4, 512);
    access(5, 1_024);
    access(6, 100_000);
    maintain(10);
    assertThat(IntStream.rangeClosed(0, 6).map(this::keyClass))
        .containsExactly(0, 5, 6, 7, 14, HOTTEST, HOTTEST);
    assertThat(AccessSketch.mostAccesses(5)).isEqualTo(2);
  }

  @Test
  void accessesAreForgottenByHalves() {
    access(1, 4);
    maintain(29);
    assertThat(keyClass(1)).isEqualTo(7);
    maintain(29 + 30 + 10);
    assertThat(keyClass(1)).isEqualTo(5);
    sketch.maintain(3_600 * SECOND);
    sketch.maintain(3_605 * SECOND);
    sketch.maintain(3_610 * SECOND);
    assertThat(keyClass(1)).isZero();
  }

  @Test
  void aClassIsOfFiveSecondsAgoButForAKeyThatHasBecomeMuchHotter() {
    maintain(10);
    access(1, 15);
    access(2, 16);
    assertThat(keyClass(1)).isZero();
    assertThat(keyClass(2)).isEqualTo(9);
    sketch.maintain(15 * SECOND);
    assertThat(keyClass(1)).as("known from the next renewal on").isZero();
    sketch.maintain(20 * SECOND);
    assertThat(keyClass(1)).isEqualTo(8);
  }

  /** 100,000 accesses of 20,000 keys, which have to share slots; seed 7. */
  @Test
  void aKeyMayCountForHotterThanItIsNeverForColder() {
    SplittableRandom random = new SplittableRandom(7);
    int[] accesses = new int[20_000];
    long[] keys = random.longs(accesses.length).toArray();
    for (int i = 0; i < 100_000; i++) {
      int key = (int) (accesses.length * Math.pow(random.nextDouble(), 3));
      accesses[key]++;
      sketch.add(keys[key]);
    }
    maintain(10);
    int hotter = 0;
    for (int key = 0; key < accesses.length; key++) {
      int exact = Math.min(HOTTEST, 32 - Integer.numberOfLeadingZeros(16 * accesses[key]));
      assertThat(keyClass(keys[key])).isGreaterThanOrEqualTo(exact);
      hotter += keyClass(keys[key]) > exact ? 1 : 0;
    }
    assertThat(hotter).isBetween(1, accesses.length);
  }

  /** 10,000 keys, seed 1; each of 256 draws is expected 39 times, so 4 sigma are 25. */
  @Test
  void drawsAreEvenAndLastForAnEpoch() {
    maintain(10);
    int[] drawn = new int[KeyPlace.DRAWS];
    for (int key = 0; key < 10_000; key++) {
      drawn[KeyPlace.draw(sketch.place(key))]++;
    }
    assertThat(IntStream.of(drawn).boxed()).allSatisfy(each -> assertThat(each).isBetween(14, 64));
    IntStream.rangeClosed(11, 299).forEach(at -> sketch.maintain(at * SECOND));
    int[] before = IntStream.range(0, 100).map(key -> KeyPlace.draw(sketch.place(key))).toArray();
    AccessSketch other = new AccessSketch(2);
    IntStream.rangeClosed(0, 10).forEach(at -> other.maintain(at * SECOND));
    sketch.maintain(299 * SECOND + 1);
    assertThat(IntStream.range(0, 100).map(key -> KeyPlace.draw(sketch.place(key))))
        .containsExactly(IntStream.of(before).boxed().toArray(Integer[]::new));
    sketch.maintain(300 * SECOND);
    assertThat(IntStream.range(0, 100).filter(key -> before[key] == draw(sketch, key)).count())
        .isLessThan(5);
    assertThat(IntStream.range(0, 100).filter(key -> before[key] == draw(other, key)).count())
        .isLessThan(5);
  }

  private static int draw(AccessSketch of, long key) {
    return KeyPlace.draw(of.place(key));
  }
}
