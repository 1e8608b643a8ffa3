package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;

/** On a clock that the test turns; values of a process come every 5 s. */
class HeardEvidenceTest {
  private static final long SECOND = 1_000_000_000L;

  private final HeardEvidence heard =
      new HeardEvidence(new UUID(1, 0), Duration.ofSeconds(15), Duration.ofSeconds(60));

  private void take(long seconds, ProcessEvidence... values) {
    heard.take(EvidenceMap.of(Arrays.asList(values)), MadeUpEvidence.TERMS, seconds * SECOND);
  }

  private List<Boolean> trusted(long seconds) {
    return heard.at(seconds * SECOND).stream().map(Heard::trusted).toList();
  }

  @Test
  void aProcessIsTrustedFromItsSecondValueOn() {
    take(0, MadeUpEvidence.of(1, 100));
    assertThat(trusted(0)).containsExactly(false);
    take(5, MadeUpEvidence.of(1, 100));
    assertThat(trusted(5)).as("the same again is no sign of life").containsExactly(false);
    take(10, MadeUpEvidence.of(1, 101));
    assertThat(trusted(10)).containsExactly(true);
  }

  @Test
  void aProcessThatIsSilentMayOnlyRaiseForAWhileAndIsNothingThen() {
    take(0, MadeUpEvidence.of(1, 100));
    take(5, MadeUpEvidence.of(1, 101));
    assertThat(trusted(20)).containsExactly(true);
    assertThat(trusted(21)).containsExactly(false);
    assertThat(heard.at(30 * SECOND).get(0).ageNanos()).isEqualTo(25 * SECOND);
    assertThat(trusted(65)).containsExactly(false);
    assertThat(trusted(66)).isEmpty();
  }

  /** As a row without a time to live would be. */
  @Test
  void whatIsReadForEverIsNotHeardForEver() {
    for (int seconds = 0; seconds < 600; seconds += 5) {
      take(seconds, MadeUpEvidence.of(1, Long.MAX_VALUE));
      assertThat(trusted(seconds)).hasSize(seconds <= 60 ? 1 : 0).doesNotContain(true);
    }
    take(600);
    take(605, MadeUpEvidence.of(1, 5));
    assertThat(trusted(605)).as("forgotten once it was gone").containsExactly(false);
  }

  @Test
  void whoseNameWasUsedForANumberOutOfReachIsHeardAgainOnceThatHasEnded() {
    take(0, MadeUpEvidence.of(1, 100));
    take(5, MadeUpEvidence.of(1, Long.MAX_VALUE));
    for (int seconds = 10; seconds <= 70; seconds += 5) {
      take(seconds, MadeUpEvidence.of(1, 100 + seconds));
    }
    assertThat(trusted(70)).as("ended after 65 s").isEmpty();
    take(75, MadeUpEvidence.of(1, 175));
    assertThat(trusted(75)).containsExactly(false);
    take(80, MadeUpEvidence.of(1, 180));
    assertThat(trusted(80)).containsExactly(true);
  }

  /** Clocks an hour ahead and an hour behind, and one that jumps back by a day. */
  @Test
  void theClocksOfProcessesMakeNobodyTrustedForLongerThanItsValuesChange() {
    long hour = 3_600_000;
    for (int seconds = 0; seconds <= 20; seconds += 5) {
      long jumped = seconds < 10 ? seconds : seconds - 24 * 3600;
      take(
          seconds,
          MadeUpEvidence.of(1, 100 * hour + hour + seconds),
          MadeUpEvidence.of(2, 100 * hour - hour + seconds),
          MadeUpEvidence.of(3, 100 * hour + 1000 * jumped));
    }
    assertThat(trusted(20)).as("the third changed last at 5 s").containsExactly(true, true, true);
    assertThat(trusted(21)).containsExactly(true, true, false);
    assertThat(trusted(36)).containsExactly(false, false, false);
    assertThat(trusted(81)).isEmpty();
  }

