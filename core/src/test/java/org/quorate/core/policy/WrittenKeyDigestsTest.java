package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

/** What digests of the keys that others have written could spare. One seed, so exact. */
class WrittenKeyDigestsTest {
  private static final double[] ZIPFIAN = SimulatedTable.ycsbZipfian(1);
  private static final double[] UNIFORM = uniform(1_000);
  private static final Duration PERIOD = Duration.ofSeconds(5);

  @Test
  void aFullDigestHasItsKeysAndAHundredthOfAllOthers() {
    WrittenKeyDigest digest = new WrittenKeyDigest();
    LongStream.range(0, 1_700).map(SeededRandom::mix).forEach(digest::add);
    assertThat(LongStream.range(0, 1_700).map(SeededRandom::mix)).allMatch(digest::mayHave);
    LongStream others = LongStream.range(1_700, 101_700).map(SeededRandom::mix);
    assertThat(others.filter(digest::mayHave)).hasSizeBetween(900, 1_100);
  }

  @Test
  void howOftenKeysAreInDigestsSparesLittleThatClassesDoNot() {
    SimulatedDigests run = run(ZIPFIAN, 2_600, PERIOD);
    assertThat(run.byDigest.share(1)).as("in a digest").isGreaterThan(0.99);
    assertThat(run.byClass.replicaReads() - run.byRate.replicaReads()).isBetween(0.0, 0.03);
    assertThat(run.byDigests.replicaReads() - run.byRate.replicaReads()).isBetween(0.0, 0.01);
    assertThat(run.byAge.replicaReads()).as("recency without delay").isLessThan(1.1);
    assertThat(run(ZIPFIAN, 150, PERIOD).byClass.replicaReads()).as("few writes").isOne();
  }

  @Test
  void digestsTellRecencyWhereTheyAreHardlyOlderThanAWriteTakes() {
    SimulatedDigests fifth = run(UNIFORM, 2_600, Duration.ofMillis(200));
    double byClass = fifth.byClass.replicaReads();
    assertThat(fifth.byDigests.replicaReads()).isBetween(byClass - 0.07, byClass);
    SimulatedDigests twentieth = run(UNIFORM, 2_600, Duration.ofMillis(50));
    assertThat(twentieth.byDigests.replicaReads()).isLessThan(1.1);
  }

  @Test
  void aReplicaThatWasAwayLacksNoKeyThatIsInNoDigest() {
    SimulatedDigests many = away(UNIFORM, 2_600, Duration.ofSeconds(10));
    assertThat(many.byMissed.share(0)).as("of a thousand keys").isZero();
    assertThat(many.byMissed.share(2)).as("not written since").isLessThan(0.25);
    SimulatedDigests few = away(uniform(100_000), 150, Duration.ofMinutes(1));
    assertThat(few.byMissed.share(0)).isGreaterThan(0.8);
    assertThat(few.byMissed.stale(0)).isZero();
    assertThat(few.byMissed.stale(2)).as("at ONE").isGreaterThan(0.01);
    assertThat(few.byChance.replicaReads()).as("by rates alone").isGreaterThan(1.2);
  }

  private static SimulatedDigests run(double[] weights, double perSecond, Duration period) {
    return new SimulatedDigests(weights, perSecond, period).run(Duration.ofMinutes(2));
  }

  private static SimulatedDigests away(double[] weights, double perSecond, Duration away) {
    return new SimulatedDigests(weights, perSecond, PERIOD).away(away, Duration.ofMinutes(1));
  }

  private static double[] uniform(int keys) {
    return DoubleStream.generate(() -> 1).limit(keys).toArray();
  }
}
