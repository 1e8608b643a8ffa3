package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

class RecencyPolicyTest {
  private static final ConsistencyPolicy QUORATE = Policies.of("quorate", 0.01);
  private static final int MILLIS_20 = AgeBins.of(TimeUnit.MILLISECONDS.toNanos(20));

  private static final AgedPairCounts NO_PAIRS = AgedPairCounts.NONE;

  /** Of each age alike, and as many of rows never written. */
  private static final AgeCounts READS = counts(AgeBins.NEVER, 10_000, 100);

  @Test
  void readsOfRowsWrittenLatelyAreRaisedAndOthersNot() {
    Decision decision = decide(QUORATE, Level.ONE, READS, NO_PAIRS);
    assertThat(decision.level()).isEqualTo(Level.ONE);
    assertThat(window(decision)).isBetween(millis(5), millis(100));
    assertThat(decision.reason()).contains("go out at").contains("tolerance 1 %");
  }

  @Test
  void theWindowGrowsAsTheToleranceShrinks() {
    long before = 0;
    for (double tolerance : new double[] {0.2, 0.05, 0.01, 0.001, 0.0001}) {
      long window = window(decide(Policies.of("quorate", tolerance), Level.ONE, READS, NO_PAIRS));
      assertThat(window).isGreaterThan(before);
      before = window;
    }
  }

  @Test
  void whereNothingMayBeStaleAllReadsMeetEveryWrite() {
    assertThat(decide(Policies.of("quorate", 0), Level.ONE, READS, NO_PAIRS).level())
        .isEqualTo(Level.ALL);
    assertThat(decide(Policies.of("recency", 0), Level.QUORUM, READS, NO_PAIRS).level())
        .isEqualTo(Level.QUORUM);
  }

  @Test
  void whereTheWeakestLevelMeetsEveryWriteNothingIsRaised() {
    Decision decision =
        QUORATE.decide(
            levels(Level.ALL)
                .observation(0, 0, Propagation.exactly(1), KeyPopularity.ONE_KEY)
                .with(evidence(READS, AgedPairCounts.NONE, List.of(new KeyRange(0, 9)))),
            levels(Level.ALL));
    assertThat(decision.level()).isEqualTo(Level.ONE);
    assertThat(decision.raises()).isEmpty();
  }

  @Test
  void withoutAnyReadsTheWindowIsAsIfAllWereAtTheWorstAge() {
    assertThat(window(decide(QUORATE, Level.ONE, AgeCounts.NONE, NO_PAIRS)))
        .isGreaterThan(window(decide(QUORATE, Level.ONE, READS, NO_PAIRS)));
  }

  @Test
  void pairsThatAreStaleBeyondTheWindowLengthenItAndThoseThatAreNotShortenIt() {
    long plain = window(decide(QUORATE, Level.ONE, READS, NO_PAIRS));
    int bin = AgeBins.of(2 * plain);
    AgedPairCounts stale = new AgedPairCounts(counts(bin, 200, 0), counts(bin, 60, 0));
    assertThat(window(decide(QUORATE, Level.ONE, READS, stale))).isGreaterThan(plain);
    AgedPairCounts fresh = new AgedPairCounts(counts(MILLIS_20, 500, 0), AgeCounts.NONE);
    assertThat(window(decide(QUORATE, Level.ONE, READS, fresh))).isLessThan(plain);
  }

  @Test
  void whereClocksHideWhatIsStalePairsLengthenTheWindowAndDoNotShortenIt() {
    long plain = window(decide(QUORATE, Level.ONE, READS, NO_PAIRS));
    int bin = AgeBins.of(2 * plain);
    AgedPairCounts stale = new AgedPairCounts(counts(bin, 200, 0), counts(bin, 60, 0));
    AgedPairCounts fresh = new AgedPairCounts(counts(MILLIS_20, 500, 0), AgeCounts.NONE);
    assertThat(windowWithClocksApart(stale)).isGreaterThan(plain);
    assertThat(windowWithClocksApart(fresh)).isEqualTo(plain);
  }

  private static long windowWithClocksApart(AgedPairCounts pairs) {
    return window(
        decide(QUORATE, Level.ONE, evidence(READS, pairs, List.of()).withClocksApart(true)));
  }

  @Test
  void pairsThatAreLostWidenTheBoundSoThatMoreIsRaised() {
    ClassCounts known = ClassCounts.unclassed(READS, NO_PAIRS);
    long few = windowOf(new ClassCounts(known.reads(), known.pairs(), 2));
    long many = windowOf(new ClassCounts(known.reads(), known.pairs(), 200));
    assertThat(few).isGreaterThanOrEqualTo(windowOf(known));
    assertThat(many).isGreaterThan(few);
  }

  private static long windowOf(ClassCounts classes) {
    return window(
        decide(
            QUORATE,
            Level.ONE,
            new Evidence(
                classes,
                Double.NaN,
                evidence(READS, NO_PAIRS, List.of()).roundTrips(),
                List.of(),
                null)));
  }