  @Test
  void aProcessThatReadsLittleTellsMoreSeldomAndIsTrustedForSoMuchLonger() {
    AgeCounts few = MadeUpEvidence.counts(3, 1);
    take(0, MadeUpEvidence.of(1, 100, few, AgedPairCounts.NONE), MadeUpEvidence.of(2, 100));
    take(5, MadeUpEvidence.of(1, 101, few, AgedPairCounts.NONE), MadeUpEvidence.of(2, 101));
    assertThat(trusted(20)).containsExactly(true, true);
    assertThat(trusted(21)).containsExactly(true, false);
    assertThat(trusted(65)).containsExactly(true, false);
    assertThat(trusted(66)).isEmpty();
  }

  /** Since it hears them more seldom. */
  @Test
  void aProcessThatReadsLittleTrustsOthersForSoMuchLonger() {
    AgeCounts few = MadeUpEvidence.counts(3, 1);
    take(0, MadeUpEvidence.of(0, 100, few, AgedPairCounts.NONE), MadeUpEvidence.of(2, 100));
    take(5, MadeUpEvidence.of(2, 101));
    assertThat(trusted(65)).containsExactly(true);
    take(65, MadeUpEvidence.of(0, 101), MadeUpEvidence.of(2, 102));
    assertThat(trusted(80)).containsExactly(true);
    assertThat(trusted(81)).containsExactly(false);
  }

  @Test
  void aLateValueIsNoNewOne() {
    take(0, MadeUpEvidence.of(1, 100));
    take(5, MadeUpEvidence.of(1, 102));
    take(19, MadeUpEvidence.of(1, 101));
    assertThat(heard.at(19 * SECOND))
        .containsExactly(new Heard(MadeUpEvidence.of(1, 102), 14 * SECOND, true));
    take(21);
    assertThat(trusted(21)).as("lost is as silent").containsExactly(false);
  }

  @Test
  void whatThisProcessHasToldItselfIsNotHeard() {
    take(0, MadeUpEvidence.of(0, 1));
    take(5, MadeUpEvidence.of(0, 2));
    assertThat(heard.at(5 * SECOND)).isEmpty();
  }

  @Test
  void tooManyProcessesMayOnlyRaiseUntilThereAreFewer() {
    for (int i = 0; i < 2; i++) {
      long sequence = i;
      take(
          5L * i,
          IntStream.rangeClosed(1, EvidenceMap.MOST + 1)
              .mapToObj(each -> MadeUpEvidence.of(each, sequence))
              .toArray(ProcessEvidence[]::new));
    }
    assertThat(trusted(5)).hasSize(EvidenceMap.MOST).doesNotContain(true);
    take(100, MadeUpEvidence.of(1, 2));
    take(105, MadeUpEvidence.of(1, 3));
    assertThat(trusted(105)).containsExactly(true);
  }

  @Test
  void ofOtherTermsOnlyReplicasThatAreBehindCount() {
    ReplicaBehind behind = new ReplicaBehind(new UUID(5, 5), 3, "It is back.");
    AgeCounts reads = MadeUpEvidence.counts(7, 70);
    EvidenceMap told =
        EvidenceMap.of(
            List.of(MadeUpEvidence.of(1, 1, reads, new AgedPairCounts(reads, reads), behind)));
    heard.take(told, MadeUpEvidence.TERMS, 0);
    assertThat(heard.at(0).get(0).value().reads().total()).isEqualTo(70);
    heard.take(told, MadeUpEvidence.TERMS + 1, 0);
    ProcessEvidence left = heard.at(0).get(0).value();
    assertThat(left.reads()).isEqualTo(AgeCounts.NONE);
    assertThat(left.pairs()).isEqualTo(AgedPairCounts.NONE);
    assertThat(left.behind()).containsExactly(behind);
    heard.forget();
    assertThat(heard.at(0)).isEmpty();
  }
}
