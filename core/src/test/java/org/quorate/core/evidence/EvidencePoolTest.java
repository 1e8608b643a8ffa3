package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quorate.core.evidence.MadeUpEvidence.counts;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

class EvidencePoolTest {
  private static final int BIN = 100;

  private static Evidence evidence(double reads, double compared, double stale, double... trips) {
    DelaySample sample = DelaySample.of(Arrays.stream(trips).boxed().toList());
    return new Evidence(
        counts(BIN, reads),
        new AgedPairCounts(counts(BIN, compared), counts(BIN, stale)),
        new RoundTrips(sample, sample),
        List.of(new KeyRange(1, 2)),
        Level.QUORUM);
  }

  private static Evidence others(Evidence told) {
    return new Evidence(told.reads(), told.pairs(), told.roundTrips(), List.of(), null);
  }

  private static EvidencePool pool(Evidence own, Evidence trusted, Evidence all) {
    return EvidencePool.of(own, told(trusted), told(all));
  }

  private static OthersEvidence told(Evidence evidence) {
    return new OthersEvidence(evidence.reads(), evidence.pairs(), evidence.roundTrips());
  }

  private static Evidence withClassesOf(Evidence own, Evidence sum) {
    return new Evidence(
        sum.reads(),
        sum.pairs(),
        own.classes(),
        own.othersWrites(),
        sum.roundTrips(),
        sum.behind(),
        sum.strongest());
  }

  @Test
  void whoHearsNobodyGoesByWhatItKnowsItself() {
    Evidence own = evidence(10, 4, 1, 0.5);
    Evidence nobody = others(Evidence.NONE);
    assertThat(pool(own, nobody, nobody))
        .isEqualTo(new EvidencePool(own, own, Optional.empty(), false));
  }

  @Test
  void whatIsTrustedIsAddedAndNothingElseIsDecidedOn() {
    Evidence told = others(evidence(30, 8, 2, 0.7));
    Evidence own = evidence(10, 4, 1, 0.5);
    EvidencePool pool = pool(own, told, told);
    assertThat(pool.lowering()).isEqualTo(withClassesOf(own, evidence(40, 12, 3, 0.5, 0.7)));
    assertThat(pool.raising()).isEmpty();
  }

  @Test
  void pairsAtALevelBetweenCountForAtMostFiftyTimesOwnOnesAndNotWhereTheseSpeakAgainstThem() {
    BetweenPairs few = new BetweenPairs(4, 0, 1);
    BetweenPairs many = new BetweenPairs(2_000, 2, 10);
    assertThat(between(few, many)).isEqualTo(few.plus(many.times(0.1)));
    assertThat(between(BetweenPairs.NONE, many)).isEqualTo(BetweenPairs.NONE);
    BetweenPairs against = new BetweenPairs(400, 20, 0);
    assertThat(between(against, many)).isEqualTo(against);
  }

  private static BetweenPairs between(BetweenPairs own, BetweenPairs told) {
    return pooled(own, told).lowering().classes().between();
  }

  private static EvidencePool pooled(BetweenPairs own, BetweenPairs told) {
    Evidence plain =
        new Evidence(
            ClassCounts.NONE.plusBetween(own), Double.NaN, RoundTrips.NONE, List.of(), null);
    OthersEvidence others =
        new OthersEvidence(
            AgeCounts.NONE,
            AgedPairCounts.NONE,
            told,
            RoundTrips.NONE,
            ClassCounts.NONE.reads(),
            0,
            0);
    return EvidencePool.of(plain, others, others);
  }

  @Test
  void whatIsNotTrustedMayOnlyRaise() {
    Evidence own = evidence(10, 4, 0, 0.5);
    EvidencePool pool = pool(own, others(Evidence.NONE), others(evidence(30, 8, 2, 0.7)));
    assertThat(pool.lowering()).isEqualTo(own);
    assertThat(pool.raising()).contains(withClassesOf(own, evidence(40, 12, 2, 0.5, 0.7)));
  }

  @Test
  void thatItsClocksAreApartIsMindedWhateverOthersTell() {
    Evidence own = evidence(10, 4, 0, 0.5).withClocksApart(true);
    Evidence trusted = others(evidence(20, 6, 1, 0.6));
    EvidencePool pool = pool(own, trusted, others(evidence(30, 8, 2, 0.7)));
    assertThat(pool.lowering().clocksApart()).isTrue();
    assertThat(pool.raising().orElseThrow().clocksApart()).isTrue();
  }

