package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quorate.core.evidence.MadeUpEvidence.counts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

class SharedClassesTest {
  private static final int CLASS = 8;
  private static final int YOUNG = 120;

  /** Of reads of one class of keys some are of rows that the process wrote of late. */
  private static Evidence evidence(double reads, double young, double othersWrites) {
    AgeCounts all = counts(AgeBins.NEVER, reads - young).plus(counts(YOUNG, young));
    List<AgeCounts> byClass =
        new ArrayList<>(Collections.nCopies(KeyPlace.CLASSES, AgeCounts.NONE));
    byClass.set(CLASS, all);
    List<AgedPairCounts> pairs = Collections.nCopies(KeyPlace.CLASSES, AgedPairCounts.NONE);
    return new Evidence(
        new ClassCounts(byClass, pairs), othersWrites, RoundTrips.NONE, List.of(), null);
  }

  private static SharedClasses shared(Evidence own, Evidence... others) {
    List<Heard> heard = new ArrayList<>();
    for (Evidence each : others) {
      UUID process = new UUID(0, heard.size());
      heard.add(new Heard(ProcessEvidence.of(process, 1, 1, each, List.of()), 0, true));
    }
    double ownShare = 1 / (1 + own.othersWrites());
    double ownBetween = own.classes().between().compared();
    return SharedClasses.of(
        own,
        OthersEvidence.sum(heard, each -> 1, each -> 1, own.reads().total(), ownShare, ownBetween),
        50);
  }

  /** Times as many young reads for what others write, by which reads are expected to be stale. */
  private static double expected(ClassCounts classes, double othersWrites) {
    return othersWrites * classes.reads().get(CLASS).count(YOUNG) / classes.allReads().total();
  }

  @Test
  void processesThatAreAlikeKnowAsMuchAsAllTogether() {
    Evidence own = evidence(100, 3, 3);
    SharedClasses shared = shared(own, own, own, own);
    assertThat(shared.likeOwn()).isEqualTo(4);
    assertThat(shared.othersWrites()).isCloseTo(3, within(1e-6));
    assertThat(shared.classes().reads().get(CLASS).count(YOUNG)).isEqualTo(12);
  }

  /** One writes 1.4 times as much as the other, so that so many of its reads are young. */
  @Test
  void ratesThatFollowAreThoseOfAllWritesWhoeverDidThem() {
    Evidence more = evidence(1_000, 14, 100.0 / 14 - 1);
    Evidence less = evidence(1_000, 10, 9);
    for (Evidence own : List.of(more, less)) {
      SharedClasses shared = shared(own, own.equals(more) ? less : more);
      assertThat(shared.likeOwn()).isEqualTo(2);
      assertThat(expected(shared.classes(), shared.othersWrites()))
          .isCloseTo(expected(own.classes(), own.othersWrites()), within(1e-3));
    }
  }

  @Test
  void whoSendsMuchMoreOrLessOrWritesAnotherShareIsNotAlike() {
    Evidence own = evidence(100, 10, 9);
    for (Evidence other :
        List.of(
            evidence(200, 20, 9),
            evidence(50, 5, 9),
            evidence(100, 10, 4),
            evidence(100, 10, 19),
            evidence(100, 10, Double.NaN))) {
      assertThat(shared(own, other)).isEqualTo(new SharedClasses(own.classes(), 9, 1));
    }
    Evidence most = evidence(100, 10, 0.2);
    assertThat(shared(most, evidence(100, 10, 0.6)).likeOwn())
        .as("whose reads are stale for much more that others write")
        .isEqualTo(1);
    Evidence unknowing = evidence(100, 3, Double.NaN);
    assertThat(shared(unknowing, own).classes()).isEqualTo(unknowing.classes());
  }

  @Test
  void whoHasJustBegunAndKnowsNoClassesTellsNoneEither() {
    Evidence own = evidence(100, 10, 9);
    Evidence begun =
        new Evidence(
            ClassCounts.unclassed(own.reads(), AgedPairCounts.NONE),
            9,
            RoundTrips.NONE,
            List.of(),
            null);
    assertThat(shared(own, begun).likeOwn()).isEqualTo(1);
  }

  @Test
  void whereSharesOfWritesAddUpToMoreThanAllClassesAreOnesOwn() {
    Evidence own = evidence(100, 10, 1);
    Evidence liar = evidence(1_000_000, 0, 0);
    assertThat(shared(own, own, liar)).isEqualTo(new SharedClasses(own.classes(), 1, 1));
  }

  private static Evidence sampled(Evidence of, BetweenPairs sample) {
    return new Evidence(
        of.classes().plusBetween(sample), of.othersWrites(), RoundTrips.NONE, List.of(), null);
  }

  /** Seven own pairs and a lie of a million clean ones are no sample of 330. */
  @Test
  void aSampleOfOthersIsTakenOfThoseThatAreAlikeAndOfNoneForMuchMoreThanTheOwn() {
    Evidence own = sampled(evidence(100, 10, 9), new BetweenPairs(7, 0, 0));
    Evidence liar = sampled(evidence(100, 10, 9), new BetweenPairs(1_000_000, 0, 0));
    Evidence alike = sampled(evidence(100, 10, 9), new BetweenPairs(8, 1, 0));
    Evidence unlike = sampled(evidence(1_000, 100, 9), new BetweenPairs(8, 0, 0));
    assertThat(shared(own, unlike).classes().between()).isEqualTo(own.classes().between());
    BetweenPairs all = shared(own, alike, liar, unlike).classes().between();
    assertThat(all.compared()).isCloseTo(7 + 8 + 1.5 * 7, within(1e-6));
    assertThat(all.stale()).isCloseTo(1, within(1e-6));
  }

  /** Lies of many about their young reads, whoever of them is alike. */
  @Test
  void noShareIsTakenForLessThanA51stOfWhatTheProcessItselfHasSeen() {
    Evidence own = evidence(100, 10, 99);
    for (int liars = 1; liars < 100; liars += 7) {
      Evidence liar = evidence(140, 0, 70);
      SharedClasses shared = shared(own, Collections.nCopies(liars, liar).toArray(Evidence[]::new));
      assertThat(expected(shared.classes(), shared.othersWrites()))
          .isGreaterThanOrEqualTo(expected(own.classes(), 99) / 51 - 1e-9);
    }
  }
}
