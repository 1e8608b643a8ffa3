package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;
import org.quorate.core.staleness.StaleByAge;

class ClassSharesTest {
  private static final StaleByAge MODEL =
      (seconds, readReplicas) -> 2 / 3.0 * Math.exp(-100 * seconds);
  private static final double MATTERS = 0.001;
  private static final double OTHERS = 19;
  private static final int COLD = 7;

  private static ClassShares shares(ClassCounts counts, double others) {
    return shares(new Evidence(counts, others, RoundTrips.NONE, List.of(), null));
  }

  private static ClassShares shares(Evidence evidence) {
    StaleShare own = new StaleShare(MODEL, evidence.reads(), evidence.pairs(), MATTERS);
    return new ClassShares(own, evidence, MATTERS);
  }

  private static ClassCounts counts(int keyClass, AgeCounts reads, AgedPairCounts pairs) {
    List<AgeCounts> byClass = new ArrayList<>(ClassCounts.NONE.reads());
    List<AgedPairCounts> pairsByClass = new ArrayList<>(ClassCounts.NONE.pairs());
    byClass.set(keyClass, reads);
    pairsByClass.set(keyClass, pairs);
    return new ClassCounts(byClass, pairsByClass);
  }

  /** Only this class is left at one replica. */
  private static List<LevelMixes.Left> only(int keyClass) {
    List<LevelMixes.Left> left =
        new ArrayList<>(Collections.nCopies(KeyPlace.CLASSES, new LevelMixes.Left(0, 0, 0)));
    left.set(keyClass, LevelMixes.Left.ALL);
    return left;
  }

  private static AgeCounts never(double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[AgeBins.NEVER] = count;
    return AgeCounts.of(counts);
  }

  /**
   * Keys whose rates differ fourfold, written at random by this process and nineteen times as much
   * by others: of 1,000 samples of 1,000 reads, seed 8, hardly any has a bound below the true share
   * of stale reads, at alpha 0.05, and the mean bound is less than three times that.
   */
  @Test
  void theBoundOfWhatOthersMakeStaleHoldsAndIsNotFarAbove() {
    RandomGenerator random = SeededRandom.stream(8, 0);
    double[] rates = {0.02, 0.03, 0.05, 0.08};
    double truth = 0;
    double readsOf = 0;
    for (double rate : rates) {
      double others = OTHERS * rate;
      truth += rate * 2 / 3.0 * others / (others + 100);
      readsOf += rate;
    }
    truth /= readsOf;
    int missed = 0;
    double sum = 0;
    int samples = 1_000;
    for (int sample = 0; sample < samples; sample++) {
      double[] ages = new double[AgeBins.COUNT];
      for (int read = 0; read < 1_000; read++) {
        double drawn = random.nextDouble() * readsOf;
        int key = 0;
        while (drawn > rates[key]) {
          drawn -= rates[key];
          key++;
        }
        ages[AgeBins.of((long) (random.nextExponential() / rates[key] * 1e9))]++;
      }
      ClassCounts counts = counts(COLD, AgeCounts.of(ages), AgedPairCounts.NONE);
      double bound = shares(counts, OTHERS).olderThan(AgeBins.of(1_000_000_000)).bound(only(COLD));
      missed += bound < truth * 0.95 ? 1 : 0;
      sum += bound;
    }
    assertThat(missed).isLessThan(samples / 20);
    assertThat(sum / samples).isLessThan(3 * truth);
  }

  @Test
  void pairsThatShowMoreThanRatesSayAreBelievedAndThoseThatShowLessLittleByLittle() {
    AgeCounts reads = never(10_000).plus(AgeCounts.of(young(300)));
    double plain = bound(counts(COLD, reads, AgedPairCounts.NONE));
    double stale = bound(counts(COLD, reads, new AgedPairCounts(never(70), never(7))));
    double fresh = bound(counts(COLD, reads, new AgedPairCounts(never(70), never(0))));
    assertThat(stale).isGreaterThan(0.07);
    assertThat(fresh).isBetween(plain * 0.7, plain);
  }

  @Test
  void whereClocksHideWhatIsStalePairsThatShowLessSayNothingAndThoseThatShowMoreAreBelieved() {
    AgeCounts reads = never(10_000).plus(AgeCounts.of(young(300)));
    double plain = bound(counts(COLD, reads, AgedPairCounts.NONE));
    for (double clean : new double[] {70, 7_000, 700_000}) {
      AgedPairCounts pairs = new AgedPairCounts(never(clean), never(0));
      assertThat(boundWithClocksApart(counts(COLD, reads, pairs))).isEqualTo(plain, within(1e-12));
    }
    AgedPairCounts stale = new AgedPairCounts(never(70), never(7));
    assertThat(boundWithClocksApart(counts(COLD, reads, stale)))
        .isEqualTo(bound(counts(COLD, reads, stale)), within(1e-12));
  }