  /** 1,000 lies of any size; seed 5. */
  @Test
  void noShareIsTakenForLessThanA51stOfWhatTheProcessItselfHasSeen() {
    SeededRandom random = new SeededRandom(5);
    for (int i = 0; i < 1_000; i++) {
      double huge = Math.pow(10, 12 * random.nextDouble());
      Evidence lie =
          new Evidence(
              counts(AgeBins.OLDEST, huge),
              new AgedPairCounts(counts(BIN, huge), AgeCounts.NONE),
              RoundTrips.NONE,
              List.of(),
              null);
      // Too few stale pairs of its own to speak against it.
      Evidence own = evidence(100 * random.nextDouble(), 100 * random.nextDouble(), 0.01);
      Evidence used = pool(own, lie, lie).lowering();
      assertThat(used.reads().count(BIN) / used.reads().total())
          .isGreaterThanOrEqualTo(1 / 51.0 - 1e-12);
      assertThat(used.pairs().stale().total() / used.pairs().compared().total())
          .isGreaterThanOrEqualTo(0.01 / own.pairs().compared().total() / 51 - 1e-12);
    }
  }

  @Test
  void whereOwnRoundTripsAreLongerATailIsTakenForHalfAsLikelyAsTheySayAtTheLeast() {
    Evidence own =
        evidence(1, 0, 0, Collections.nCopies(200, 0.1).stream().mapToDouble(x -> x).toArray());
    Evidence lie = others(evidence(1, 0, 0, new double[400]));
    DelaySample used = pool(own, lie, lie).lowering().roundTrips().slowest();
    assertThat(used.above(0.05) / (double) used.size()).isCloseTo(0.5, within(0.01));
    Evidence without = evidence(1, 0, 0);
    assertThat(pool(without, lie, lie).lowering().roundTrips())
        .as("who has measured nothing lowers nothing")
        .isEqualTo(RoundTrips.NONE);
  }

  /** 1,000 samples of any size and scale; seed 8. */
  @Test
  void aTailIsNeverTakenForLessThanAnEighthAsLikelyAsOwnRoundTripsSay() {
    SeededRandom random = new SeededRandom(8);
    for (int i = 0; i < 1_000; i++) {
      double[] measured = drawn(random, 1 + random.nextInt(60), 1);
      double scale = Math.pow(10, 2 * random.nextDouble() - 1);
      Evidence own = evidence(1, 0, 0, measured);
      Evidence told = others(evidence(1, 0, 0, drawn(random, random.nextInt(500), scale)));
      DelaySample used = pool(own, told, told).lowering().roundTrips().slowest();
      for (double each : measured) {
        double below = Math.nextDown(each);
        // Thinning to quantiles may move one value of all.
        assertThat(8 * (used.above(below) + 1.0) / used.size())
            .isGreaterThan(own.roundTrips().slowest().above(below) / (double) measured.length);
      }
    }
  }

  private static double[] drawn(SeededRandom random, int size, double scale) {
    double[] drawn = new double[size];
    Arrays.setAll(drawn, any -> -scale * Math.log(1 - random.nextDouble()));
    return drawn;
  }

  /** Exponential times; seed 9. */
  @Test
  void oneRoundOfOwnThatAgreesIsAsGoodAsEight() {
    SeededRandom random = new SeededRandom(9);
    Evidence own = evidence(1, 0, 0, drawn(random, 30, 1));
    Evidence alike = others(evidence(1, 0, 0, drawn(random, 500, 1)));
    assertThat(pool(own, alike, alike).lowering().roundTrips().slowest().size()).isEqualTo(240);
    Evidence tenTimesShorter = others(evidence(1, 0, 0, drawn(random, 500, 0.1)));
    assertThat(pool(own, tenTimesShorter, tenTimesShorter).lowering().roundTrips().slowest().size())
        .isEqualTo(60);
  }

