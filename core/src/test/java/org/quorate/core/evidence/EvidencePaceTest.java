package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

class EvidencePaceTest {
  private static final Duration TRUSTED = Duration.ofSeconds(15);

  private static AgeCounts counts(double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[3] = count;
    return AgeCounts.of(counts);
  }

  private static ProcessEvidence value(
      long terms, double reads, double stale, double others, int trips, double seconds) {
    return new ProcessEvidence(
        new UUID(0, 1),
        7,
        terms,
        counts(reads),
        new AgedPairCounts(counts(10), counts(stale)),
        ClassParts.NONE,
        others,
        new RoundTrips(DelaySample.of(Collections.nCopies(trips, seconds)), DelaySample.NONE),
        List.of());
  }

  /** Reads count for half after 30 s, so 43.28 s of them are there. */
  @ParameterizedTest
  @CsvSource({"0, 4", "1, 4", "4, 4", "5.4, 3", "8.1, 2", "16.1, 1", "1000, 1"})
  void aRoundIsWorthEightyReads(double readsPerSecond, int rounds) {
    AgeCounts reads = counts(readsPerSecond * 30 / Math.log(2));
    assertThat(EvidencePace.rounds(reads, TRUSTED)).isEqualTo(rounds);
  }

  @Test
  void whatIsMuchTheSameIsNoNews() {
    ProcessEvidence told = value(1, 100, 2, 3, 30, 0.01);
    for (ProcessEvidence now :
        Arrays.asList(
            told,
            value(1, 154, 2, 3, 30, 0.01),
            value(1, 10, 0.1, 3, 0, 0),
            value(1, 100, 2.4, 5, 44, 0.014))) {
      assertThat(EvidencePace.isNews(now, told)).isFalse();
    }
  }

  @Test
  void whatMayRaiseOrBeWorthALowerLevelIsNews() {
    ProcessEvidence told = value(1, 100, 2, 3, 30, 0.01);
    for (ProcessEvidence now :
        Arrays.asList(
            value(2, 100, 2, 3, 30, 0.01),
            value(1, 156, 2, 3, 30, 0.01),
            value(1, 100, 2.6, 3, 30, 0.01),
            value(1, 100, 2, Double.NaN, 30, 0.01),
            value(1, 100, 2, 3, 46, 0.01),
            value(1, 100, 2, 3, 30, 0.016),
            value(1, 100, 2, 3, 30, 0.006))) {
      assertThat(EvidencePace.isNews(now, told)).isTrue();
    }
    ProcessEvidence first = value(1, 0, 2, 3, 0, 0);
    assertThat(EvidencePace.isNews(told, first)).isTrue();
  }

  @Test
  void aReplicaThatIsBehindIsNewsAndSoIsThatItIsNot() {
    ProcessEvidence none = value(1, 100, 2, 3, 30, 0.01);
    ProcessEvidence behind = behind(none, 3);
    assertThat(EvidencePace.isNews(behind, none)).isTrue();
    assertThat(EvidencePace.isNews(none, behind)).isTrue();
    assertThat(EvidencePace.isNews(behind(none, 9), behind)).as("for longer").isFalse();
  }

  @Test
  void theFirstPairTimeIsNewsAndLaterOnesAreNot() {
    ProcessEvidence none = value(1, 100, 2, 3, 30, 0.01);
    ProcessEvidence one = none.with(List.of(0.01), Optional.empty());
    assertThat(EvidencePace.isNews(one, none)).isTrue();
    assertThat(EvidencePace.isNews(none.with(List.of(0.01, 0.02), Optional.empty()), one))
        .isFalse();
    assertThat(EvidencePace.isNews(none, one)).isFalse();
  }

  private static ProcessEvidence behind(ProcessEvidence value, int seconds) {
    return new ProcessEvidence(
        value.process(),
        value.sequence(),
        value.terms(),
        value.reads(),
        value.pairs(),
        value.classes(),
        value.othersWrites(),
        value.roundTrips(),
        List.of(new ReplicaBehind(new UUID(5, 5), seconds, "It is back.")));
  }
}
