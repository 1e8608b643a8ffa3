package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeysInUseTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final KeysInUse<Integer> keys = new KeysInUse<>(2);

  @Test
  void onlyKeysThatAreWantedAreDrawn() {
    KeysInUse<Integer> keys = new KeysInUse<>(10);
    keys.found(1, 0, 0);
    keys.found(2, 0, 0);
    for (int i = 1; i <= 5; i++) {
      assertThat(keys.draw(new SplittableRandom(i), i * 1_000_000L, key -> key != 1)).contains(2);
    }
    assertThat(keys.draw(new SplittableRandom(1), 1_000_000, key -> false)).isEmpty();
  }

  @Test
  void onlyWhatWasWrittenOfLateIsKept() {
    assertThat(keys.found(1, 0, 61 * SECOND)).isFalse();
    assertThat(keys.found(2, 0, 59 * SECOND)).isTrue();
    assertThat(keys.found(3, 0, -SECOND)).as("by a clock that is ahead").isTrue();
    assertThat(keys.size()).isEqualTo(2);
    assertThat(keys.found(4, 0, 0)).as("there is no room for it").isTrue();
    assertThat(keys.size()).isEqualTo(2);
  }

  @Test
  void aKeyIsNotLookedAtTwiceAtOnce() {
    keys.found(1, 0, SECOND);
    assertThat(keys.draw(random, 100_000, key -> true)).isEmpty();
    assertThat(keys.draw(random, 200_000, key -> true)).contains(1);
    assertThat(keys.draw(random, 300_000, key -> true)).isEmpty();
    assertThat(keys.draw(random, 400_000, key -> true)).contains(1);
  }

  @Test
  void whatIsWrittenNoMoreOrTellsNothingIsForgotten() {
    keys.found(1, 0, SECOND);
    keys.looked(1, 400 * SECOND, 301 * SECOND);
    assertThat(keys.size()).isZero();
    keys.looked(1, 401 * SECOND, SECOND);
    assertThat(keys.size()).isZero();
    keys.found(2, 0, SECOND);
    for (int i = 1; i <= 5; i++) {
      assertThat(keys.draw(random, i * SECOND, key -> true)).contains(2);
    }
    assertThat(keys.draw(random, 6 * SECOND, key -> true)).isEmpty();
    assertThat(keys.size()).isZero();
  }

  @Test
  void thatAKeyWasFoundSaysNothingOfHowOftenItIsWritten() {
    keys.found(1, 0, SECOND);
    assertThat(keys.writesPerSecond()).isZero();
    keys.looked(1, 30 * SECOND, 31 * SECOND);
    assertThat(keys.writesPerSecond()).isZero();
    keys.looked(1, 60 * SECOND, 10 * SECOND);
    assertThat(keys.writesPerSecond()).as("1 in 30 + 10 + 5 s").isEqualTo(1 / 45.0);
  }

  @Test
  void aKeyThatCouldNotBeLookedAtIsKept() {
    keys.found(1, 0, SECOND);
    for (int i = 1; i <= 10; i++) {
      assertThat(keys.draw(random, i * SECOND, key -> true)).contains(1);
      keys.notLooked(1);
    }
  }

  /**
   * A table whose keys are read and written by the same skewed popularity, with writes that take a
   * while to reach the replica that a read asks: the exact rate is known, and pairs of keys so
   * drawn find it, where keys drawn alike are far below it on a skewed table.
   */
  @ParameterizedTest
  @CsvSource({"0.99, 500, 50, 0.5", "0.5, 2000, 100, 0.6", "0, 500, 50, 0.8"})
  void keysAreDrawnAboutAsOftenAsTheyAreWritten(
      double skew, int count, double writesPerSecond, double leastFound) {
    double propagation = 0.05;
    double[] rates = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      rates[i] = Math.pow(i + 1, -skew);
      sum += rates[i];
    }
    double exact = 0;
    double alike = 0;
    for (int i = 0; i < count; i++) {
      rates[i] *= writesPerSecond / sum;
      double stale = -Math.expm1(-rates[i] * propagation);
      exact += rates[i] / writesPerSecond * stale;
      alike += stale / count;
    }
    double expected = expected(rates, propagation);
    // Hot keys are drawn too seldom at first, and those that were not found are not drawn.
    assertThat(expected).isBetween(leastFound * exact, 1.3 * exact);
    assertThat(expected).isGreaterThan(0.7 * alike);
  }

  /** The mean, over runs, of the share of stale pairs. */
  private double expected(double[] rates, double propagation) {
    int runs = 8;
    double mean = 0;
    for (int run = 0; run < runs; run++) {
      mean += share(rates, propagation, 300, 10) / runs;
    }
    return mean;
  }

  /** Runs the sampler so many seconds, with so many pairs and rows drawn alike a second. */
  private double share(double[] rates, double propagation, int seconds, int perSecond) {
    KeysInUse<Integer> sampled = new KeysInUse<>(500);
    long[] written = new long[rates.length];
    long[] at = new long[rates.length];
    Arrays.fill(written, Long.MIN_VALUE);
    int pairs = 0;
    double stale = 0;
    for (long tick = 1; tick <= (long) seconds * perSecond; tick++) {
      long now = 1_000 * SECOND + tick * SECOND / perSecond;
      int drawn = random.nextInt(rates.length);
      sampled.found(drawn, now, age(drawn, now, rates, written, at));
      Optional<Integer> due = sampled.draw(random, now, key -> true);
      if (due.isPresent()) {
        long age = age(due.get(), now, rates, written, at);
        pairs++;
        stale += age < propagation * SECOND ? 1 : 0;
        sampled.looked(due.get(), now, age);
      }
    }
    return stale / pairs;
  }

  /** Since the newest write of a key, whose writes are drawn backwards from a look, as needed. */
  private long age(int key, long now, double[] rates, long[] written, long[] at) {
    double back = -Math.log(random.nextDouble()) / rates[key] * SECOND;
    long since = at[key] == 0 ? Long.MAX_VALUE : now - at[key];
    if (back < since) {
      written[key] = now - (long) Math.min(back, 1e15);
    }
    at[key] = now;
    return now - written[key];
  }
}