  /** Exponential times; seed 10. */
  @Test
  void whoHidesTheTailIsFoundOutOnceOwnRoundTripsHaveOne() {
    SeededRandom random = new SeededRandom(10);
    double[] cut = Arrays.stream(drawn(random, 500, 1)).map(each -> Math.min(each, 0.8)).toArray();
    Evidence withoutTail = others(evidence(1, 0, 0, cut));
    Evidence own = evidence(1, 0, 0, drawn(random, 240, 1));
    assertThat(pool(own, withoutTail, withoutTail).lowering().roundTrips().slowest().size())
        .as("for as many as its own")
        .isEqualTo(480);
  }

  /** A round that was measured while the store was busy is no proof against the others. */
  @Test
  void aRoundThatWasTwiceAsLongByChanceDoesNotSpeakAgainstOthers() {
    SeededRandom random = new SeededRandom(11);
    Evidence own = evidence(1, 0, 0, drawn(random, 30, 2));
    Evidence alike = others(evidence(1, 0, 0, drawn(random, 500, 1)));
    assertThat(pool(own, alike, alike).lowering().roundTrips().slowest().size()).isEqualTo(240);
  }

  @Test
  void longerRoundTripsOfOthersCountWhetherTheyAreTrustedOrNot() {
    double[] many = {0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2};
    Evidence slow = others(evidence(1, 1, 0, many));
    Evidence own = evidence(1, 1, 0, 0.1);
    EvidencePool pool = pool(own, slow, slow);
    assertThat(pool.lowering().roundTrips().slowest().size()).isEqualTo(8);
    assertThat(pool.lowering().roundTrips().slowest().quantile(1)).isEqualTo(1.2);
    assertThat(pool.raising()).as("that it is seven of eight is no reason").isEmpty();
    EvidencePool heardFirst = pool(own, others(Evidence.NONE), slow);
    assertThat(heardFirst.raising().orElseThrow().roundTrips().slowest())
        .isEqualTo(DelaySample.of(List.of(0.1, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2)));
    EvidencePool begun = pool(evidence(1, 1, 0), slow, slow);
    assertThat(begun.lowering().roundTrips()).isEqualTo(RoundTrips.NONE);
    assertThat(begun.raising().orElseThrow().roundTrips().slowest().size()).isEqualTo(8);
  }

  @Test
  void whereOwnPairsSpeakAgainstItNothingIsLowered() {
    Evidence own = evidence(10, 100, 20, 0.5);
    Evidence clean = others(evidence(1e6, 1e6, 0));
    EvidencePool pool = pool(own, clean, clean);
    assertThat(pool.contradicted()).isTrue();
    assertThat(pool.lowering()).isEqualTo(own);
    assertThat(pool.raising()).isPresent();
    Evidence alike = others(evidence(1e3, 5_000, 1_000));
    assertThat(pool(own, alike, alike).contradicted()).isFalse();
    Evidence worse = others(evidence(1e3, 5_000, 5_000));
    assertThat(pool(own, worse, worse).contradicted())
        .as("that others are worse is no reason to lower nothing")
        .isFalse();
  }

  @Test
  void whoeverHidesStaleReadsIsFoundOutByTheSecondThatIsMet() {
    Evidence own = evidence(10, 100, 2);
    Evidence clean = others(evidence(10, 4_500, 0));
    assertThat(pool(own, clean, clean).contradicted()).isTrue();
    Evidence fewer = others(evidence(10, 4_000, 0));
    assertThat(pool(own, fewer, fewer).contradicted()).isFalse();
  }

  /**
   * 20,000 honest sets of 20 processes with a stale rate of 1 to 20 %, level 0.001; seed 9. At most
   * 20 false alarms are expected, and 40 have a probability below 1e-4.
   */
  @Test
  void honestProcessesSeldomSpeakAgainstOneAnother() {
    SeededRandom random = new SeededRandom(9);
    int alarms = 0;
    for (int i = 0; i < 20_000; i++) {
      double rate = 0.01 + 0.19 * random.nextDouble();
      Evidence own = evidence(1, 50, staleOf(50, rate, random));
      Evidence told = others(evidence(1, 950, staleOf(950, rate, random)));
      alarms += pool(own, told, told).contradicted() ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(40);
  }

  private static int staleOf(int pairs, double rate, SeededRandom random) {
    int stale = 0;
    for (int pair = 0; pair < pairs; pair++) {
      stale += random.nextDouble() < rate ? 1 : 0;
    }
    return stale;
  }
}
