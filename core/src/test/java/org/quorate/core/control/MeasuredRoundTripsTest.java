package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

class MeasuredRoundTripsTest {
  private final MeasuredRoundTrips roundTrips = new MeasuredRoundTrips(3);
  private final PairTimes pairs = new PairTimes();
  private long now;

  private static RoundTrips round(double slowest, double single) {
    return new RoundTrips(
        DelaySample.of(Collections.nCopies(20, slowest)),
        DelaySample.of(Collections.nCopies(10, single)));
  }

  private void pairs(int count, long millis) {
    for (int i = 0; i < count; i++) {
      now += TimeUnit.SECONDS.toNanos(1);
      pairs.add(0, TimeUnit.MILLISECONDS.toNanos(millis), now);
    }
  }

  @Test
  void whatPairsTakeCountsWhereItIsFarLongerThanWhatWasMeasured() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    assertThat(roundTrips.believed(now)).isEqualTo(round(0.010, 0.004));
    pairs(5, 50);
    assertThat(roundTrips.timesTooShort(now)).isEqualTo(5, within(1e-9));
    assertThat(roundTrips.believed(now).slowest().quantile(0.5)).isEqualTo(0.050, within(1e-9));
    assertThat(roundTrips.believed(now).single().quantile(0.5))
        .as("that pairs say nothing of")
        .isEqualTo(0.004);
    assertThat(roundTrips.slowest().quantile(0.5)).as("as measured").isEqualTo(0.010);
    pairs(16, 10);
    assertThat(roundTrips.timesTooShort(now)).as("they agree").isEqualTo(1);
    assertThat(roundTrips.believed(now)).isEqualTo(round(0.010, 0.004));
  }

  @Test
  void requestsThatWaitForNoReplicaAreThoseOfLateWhereTheyTakeLess() {
    for (int i = 0; i < 12; i++) {
      roundTrips.add(alone(0.009));
    }
    assertThat(roundTrips.believed(now).alone().quantile(1)).isEqualTo(0.009);
    roundTrips.add(alone(0.001));
    assertThat(roundTrips.believed(now).alone().quantile(1)).as("quiet again").isEqualTo(0.001);
    roundTrips.add(alone(0.020));
    assertThat(roundTrips.believed(now).alone().quantile(0.1)).as("of all").isEqualTo(0.009);
    assertThat(roundTrips.believed(now).alone().quantile(0)).as("as the fastest").isEqualTo(0.001);
  }

  @Test
  void pairsAreSentForTheirTimeUntilFourOfThemTellAndNoMoreThanOneInTenReads() {
    roundTrips.timed(pairs);
    roundTrips.wantPairs(0, now);
    assertThat(pairs.isWanted()).as("there is nothing to hold them against").isFalse();
    roundTrips.add(round(0.010, 0.004));
    for (int i = 0; i < 4; i++) {
      roundTrips.wantPairs(10 * i, now);
      assertThat(pairs.takeWanted()).as("pair %d", i + 1).isTrue();
      pairs(1, 10);
      roundTrips.wantPairs(10 * i + 9, now);
      assertThat(pairs.isWanted()).as("reads are few").isFalse();
    }
    roundTrips.wantPairs(1_000, now);
    assertThat(pairs.isWanted()).as("four tell that times are as measured").isFalse();
  }

  @Test
  void whereTimesWereFoundTooShortPairsGoOnNowAndThenSoThatItCanEnd() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(5, 50);
    assertThat(roundTrips.timesTooShort(now)).isEqualTo(5, within(1e-9));
    int sent = 0;
    for (int second = 0; second < 300; second++) {
      roundTrips.wantPairs(100 * second, now);
      if (pairs.takeWanted()) {
        sent++;
        pairs.add(0, TimeUnit.MILLISECONDS.toNanos(10), now);
      }
      now += TimeUnit.SECONDS.toNanos(1);
    }
    assertThat(roundTrips.timesTooShort(now)).as("they agree").isEqualTo(1);
    assertThat(sent).as("every 15 s, until it was over").isBetween(3, 11);
  }

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** One of many that tell one another what their pairs took every five seconds. */
  private static final class Member {
    private final UUID id;
    private final HeardEvidence heard;
    private final MeasuredRoundTrips roundTrips = new MeasuredRoundTrips(3);
    private final PairTimes pairs = new PairTimes();
    private int sent;

    Member(int number) {
      id = new UUID(0, number);
      heard = new HeardEvidence(id, Duration.ofSeconds(15), Duration.ofMinutes(1));
      roundTrips.timed(pairs);
      roundTrips.others(heard);
      roundTrips.add(round(0.010, 0.004));
    }

    /** A second of reads beside each of which a pair may be sent. */
    void second(int second, long millis) {
      long at = second * SECOND;
      roundTrips.wantPairs(100 * second, at);
      if (pairs.takeWanted()) {
        sent++;
        pairs.add(0, TimeUnit.MILLISECONDS.toNanos(millis), at + SECOND / 2);
      }
    }
  }

  private static List<Member> members(int count) {
    List<Member> members = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      members.add(new Member(number));
    }
    return members;
  }

  /** So many seconds of all of them, whose pairs wait for so long. */
  private static void pass(List<Member> members, int from, int until, long millis) {
    for (int second = from; second < until; second++) {
      for (Member each : members) {
        each.second(second, millis);
      }
      if (second % 5 == 0) {
        long at = second * SECOND;
        List<ProcessEvidence> told = new ArrayList<>();
        for (Member each : members) {
          told.add(
              ProcessEvidence.of(each.id, second, 1, Evidence.NONE, List.of())
                  .with(each.pairs.seconds(at), Optional.empty()));
        }
        members.forEach(each -> each.heard.take(EvidenceMap.of(told), 1, at));
      }
    }
  }

  @Test
  void twentyThatTellOneAnotherSendOnePairEachWhereNothingIsWrong() {
    List<Member> members = members(20);
    pass(members, 0, 300, 10);
    assertThat(members).extracting(each -> each.sent).containsOnly(1);
  }

  @Test
  void whatOnePairOfEachShowsIsFoundByAllTogetherAndByWhoHasNone() {
    List<Member> members = members(20);
    pass(members, 0, 1, 50);
    for (Member each : members) {
      assertThat(each.sent).isOne();
      assertThat(each.roundTrips.timesTooShort(SECOND)).as("alone").isEqualTo(1);
    }
    Member without = new Member(20);
    List<Member> all = new ArrayList<>(members);
    all.add(without);
    for (int second : new int[] {5, 10}) {
      List<ProcessEvidence> told = new ArrayList<>();
      for (Member each : members) {
        told.add(
            ProcessEvidence.of(each.id, second, 1, Evidence.NONE, List.of())
                .with(each.pairs.seconds(second * SECOND), Optional.empty()));
      }
      all.forEach(each -> each.heard.take(EvidenceMap.of(told), 1, second * SECOND));
    }
    for (Member each : all) {
      assertThat(each.roundTrips.timesTooShort(10 * SECOND)).isEqualTo(5, within(1e-6));
    }
    assertThat(without.sent).isZero();
    assertThat(without.roundTrips.timesTooShort(100 * SECOND))
        .as("nobody is trusted any more")
        .isEqualTo(1);
  }

  @Test
  void timesThatAreTooShortAreFoundAsSoonAsByOneAloneSinceWhoHasReasonDoesNotWait() {
    List<Member> members = members(20);
    pass(members, 0, 5, 50);
    for (Member each : members) {
      assertThat(each.roundTrips.timesTooShort(5 * SECOND)).isEqualTo(5, within(1e-9));
    }
  }

  @Test
  void whoHearsNobodySendsTheRestItselfOnceOthersCouldHaveBeenHeard() {
    List<Member> alone = members(1);
    pass(alone, 0, 15, 10);
    assertThat(alone.get(0).sent).isEqualTo(1);
    pass(alone, 15, 60, 10);
    assertThat(alone.get(0).sent).isEqualTo(4);
    List<Member> seldom = members(1);
    seldom.get(0).heard.hearing(AgeCounts.NONE);
    pass(seldom, 0, 60, 10);
    assertThat(seldom.get(0).sent).as("who reads little hears little").isEqualTo(1);
    pass(seldom, 60, 120, 10);
    assertThat(seldom.get(0).sent).isEqualTo(4);
  }

  @Test
  void timesOfOtherTermsSayNothing() {
    Member member = new Member(0);
    for (int sequence = 1; sequence <= 2; sequence++) {
      List<ProcessEvidence> told = new ArrayList<>();
      for (int other = 1; other < 9; other++) {
        told.add(
            ProcessEvidence.of(new UUID(0, other), sequence, 7, Evidence.NONE, List.of())
                .with(List.of(0.050, 0.050), Optional.empty()));
      }
      member.heard.take(EvidenceMap.of(told), 1, sequence * SECOND);
    }
    assertThat(member.roundTrips.timesTooShort(2 * SECOND)).isEqualTo(1);
  }

  @Test
  void theyStayWhateverElseIsBelieved() {
    roundTrips.timed(pairs);
    roundTrips.assume(alone(0.002));
    pairs(9, 50);
    assertThat(roundTrips.timesTooShort(now)).isGreaterThan(4);
    assertThat(roundTrips.believed(now).alone()).isEqualTo(alone(0.002).alone());
  }

  private static RoundTrips alone(double seconds) {
    RoundTrips round = round(0.010, 0.004);
    return new RoundTrips(
        round.slowest(),
        round.single(),
        DelaySample.of(Collections.nCopies(20, 0.0001)),
        DelaySample.of(Collections.nCopies(20, seconds)));
  }

  @Test
  void aRoundThatIsAsLongAsPairsMakesItRight() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(9, 50);
    assertThat(roundTrips.timesTooShort(now)).isGreaterThan(4);
    for (int i = 0; i < 20; i++) {
      roundTrips.add(round(0.050, 0.020));
    }
    assertThat(roundTrips.timesTooShort(now)).isEqualTo(1);
    assertThat(roundTrips.believed(now).slowest().quantile(1)).isEqualTo(0.050);
  }

  @Test
  void whatPairsTookToOtherReplicasIsForgotten() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(9, 50);
    roundTrips.forget(3);
    roundTrips.add(round(0.010, 0.004));
    assertThat(roundTrips.timesTooShort(now)).isEqualTo(1);
    pairs(4, 50);
    assertThat(roundTrips.timesTooShort(now)).isGreaterThan(4);
  }

  @Test
  void whatPairsTookIsForgottenAfterTenMinutes() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(9, 50);
    assertThat(roundTrips.timesTooShort(now)).isEqualTo(5, within(1e-9));
    now += TimeUnit.MINUTES.toNanos(11);
    assertThat(roundTrips.believed(now)).isEqualTo(round(0.010, 0.004));
  }

  @Test
  void noTimeIsBelievedToBeLongerThanAMinute() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    roundTrips.add(new RoundTrips(DelaySample.of(Collections.nCopies(2, 5.0)), DelaySample.NONE));
    pairs(9, 10_000);
    assertThat(roundTrips.believed(now).slowest().quantile(1)).isEqualTo(60, within(1e-9));
  }
}
