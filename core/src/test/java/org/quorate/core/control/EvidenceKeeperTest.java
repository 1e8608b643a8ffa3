package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.ReadAges;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

class EvidenceKeeperTest {
  private static ClassCounts counts(int keyClass, int bin, double reads) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = reads;
    List<AgeCounts> all = new ArrayList<>(ClassCounts.NONE.reads());
    all.set(keyClass, AgeCounts.of(counts));
    return new ClassCounts(all, ClassCounts.NONE.pairs());
  }

  private static double reads(EvidenceKeeper keeper, int keyClass) {
    return keeper.counts().reads().get(keyClass).total();
  }

  @Test
  void readsThatWereCountedBeforeKeysHadClassesAreOfThoseThatLaterOnesHave() {
    int hottest = KeyPlace.CLASSES - 1;
    EvidenceKeeper keeper = new EvidenceKeeper(3);
    ClassCounts before = counts(hottest, 100, 60);
    keeper.classes(false);
    keeper.counted(before, 0, 0);
    assertThat(reads(keeper, hottest)).as("what is not known is hot").isEqualTo(60);
    ClassCounts andThen = before.plus(counts(hottest, 100, 40));
    keeper.classes(true);
    keeper.counted(andThen, 0, 0);
    assertThat(reads(keeper, hottest)).as("as were the last before").isEqualTo(100);
    keeper.counted(andThen.plus(counts(4, 100, 3)).plus(counts(7, 100, 1)), 0, 0);
    assertThat(reads(keeper, hottest)).isZero();
    assertThat(reads(keeper, 4)).isEqualTo(78);
    assertThat(reads(keeper, 7)).isEqualTo(26);
    keeper.classes(true);
    ClassCounts all = andThen.plus(counts(4, 100, 3)).plus(counts(7, 100, 1));
    keeper.counted(all.plus(counts(hottest, 100, 9)), 0, 0);
    assertThat(reads(keeper, hottest)).as("hot ones").isGreaterThan(9);
  }

  private final EvidenceKeeper keeper = new EvidenceKeeper(3);

  @Test
  void whatIsNewCountsOnceAndWhatIsOldForHalf() {
    ReadAges reads = new ReadAges();
    AgedPairs pairs = new AgedPairs();
    reads.add(5);
    pairs.add(5, true);
    keeper.counted(reads.counts(), pairs.counts(), 0);
    long later = EvidenceKeeper.READS_HALVE_IN.toNanos();
    keeper.counted(reads.counts(), pairs.counts(), later);
    assertThat(keeper.evidence(Level.ALL).reads().total()).isEqualTo(0.5);
    assertThat(keeper.evidence(Level.ALL).pairs().stale().total()).isEqualTo(Math.pow(0.5, 0.05));
    reads.add(7);
    keeper.counted(reads.counts(), pairs.counts(), 2 * later);
    assertThat(keeper.evidence(Level.ALL).reads().total()).isEqualTo(1.25, within(1e-12));
  }

  @Test
  void whatWasKnownBeforeCountsInFullWhateverTheClockSays() {
    ReadAges reads = new ReadAges();
    reads.add(5);
    keeper.counted(reads.counts(), AgedPairCounts.NONE, 0);
    EvidenceKeeper next = new EvidenceKeeper(3);
    next.assume(keeper.evidence(Level.ALL));
    next.counted(AgeCounts.NONE, AgedPairCounts.NONE, Long.MAX_VALUE / 2);
    assertThat(next.evidence(Level.ALL)).isEqualTo(keeper.evidence(Level.ALL));
  }

  @Test
  void ofRoundTripsTheLastRoundsStand() {
    for (int round = 0; round < 100; round++) {
      keeper.measured(trips(round, 20), 0);
    }
    RoundTrips known = keeper.evidence(Level.ALL).roundTrips();
    assertThat(known.slowest().size()).isEqualTo(20 * EvidenceKeeper.ROUNDS);
    assertThat(known.slowest().quantile(0)).isEqualTo(100 - EvidenceKeeper.ROUNDS);
    keeper.measured(RoundTrips.NONE, 0);
    assertThat(keeper.evidence(Level.ALL).roundTrips()).isEqualTo(known);
  }

  @Test
  void ofSmallRoundsAsManyStandAsMakeEnoughRoundTrips() {
    for (int round = 0; round < 1000; round++) {
      assertThat(keeper.slowest().size()).isEqualTo(Math.min(240, 3 * round));
      keeper.measured(trips(1, 3), 0);
    }
    assertThat(keeper.wantsRoundTrips(0)).isFalse();
  }

  @Test
  void roundsThatNeverWaitedForAllReplicasAreNotKept() {
    keeper.measured(trips(1, 3), 0);
    RoundTrips refused = new RoundTrips(DelaySample.NONE, DelaySample.of(List.of(1.0)));
    for (int round = 0; round < 1000; round++) {
      keeper.measured(refused, 0);
    }
    assertThat(keeper.evidence(Level.ALL).roundTrips()).isEqualTo(trips(1, 3));
  }

  @Test
  void roundTripsLongerThanNineInTenBeforeMakeForMore() {
    keeper.measured(trips(1, 240), 0);
    assertThat(keeper.isSurprised()).isFalse();
    keeper.measured(trips(2, 3), 0);
    assertThat(keeper.isSurprised()).isTrue();
    keeper.measured(trips(1, 3), 0);
    assertThat(keeper.isSurprised()).isFalse();
    assertThat(keeper.wantsRoundTrips(0)).isFalse();
    keeper.forget(3);
    assertThat(keeper.wantsRoundTrips(0)).isTrue();
  }

  @Test
  void evidenceHasRoundTripsWithoutTheJitterThatWasMeasuredBesideThem() {
    List<Double> seconds = IntStream.rangeClosed(1, 60).mapToObj(i -> 0.01 * i).toList();
    DelaySample sample = DelaySample.of(seconds);
    RoundTrips jittery = new RoundTrips(sample, sample, DelaySample.of(seconds));
    keeper.measured(jittery, 0);
    RoundTrips left = keeper.evidence(Level.ALL).roundTrips();
    assertThat(left).isEqualTo(RoundTrips.withoutJitter(List.of(jittery), 3));
    assertThat(left.slowest().quantile(0.9)).isLessThan(sample.quantile(0.9));
    assertThat(keeper.slowest()).isEqualTo(sample);
    keeper.forget(5);
    keeper.measured(jittery, 0);
    assertThat(keeper.evidence(Level.ALL).roundTrips())
        .isEqualTo(RoundTrips.withoutJitter(List.of(jittery), 5));
  }

  @Test
  void otherReplicasMakeOtherEvidence() {
    keeper.measured(trips(1, 2), 0);
    keeper.counted(AgeCounts.NONE, new AgedPairCounts(AgeCounts.NONE, AgeCounts.NONE), 0);
    keeper.forget(3);
    assertThat(keeper.evidence(Level.ALL).roundTrips()).isEqualTo(RoundTrips.NONE);
  }

  @Test
  void howMuchOthersWriteIsForgottenWithTheReplicasThatItWasCountedAt() {
    keeper.counted(ClassCounts.NONE, 0, 0);
    keeper.seen(new Traffic(0, 1, 0, 0, 0, true));
    keeper.counted(ClassCounts.NONE, 100, 1);
    keeper.seen(new Traffic(1, 1, 0, 200, 0, true));
    assertThat(keeper.evidence(Level.ALL).othersWrites()).isEqualTo(1, within(1e-9));
    keeper.forget(3);
    assertThat(keeper.evidence(Level.ALL).othersWrites()).isNaN();
  }

  @Test
  void rangesAreNewOnce() {
    assertThat(keeper.behind(List.of(new KeyRange(1, 2)))).isTrue();
    assertThat(keeper.behind(List.of(new KeyRange(1, 2)))).isFalse();
    assertThat(keeper.behind(List.of())).isTrue();
  }

  private static RoundTrips trips(double seconds, int count) {
    DelaySample sample = DelaySample.of(Collections.nCopies(count, seconds));
    return new RoundTrips(sample, sample);
  }
}