  @Test
  void pairsThatShowOthersWritesRaiseTheWholeTableAndCleanOnesDoNot() {
    AgedPairCounts foreign =
        new AgedPairCounts(counts(AgeBins.NEVER, 300, 0), counts(AgeBins.NEVER, 30, 0));
    assertThat(decide(QUORATE, Level.ONE, READS, foreign).level()).isEqualTo(Level.ALL);
    assertThat(decide(QUORATE, Level.QUORUM, READS, foreign).level()).isEqualTo(Level.QUORUM);
    AgedPairCounts clean = new AgedPairCounts(counts(AgeBins.NEVER, 300, 0), AgeCounts.NONE);
    assertThat(decide(QUORATE, Level.ONE, READS, clean).level()).isEqualTo(Level.ONE);
  }

  @Test
  void aWindowThatOwnWritesNeedIsNotShortenedForClassesThoughMostReadsAreWithinIt() {
    int late = AgeBins.of(millis(300));
    AgeCounts reads = counts(AgeBins.of(millis(2)), 100_000, 0).plus(counts(late, 5_000, 100));
    AgedPairCounts pairs =
        new AgedPairCounts(
            counts(late, 200, 0).plus(counts(AgeBins.NEVER, 20_000, 0)), counts(late, 60, 0));
    for (double others : new double[] {0, 0.1, Double.NaN, 19}) {
      Evidence evidence =
          new Evidence(
              ClassCounts.unclassed(reads, pairs),
              others,
              evidence(reads, pairs, List.of()).roundTrips(),
              List.of(),
              null);
      Decision decision = decide(QUORATE, Level.ONE, evidence);
      assertThat(window(decision)).as("others %s", others).isGreaterThan(AgeBins.fromNanos(late));
      if (!(others >= 0.2)) {
        assertThat(decision.isByClass()).isFalse();
      }
    }
  }

  @Test
  void whatOnlyOtherProcessesHaveSeenOfRowsNeverWrittenRaisesAllAndNotByClass() {
    AgedPairCounts clean = new AgedPairCounts(counts(AgeBins.NEVER, 600, 0), AgeCounts.NONE);
    AgedPairCounts stale = new AgedPairCounts(AgeCounts.NONE, counts(AgeBins.NEVER, 200, 0));
    ClassCounts shown = everyClass(clean).plus(hottest(stale));
    assertThat(decide(QUORATE, Level.ONE, pooled(shown, AgedPairCounts.NONE)).isByClass()).isTrue();
    AgedPairCounts ofOthers =
        new AgedPairCounts(counts(AgeBins.NEVER, 9_600, 0), counts(AgeBins.NEVER, 400, 0));
    Decision decision = decide(QUORATE, Level.ONE, pooled(everyClass(clean), ofOthers));
    assertThat(decision.isByClass()).isFalse();
    assertThat(decision.level()).isEqualTo(Level.ALL);
  }

  /** As many reads of old rows in each class, and these pairs beside them. */
  private static ClassCounts everyClass(AgedPairCounts pairs) {
    AgeCounts reads = counts(AgeBins.NEVER, 10_000, 0).plus(counts(AgeBins.OLDEST, 3_000, 0));
    return new ClassCounts(
        Collections.nCopies(KeyPlace.CLASSES, reads), Collections.nCopies(KeyPlace.CLASSES, pairs));
  }

  private static ClassCounts hottest(AgedPairCounts pairs) {
    return ClassCounts.unclassed(AgeCounts.NONE, pairs);
  }

  private static Evidence pooled(ClassCounts own, AgedPairCounts ofOthers) {
    return new Evidence(
        own.allReads(),
        own.allPairs().plus(ofOthers),
        own,
        19,
        evidence(AgeCounts.NONE, NO_PAIRS, List.of()).roundTrips(),
        List.of(),
        null);
  }

  @Test
  void whatIsRaisedGoesOutAtTheWeakestLevelThatLeavesTheToleranceKept() {
    int twoMillis = AgeBins.of(millis(2));
    AgeCounts rarelyYoung = counts(AgeBins.NEVER, 1_000_000, 0).plus(counts(twoMillis, 2_000, 0));
    AgeCounts young = counts(twoMillis, 20_000, 100);
    assertThat(raised(decide(Policies.of("quorate", 0.001), Level.ONE, rarelyYoung, NO_PAIRS)))
        .isEqualTo(Level.QUORUM);
    assertThat(raised(decide(Policies.of("quorate", 0.001), Level.ONE, young, NO_PAIRS)))
        .isEqualTo(Level.ALL);
    assertThat(raised(decide(Policies.of("quorate", 0.001), Level.QUORUM, young, NO_PAIRS)))
        .isEqualTo(Level.QUORUM);
  }

