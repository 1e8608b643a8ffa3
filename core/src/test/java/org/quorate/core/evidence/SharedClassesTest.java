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

  private static OthersEvidence told(double ownReads, Evidence... others) {
    List<Heard> heard = new ArrayList<>();
    for (Evidence each : others) {
      heard.add(
          new Heard(ProcessEvidence.of(new UUID(0, heard.size()), 1, 1, each, List.of()), 0, true));
    }
    return OthersEvidence.sum(heard, each -> 1, each -> 1, ownReads);
  }

  @Test
  void processesThatAreAlikeKnowAsMuchAsAllTogether() {
    Evidence own = evidence(100, 3, 3);
    SharedClasses shared = SharedClasses.of(own, told(100, own, own, own), 50);
    assertThat(shared.likeOwn()).isEqualTo(4);
    assertThat(shared.othersWrites()).isCloseTo(3, within(1e-6));
    assertThat(shared.classes().reads().get(CLASS).count(YOUNG)).isEqualTo(12);
  }

  /** One writes thrice as much as the other, so that thrice as many of its reads are young. */
  @Test
  void ratesThatFollowAreThoseOfAllWritesWhoeverDidThem() {
    Evidence often = evidence(1_000, 30, 1.0 / 3);
    Evidence seldom = evidence(1_000, 10, 3);
    for (Evidence own : List.of(often, seldom)) {
      Evidence other = own.equals(often) ? seldom : often;
      SharedClasses shared = SharedClasses.of(own, told(1_000, other), 50);
      double found = shared.classes().reads().get(CLASS).count(YOUNG) / 2_000;
      double ofOwn = own.classes().reads().get(CLASS).count(YOUNG) / 1_000;
      assertThat(found * shared.othersWrites())
          .as("young ones by others, of all reads")
          .isCloseTo(ofOwn * own.othersWrites(), within(1e-6));
    }
  }

  @Test
  void aProcessThatOnlyReadsSaysHowLittleOfAllItsOwnAgesKnow() {
    Evidence writer = evidence(1_000, 40, 0);
    Evidence reader = evidence(1_000, 0, 1e6);
    SharedClasses shared = SharedClasses.of(reader, told(1_000, writer), 50);
    assertThat(shared.othersWrites()).isCloseTo(2, within(1e-3));
    assertThat(shared.classes().reads().get(CLASS).count(YOUNG)).isEqualTo(40);
  }

  @Test
  void whoDoesNotKnowHowMuchOthersWriteSaysAndHearsNothingByClass() {
    Evidence own = evidence(100, 3, 3);
    Evidence unknowing = evidence(100, 3, Double.NaN);
    assertThat(SharedClasses.of(own, told(100, unknowing), 50))
        .isEqualTo(new SharedClasses(own.classes(), 3, 1));
    assertThat(SharedClasses.of(unknowing, told(100, own), 50).classes())
        .isEqualTo(unknowing.classes());
  }

  @Test
  void whereSharesOfWritesAddUpToMoreThanAllClassesAreOnesOwn() {
    Evidence own = evidence(100, 10, 1);
    Evidence liar = evidence(1_000_000, 0, 0);
    assertThat(SharedClasses.of(own, told(100, liar), 50))
        .isEqualTo(new SharedClasses(own.classes(), 1, 1));
  }

  /** Lies about reads alone, by any number of reads. */
  @Test
  void noShareIsTakenForLessThanA51stOfWhatTheProcessItselfHasSeen() {
    Evidence own = evidence(100, 10, 1);
    for (double reads = 1; reads < 1e9; reads *= 7) {
      SharedClasses shared = SharedClasses.of(own, told(100, evidence(reads, 0, 1)), 50);
      assertThat(shared.classes().allReads().count(YOUNG) / shared.classes().allReads().total())
          .isGreaterThanOrEqualTo(10 / 100.0 / 51 - 1e-9);
      assertThat(shared.likeOwn()).isLessThanOrEqualTo(51 + 1e-9);
    }
  }
}
