package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.deferral.DeferralDecision;
import org.quorate.core.deferral.DeferralObservation;
import org.quorate.core.deferral.FlushCost;
import org.quorate.hbase.setting.DeferralSettings;

class PaceTest {
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<DeferralObservation> seen = new ArrayList<>();

  @Test
  void tellsThePolicyWhatFlushesTookAndHowFastWritesCome() {
    Pace pace = pace(DeferralSettings.builder());
    for (int flush = 0; flush < 10; flush++) {
      pace.flushed(100 * MILLISECOND, 4_000, 4, 20 * MILLISECOND);
    }
    pace.flushed(100 * MILLISECOND, 4_000, 4, 80 * MILLISECOND);
    for (int second = 1; second <= 60; second++) {
      pace.observe(second * SECOND, second * 600L, 3);
    }
    assertThat(seen.get(1).flushTime()).isCloseTo(0.08, within(1e-9));
    DeferralObservation last = seen.get(seen.size() - 1);
    assertThat(last.bound()).isEqualTo(1);
    assertThat(last.writesPerSecond()).isCloseTo(200, within(1.0));
    assertThat(last.bytesPerWrite()).isCloseTo(1_000, within(1e-9));
    assertThat(last.flushTime()).as("that slow flush is long ago").isZero();
    assertThat(last.costs()).extracting(FlushCost::batchBytes).containsExactly(2_048L);
    assertThat(pace.waitNanos()).isEqualTo(350 * MILLISECOND);
    assertThat(pace.batchBytes()).isEqualTo(777);
  }

  @Test
  void asksAFewTimesWithinTheBoundOnly() {
    Pace pace = pace(DeferralSettings.builder().boundTime(Duration.ofSeconds(2)));
    for (int step = 1; step <= 100; step++) {
      pace.observe(step * 10L * MILLISECOND, 0, 1);
    }
    assertThat(seen).hasSize(1 + 2);
  }

  @Test
  void aPolicyCannotExceedTheBoundOrTheLargestFlush() {
    Pace pace =
        new Pace(
            DeferralSettings.builder()
                .mostBatchBytes(1_000)
                .policy(observation -> new DeferralDecision(60, 1 << 20, "Large."))
                .build());
    assertThat(pace.waitNanos()).isEqualTo(350 * MILLISECOND);
    assertThat(pace.batchBytes()).isEqualTo(1_000);
    pace.flushed(MILLISECOND, 1_000, 1, 450 * MILLISECOND);
    assertThat(pace.observe(SECOND, 1, 1)).isEqualTo(1);
    assertThat(pace.waitNanos()).isBetween(324 * MILLISECOND, 326 * MILLISECOND);
    assertThat(pace.meanFlush()).isCloseTo(0.45, within(1e-9));
  }

  @Test
  void aPolicyThatThrowsLeavesTheBoundInForce() {
    Pace pace =
        new Pace(
            DeferralSettings.builder()
                .policy(
                    observation -> {
                      if (observation.flushTime() > 0) {
                        throw new IllegalStateException("The policy has a bug.");
                      }
                      return new DeferralDecision(60, 777, "");
                    })
                .build());
    assertThat(pace.waitNanos()).isEqualTo(350 * MILLISECOND);
    pace.flushed(MILLISECOND, 777, 1, 500 * MILLISECOND);
    pace.observe(SECOND, 10, 1);
    assertThat(pace.waitNanos()).isEqualTo(250 * MILLISECOND);
    assertThat(pace.decision().longestWait()).isCloseTo(0.25, within(1e-9));
    assertThat(pace.batchBytes()).isEqualTo(777);
  }

  @Test
  void theLargestOfLateIsForgottenInTime() {
    RecentMaximum recent = new RecentMaximum(10, 3);
    recent.add(5, 7);
    assertThat(recent.largest(5)).isEqualTo(7);
    recent.add(15, 3);
    assertThat(recent.largest(29)).isEqualTo(7);
    assertThat(recent.largest(30)).isEqualTo(3);
    assertThat(recent.largest(40)).isZero();
    recent.add(1_000, 2);
    assertThat(recent.largest(1_000)).isEqualTo(2);
    assertThat(recent.largest(1_000_000)).isZero();
  }

  @Test
  void pausesCountAsFarAsTheyFallWithin() {
    PauseWatch pauses = new PauseWatch();
    pauses.woke(100 * MILLISECOND, 110 * MILLISECOND);
    pauses.woke(1_000 * MILLISECOND, 1_500 * MILLISECOND);
    assertThat(pauses.paused(0, 2 * SECOND)).isEqualTo(500 * MILLISECOND);
    assertThat(pauses.paused(1_400 * MILLISECOND, 2 * SECOND)).isEqualTo(100 * MILLISECOND);
    assertThat(pauses.paused(1_600 * MILLISECOND, 2 * SECOND)).isZero();
  }

  private Pace pace(DeferralSettings.Builder settings) {
    return new Pace(settings(settings));
  }

  private DeferralSettings settings(DeferralSettings.Builder settings) {
    return settings
        .policy(
            observation -> {
              seen.add(observation);
              return new DeferralDecision(0.5, 777, "");
            })
        .build();
  }
}