  @Test
  void whereOnlyReadsOfTheOldestAgeAreStaleTheyAreRaisedWhateverTheirAge() {
    AgeCounts old = counts(AgeBins.OLDEST, 10_000, 0);
    AgedPairCounts stale = new AgedPairCounts(old, counts(AgeBins.OLDEST, 5_000, 0));
    Decision decision = decide(QUORATE, Level.ONE, old, stale);
    assertThat(decision.raises()).isNotEmpty();
    assertThat(window(decision)).isEqualTo(Long.MAX_VALUE);
    assertThat(decision.reason()).contains("any time");
  }

  @Test
  void whereTheLevelThatMeetsEveryWriteMayNotBeSentTheWindowIsAsLongAsTheStrongestOthersNeeds() {
    int youngAge = AgeBins.of(millis(2));
    AgeCounts young = counts(youngAge, 20_000, 100);
    ConsistencyPolicy strict = Policies.of("quorate", 0.001);
    Evidence free = evidence(young, NO_PAIRS, List.of(new KeyRange(5, 9)));
    Decision unlimited = decide(strict, Level.ONE, free);
    assertThat(raised(unlimited)).isEqualTo(Level.ALL);
    Decision limited = decide(strict, Level.ONE, atMost(Level.QUORUM, free));
    assertThat(limited.raises()).allMatch(raise -> raise.level() == Level.QUORUM);
    assertThat(limited.raises()).contains(new Raise.TokenRange(5, 9, Level.QUORUM));
    assertThat(window(limited)).as("none is enough").isGreaterThan(3 * window(unlimited));
    assertThat(decide(strict, Level.ONE, atMost(Level.ALL, free))).isEqualTo(unlimited);
  }

  @Test
  void whereNothingStrongerThanTheWeakestMayBeSentNothingIsRaised() {
    Evidence free = evidence(READS, NO_PAIRS, List.of(new KeyRange(5, 9)));
    Decision decision = decide(QUORATE, Level.ONE, atMost(Level.ONE, free));
    assertThat(decision.level()).isEqualTo(Level.ONE);
    assertThat(decision.raises()).isEmpty();
  }

  @Test
  void rangesThatAreBehindAreRaisedByQuorateAlone() {
    Evidence evidence = evidence(READS, NO_PAIRS, List.of(new KeyRange(5, 9)));
    assertThat(decide(QUORATE, Level.QUORUM, evidence).raises())
        .contains(new Raise.TokenRange(5, 9, Level.QUORUM));
    assertThat(decide(Policies.of("recency", 0.01), Level.QUORUM, evidence).raises())
        .noneMatch(Raise.TokenRange.class::isInstance);
  }

  @Test
  void recencyRaisesForThePropagationTimesUpperEnd() {
    Decision decision = decide(Policies.of("recency", 0.0005), Level.ONE, READS, NO_PAIRS);
    assertThat(window(decision)).isBetween(millis(20), millis(23));
  }

  @Test
  void namesAreReadAsTheyAreWritten() {
    assertThat(PolicyParser.parse("quorate 0.1%").name()).isEqualTo("quorate 0.1%");
    assertThat(PolicyParser.parse("recency 1%")).isEqualTo(Policies.of("recency", 0.01));
    assertThat(PolicyParser.parse("quorate 1%").modelName()).isEmpty();
    assertThat(PolicyParser.parse("quorate 1%").needsRates()).isFalse();
    assertThatThrownBy(() -> Policies.of("quorate", 2)).hasMessageContaining("tolerance");
  }

  private static Decision decide(
      ConsistencyPolicy policy, Level write, AgeCounts reads, AgedPairCounts pairs) {
    return decide(policy, write, evidence(reads, pairs, List.of()));
  }

  private static Decision decide(ConsistencyPolicy policy, Level write, Evidence evidence) {
    ReadLevels levels = levels(write);
    return policy.decide(
        levels
            .observation(0, 0, new Propagation(0.01, 0.006, 0.02), KeyPopularity.ONE_KEY)
            .with(evidence),
        levels);
  }

  private static ReadLevels levels(Level write) {
    return new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", LevelLadder.GLOBAL, write);
  }

  private static Evidence evidence(AgeCounts reads, AgedPairCounts pairs, List<KeyRange> behind) {
    DelaySample trips =
        DelaySample.of(IntStream.range(0, 100).mapToObj(i -> 0.01 * Math.exp(i / 60.0)).toList());
    return new Evidence(reads, pairs, new RoundTrips(trips, trips), behind, null);
  }

  private static Evidence atMost(Level strongest, Evidence evidence) {
    return new Evidence(
        evidence.reads(), evidence.pairs(), evidence.roundTrips(), evidence.behind(), strongest);
  }

  private static AgeCounts counts(int bin, double there, double elsewhere) {
    double[] counts = new double[AgeBins.COUNT];
    Arrays.fill(counts, elsewhere);
    counts[bin] = there;
    return AgeCounts.of(counts);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long window(Decision decision) {
    return decision.raises().stream()
        .filter(Raise.RecentlyWritten.class::isInstance)
        .mapToLong(raise -> ((Raise.RecentlyWritten) raise).withinNanos())
        .max()
        .orElse(0);
  }

  private static Level raised(Decision decision) {
    return decision.raises().get(0).level();
  }
}
