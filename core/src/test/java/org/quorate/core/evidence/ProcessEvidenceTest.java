package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.core.evidence.MadeUpEvidence.counts;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

class ProcessEvidenceTest {
  /** As the difference of two rounds is, between which a pair was being counted. */
  @Test
  void aStalePairWhoseComparisonIsNotCountedYetIsLeftOut() {
    AgedPairCounts pairs = new AgedPairCounts(counts(7, 2), counts(7, 3).plus(counts(8, 1)));
    Evidence own = new Evidence(AgeCounts.NONE, pairs, RoundTrips.NONE, List.of(), null);
    assertThat(ProcessEvidence.of(new UUID(1, 1), 1, 1, own, List.of()).pairs())
        .isEqualTo(new AgedPairCounts(counts(7, 2), counts(7, 2)));
  }

  @Test
  void whereClocksHideWhatIsStaleNoCleanPairIsTold() {
    AgedPairCounts pairs = new AgedPairCounts(counts(7, 100), counts(7, 3));
    Evidence own = new Evidence(AgeCounts.NONE, pairs, RoundTrips.NONE, List.of(), null);
    assertThat(
            ProcessEvidence.of(new UUID(1, 1), 1, 1, own.withClocksApart(true), List.of()).pairs())
        .isEqualTo(new AgedPairCounts(counts(7, 3), counts(7, 3)));
  }
}