  private static double boundWithClocksApart(ClassCounts counts) {
    Evidence evidence =
        new Evidence(counts, OTHERS, RoundTrips.NONE, List.of(), null).withClocksApart(true);
    return shares(evidence).olderThan(0).bound(only(COLD));
  }

  @Test
  void stalePairsOfOneClassMakeAnotherSuspectToo() {
    AgeCounts reads = never(10_000).plus(AgeCounts.of(young(50)));
    ClassCounts clean =
        counts(COLD, reads, AgedPairCounts.NONE).plus(counts(COLD + 1, reads, AgedPairCounts.NONE));
    ClassCounts shown =
        counts(COLD, reads, AgedPairCounts.NONE)
            .plus(counts(COLD + 1, reads, new AgedPairCounts(never(200), never(40))));
    assertThat(bound(shown)).isGreaterThan(3 * bound(clean));
  }

  /** Of ten times as many reads there are as many pairs. */
  @Test
  void pairsOfRowsWrittenLatelyDoNotHideWhatThoseOfRowsNeverWrittenShow() {
    int late = AgeBins.of(42_000_000);
    AgeCounts reads = AgeCounts.of(at(late, 500)).plus(never(5_000)).plus(old(4_500));
    AgedPairCounts pairs =
        new AgedPairCounts(
            AgeCounts.of(at(late, 270)).plus(never(270)),
            AgeCounts.of(at(late, 2.7)).plus(never(8)));
    double shown = 0.5 * 8 / (50 + 270);
    for (double others : new double[] {0, OTHERS, Double.NaN}) {
      AgedPairCounts enough = Double.isNaN(others) ? pairs.times(2) : pairs;
      assertThat(shares(counts(COLD, reads, enough), others).olderThan(late).bound(only(COLD)))
          .as("others %s", others)
          .isGreaterThan(shown);
    }
  }

  @Test
  void ofFewKeysAMixCountsForItsWeakerLevel() {
    AgeCounts reads = never(100);
    List<LevelMixes.Left> mixed = new ArrayList<>(only(9));
    mixed.set(9, new LevelMixes.Left(0.5, 1, 0.25));
    ClassShares.Older few = shares(counts(9, reads, AgedPairCounts.NONE), OTHERS).olderThan(0);
    assertThat(few.bound(mixed)).isGreaterThanOrEqualTo(few.bound(only(9)));
    ClassShares.Older many =
        shares(counts(9, reads.times(1_000), AgedPairCounts.NONE), OTHERS).olderThan(0);
    assertThat(many.bound(mixed)).isLessThan(0.6 * many.bound(only(9)));
  }

  @Test
  void aClassOfWhichNothingWasReadIsTakenForTheStalestThereCanBe() {
    ClassCounts counts = counts(COLD, never(1_000), AgedPairCounts.NONE);
    ClassShares.Older older = shares(counts, OTHERS).olderThan(0);
    assertThat(older.means()[3] / older.reads()[3]).isGreaterThan(0.5);
    assertThat(older.means()[COLD] / older.reads()[COLD]).isLessThan(0.01);
  }

  @Test
  void whereItIsNotKnownHowMuchOthersWriteOnlyPairsTell() {
    AgeCounts reads = never(10_000);
    ClassCounts few = counts(COLD, reads, new AgedPairCounts(never(100), never(11)));
    assertThat(shares(few, Double.NaN).olderThan(0).isKnown()).isFalse();
    ClassCounts enough = counts(COLD, reads, new AgedPairCounts(never(100), never(12)));
    ClassShares.Older older = shares(enough, Double.NaN).olderThan(0);
    assertThat(older.isKnown()).isTrue();
    assertThat(older.bound(only(COLD))).isGreaterThan(0.12);
  }

  private static double bound(ClassCounts counts) {
    return shares(counts, OTHERS).olderThan(0).bound(only(COLD));
  }

  /** Reads of rows that were written a little less than a second ago. */
  private static double[] young(double count) {
    return at(AgeBins.of(900_000_000), count);
  }

  private static AgeCounts old(double count) {
    return AgeCounts.of(at(AgeBins.OLDEST, count));
  }

  private static double[] at(int bin, double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = count;
    return counts;
  }
}
