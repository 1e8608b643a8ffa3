package org.quorate.power.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

class ChannelEnergyTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Channel WATTS = Channel.watts("outlet 1", Scope.WALL, 1);
  private static final Channel JOULES = Channel.joules("package-0", Scope.PROCESSOR, 1e-6);

  private static Instant at(double seconds) {
    return START.plusNanos(Math.round(seconds * 1e9));
  }

  private static ChannelEnergy account(Channel channel, double seconds) {
    return account(channel, seconds, GapRule.REFUSE);
  }

  private static ChannelEnergy account(Channel channel, double seconds, GapRule rule) {
    return new ChannelEnergy(channel, new Window(START, at(seconds)), SECOND, rule, Duration.ZERO);
  }

  private static void add(ChannelEnergy account, double second, double value) {
    account.add(Reading.received(0, at(second), value));
  }

  @Test
  void aGaugeIsIntegratedByTheTrapezoidRuleAndCutToTheWindow() {
    ChannelEnergy account = account(WATTS, 2);
    // A ramp of 10 W/s through 100 W at the window's start: 100 to 120 W in it.
    for (double second = -1.5; second <= 3.5; second++) {
      add(account, second, 100 + 10 * second);
    }
    Energy energy = account.energy();
    assertThat(energy.refusal()).isEmpty();
    assertThat(energy.joules()).isCloseTo(220, within(1e-9));
    assertThat(energy.joulesBySecond()).hasSize(2);
    assertThat(energy.joulesBySecond().get(0)).isCloseTo(105, within(1e-9));
    assertThat(energy.joulesBySecond().get(1)).isCloseTo(115, within(1e-9));
    assertThat(energy.samples()).isEqualTo(2);
  }

  @Test
  void aCounterIsDifferencedAndItsWrapsAreCounted() {
    ChannelEnergy account = account(JOULES.wrappingAt(250), 5);
    // 100 W throughout; the counter starts again at 250 J.
    for (int second = -1; second <= 6; second++) {
      add(account, second, Math.floorMod(Math.round(200 + 100.0 * second), 250));
    }
    Energy energy = account.energy();
    assertThat(energy.joules()).isCloseTo(500, within(1e-9));
    assertThat(energy.wraps()).as("within the window").isEqualTo(2);
    assertThat(energy.joulesBySecond()).allSatisfy(j -> assertThat(j).isCloseTo(100, within(1e-9)));
  }

  @Test
  void aCounterThatFallsWithoutWrappingIsRefused() {
    ChannelEnergy account = account(JOULES, 3);
    add(account, 0, 1000);
    add(account, 1, 1100);
    add(account, 2, 5);
    add(account, 3, 105);
    Energy energy = account.energy();
    assertThat(energy.joules()).isNaN();
    assertThat(energy.refusal()).get().asString().contains("package-0", "restarted");
  }

  @Test
  void aDeadCounterIsRefusedAndNeverZeroJoules() {
    ChannelEnergy account = account(JOULES, 3);
    for (int second = 0; second <= 3; second++) {
      add(account, second, 0);
    }
    Energy energy = account.energy();
    assertThat(energy.joules()).isNaN();
    assertThat(energy.refusal()).get().asString().contains("dead");
  }

  @Test
  void aGaugeOfZeroWattsIsRefused() {
    ChannelEnergy account = account(WATTS, 3);
    for (int second = 0; second <= 3; second++) {
      add(account, second, 0);
    }
    assertThat(account.energy().refusal()).get().asString().contains("0 W");
  }

  @Test
  void negativeAndMissingReadingsAreNoPower() {
    ChannelEnergy account = account(WATTS, 4);
    for (int second = 0; second <= 4; second++) {
      add(account, second, second == 2 ? -1 : 100);
    }
    account.add(Reading.missing(0, at(2.5)));
    Energy energy = account.energy();
    assertThat(energy.joules()).isCloseTo(400, within(1e-9));
    assertThat(energy.missing()).isEqualTo(2);
  }

  @Test
  void aGapOfMoreThanThreePeriodsIsRefusedOrBridgedBySetting() {
    for (GapRule rule : GapRule.values()) {
      ChannelEnergy account = account(WATTS, 50, rule);
      for (int second = 0; second <= 50; second++) {
        if (second < 3 || second > 6) {
          add(account, second == 7 ? 6.5 : second, 100);
        }
      }
      Energy energy = account.energy();
      if (rule == GapRule.REFUSE) {
        assertThat(energy.joules()).isNaN();
        assertThat(energy.refusal())
            .get()
            .asString()
            .contains("4.5 s", "more than three periods of 1 s");
      } else {
        assertThat(energy.joules()).isCloseTo(5000, within(1e-9));
        assertThat(energy.gaps()).isEqualTo(1);
        assertThat(energy.imputedSeconds()).isCloseTo(4.5, within(1e-9));
      }
    }
  }

  @Test
  void noMoreThanATenthOfTheWindowIsBridged() {
    ChannelEnergy account = account(WATTS, 40, GapRule.IMPUTE);
    for (int second = 0; second <= 40; second++) {
      if (second < 10 || second > 13) {
        add(account, second, 100);
      }
    }
    assertThat(account.energy().refusal()).get().asString().contains("5.0 s out of 40.0 s");
  }

  @Test
  void aMeterThatStopsBeforeTheEndOrStartsAfterTheStartIsAGapUnderAnyRule() {
    for (GapRule rule : GapRule.values()) {
      ChannelEnergy stops = account(WATTS, 100, rule);
      ChannelEnergy counterStops = account(JOULES, 100, rule);
      for (int second = 0; second <= 95; second++) {
        add(stops, second, 100);
        add(counterStops, second, 100 * second);
      }
      assertThat(stops.energy().refusal()).get().asString().contains("5.0 s at the end");
      assertThat(counterStops.energy().refusal()).get().asString().contains("5.0 s at the end");

      ChannelEnergy starts = account(WATTS, 100, rule);
      ChannelEnergy counterStarts = account(JOULES, 100, rule);
      for (int second = 4; second <= 100; second++) {
        add(starts, second, 100);
        add(counterStarts, second, 100 * second);
      }
      assertThat(starts.energy().refusal()).get().asString().contains("4.0 s at the start");
      assertThat(counterStarts.energy().refusal()).get().asString().contains("4.0 s at the start");
    }
  }

  @Test
  void twoReadingsOutsideOfTheWindowAreNoneOfAGauge() {
    ChannelEnergy account = account(WATTS, 2, GapRule.IMPUTE);
    add(account, -0.5, 100);
    add(account, 1, 100);
    add(account, 2.5, 100);
    assertThat(account.energy().refusal()).get().asString().contains("one reading in 2.0 s");
  }

  @Test
  void gapsAreJudgedByTheDistanceOfValuesAndNotByThePeriodOfAsking() {
    for (GapRule rule : GapRule.values()) {
      ChannelEnergy account =
          new ChannelEnergy(
              WATTS.spaced(SECOND),
              new Window(START, at(20)),
              Duration.ofSeconds(5),
              rule,
              Duration.ZERO);
      // Fourteen seconds of points are lost, which is less than three times five seconds.
      for (double second : new double[] {-1, 0, 1, 2, 16, 17, 18, 19, 20, 21}) {
        add(account, second, 100);
      }
      assertThat(account.energy().refusal()).get().asString().contains("14.0 s");
    }
  }

  @Test
  void aGaugeThatDiedAsTheWindowBeganIsRefused() {
    for (GapRule rule : GapRule.values()) {
      ChannelEnergy account = account(WATTS, 60, rule);
      for (int second = -1; second <= 61; second++) {
        add(account, second, second < 0 ? 80 : 0);
      }
      assertThat(account.energy().refusal()).get().asString().contains("0 W throughout");
    }
  }

  @Test
  void aCounterThatDiedAsTheWindowBeganIsRefused() {
    for (double death : new double[] {-1, 0, 0.5}) {
      ChannelEnergy account = account(JOULES, 60);
      for (double second = -3.5; second <= 61; second++) {
        add(account, second, 1000 + 80 * Math.min(second, death));
      }
      assertThat(account.energy().refusal())
          .as("dead from %s s on", death)
          .get()
          .asString()
          .containsAnyOf("did not move", "stood still for");
    }
  }

  @Test
  void whatDiesHalfWayIsRefused() {
    ChannelEnergy gauge = account(WATTS, 60);
    ChannelEnergy counter = account(JOULES, 60);
    ChannelEnergy recovers = account(JOULES, 60);
    for (int second = -1; second <= 61; second++) {
      add(gauge, second, second < 30 ? 80 + second % 7 : 0);
      add(counter, second, 80.0 * Math.min(second, 30) + 100);
      add(recovers, second, 80.0 * (second < 20 ? second : Math.max(20, second - 10)) + 100);
    }
    assertThat(gauge.energy().refusal()).get().asString().contains("0 W for 30.0 s");
    assertThat(counter.energy().refusal()).get().asString().contains("stood still for 30.0 s");
    assertThat(recovers.energy().refusal()).get().asString().contains("stood still for 10.0 s");
  }

  @Test
  void aCoarseCounterMayStandStillBetweenItsSteps() {
    // 100 W in steps of 1 Wh: one in 36 s.
    ChannelEnergy known = account(JOULES.inStepsOf(3600), 300);
    ChannelEnergy unknown = account(JOULES.inStepsOf(0), 300);
    for (int second = -1; second <= 301; second++) {
      double value = Math.floor(100.0 * (second + 10) / 3600) * 3600;
      add(known, second, value);
      add(unknown, second, value);
    }
    assertThat(known.energy().joules()).isCloseTo(30_000, within(3600.0));
    assertThat(unknown.energy().joules()).isEqualTo(known.energy().joules());

    ChannelEnergy once = account(JOULES.inStepsOf(3600), 60);
    for (int second = -1; second <= 61; second++) {
      add(once, second, second < 5 ? 3600 : 7200);
    }
    assertThat(once.energy().joules()).as("one step of 60 W").isCloseTo(3600, within(1e-9));
  }

  @Test
  void aSupplyThatMayBeIdleIsBelievedAtZero() {
    ChannelEnergy account = account(WATTS.possiblyZero(), 60);
    for (int second = -1; second <= 61; second++) {
      add(account, second, 0);
    }
    assertThat(account.energy().joules()).isZero();
  }

  @Test
  void aFallIsAWrapOnlyWhereThePowerThatFollowsIsLikely() {
    Channel rapl = JOULES.wrappingAt(262_143);
    ChannelEnergy wrapped = account(rapl, 10);
    ChannelEnergy restarted = account(rapl, 10);
    ChannelEnergy nothingElse = account(rapl, 1);
    for (int second = -1; second <= 11; second++) {
      add(wrapped, second, (261_800 + 100.0 * second) % 262_143);
      add(restarted, second, second < 5 ? 200_000 + 100 * second : 100.0 * (second - 5));
    }
    add(nothingElse, 0, 150_000);
    add(nothingElse, 1, 5);
    assertThat(wrapped.energy().joules()).isCloseTo(1000, within(1e-6));
    assertThat(wrapped.energy().wraps()).isEqualTo(1);
    assertThat(restarted.energy().joules()).isNaN();
    assertThat(restarted.energy().refusal()).get().asString().contains("was restarted");
    assertThat(nothingElse.energy().refusal()).get().asString().contains("was restarted");
  }

  @Test
  void aWrapOfACoarseCounterIsNotTakenForARestart() {
    // One step of 0.1 kWh in the whole window, which is the one that wraps.
    ChannelEnergy account = account(JOULES.inStepsOf(360_000).wrappingAt(36e6), 60);
    for (int second = -1; second <= 61; second++) {
      add(account, second, second < 30 ? 35_640_000 : 0);
    }
    assertThat(account.energy().joules()).isCloseTo(360_000, within(1e-6));
  }

  @Test
  void aWrapMayGoUnseenInTheFirstSegmentToo() {
    ChannelEnergy account = account(JOULES.wrappingAt(1000), 20);
    add(account, 0, 0);
    add(account, 10, 100);
    for (int second = 11; second <= 21; second++) {
      add(account, second, 100.0 * (second - 9) % 1000);
    }
    assertThat(account.energy().refusal()).get().asString().contains("10.0 s", "wrapped unseen");
  }

  @Test
  void aRestartBeforeTheWindowIsNobodysBusiness() {
    ChannelEnergy account = account(JOULES, 5);
    add(account, -3, 90_000);
    for (int second = -2; second <= 6; second++) {
      add(account, second, 100 * (second + 2));
    }
    assertThat(account.energy().joules()).isCloseTo(500, within(1e-9));
  }

  @Test
  void aGapOfACounterLosesNothingUnlessItMayHaveWrapped() {
    ChannelEnergy account = account(JOULES.wrappingAt(262_143), 10);
    add(account, 0, 0);
    add(account, 1, 100);
    add(account, 9, 900);
    add(account, 10, 1000);
    assertThat(account.energy().joules()).isCloseTo(1000, within(1e-9));

    ChannelEnergy small = account(JOULES.wrappingAt(1000), 10);
    add(small, 0, 0);
    add(small, 1, 100);
    add(small, 9, 900);
    add(small, 10, 0);
    assertThat(small.energy().refusal()).get().asString().contains("wrapped unseen");
  }

  @Test
  void meansStampedWithTheStartOfTheirSecondStandInItsMiddle() {
    Channel channel = WATTS.averagedOver(SECOND, Stamp.START);
    ChannelEnergy account = account(channel, 4);
    // 100 W until second 2, 200 W from then on; each point is the mean of the second it starts.
    for (int second = -2; second <= 5; second++) {
      account.add(new Reading(0, at(second), at(second + 1.2), second < 2 ? 100 : 200));
    }
    assertThat(account.energy().joules()).isCloseTo(600, within(1e-9));
  }

  @Test
  void aStaleGaugeSaysHowOftenItReallyRefreshes() {
    ChannelEnergy account = account(WATTS, 60);
    Random random = new Random(7);
    double value = 100;
    for (int second = -1; second <= 61; second++) {
      if (second % 10 == 0) {
        value = 90 + random.nextInt(20);
      }
      add(account, second, value);
    }
    Energy energy = account.energy();
    assertThat(energy.samples()).isEqualTo(61);
    assertThat(energy.effectiveSamples()).isLessThanOrEqualTo(8);
    assertThat(energy.refreshSeconds()).isBetween(8.0, 16.0);
  }

  @Test
  void aGaugeThatRepeatsItsOwnStampSaysNothingNew() {
    ChannelEnergy account = account(WATTS, 12);
    for (int second = -1; second <= 13; second++) {
      Instant stamp = at(Math.floorDiv(second, 3) * 3);
      account.add(new Reading(0, stamp, at(second), 100));
    }
    Energy energy = account.energy();
    assertThat(energy.joules()).isCloseTo(1200, within(1e-9));
    assertThat(energy.samples()).isEqualTo(5);
    assertThat(energy.refreshSeconds()).isCloseTo(3, within(1e-9));
  }

  @Test
  void stampsOfWhoAskedSayNothingOfARefresh() {
    ChannelEnergy constant = account(WATTS.sampledEvery(SECOND), 60);
    ChannelEnergy stale = account(WATTS.sampledEvery(SECOND), 60);
    for (int second = -60; second <= 61; second++) {
      constant.add(new Reading(0, at(second), at(second + 1), 100));
      stale.add(new Reading(0, at(second), at(second + 1), 100 + Math.floorDiv(second, 15)));
    }
    assertThat(constant.energy().samples()).isEqualTo(61);
    assertThat(constant.energy().effectiveSamples()).isEqualTo(1);
    assertThat(constant.energy().refreshSeconds()).isNaN();
    assertThat(constant.energy().isConstant()).isTrue();
    assertThat(stale.energy().effectiveSamples()).as("within the window").isEqualTo(5);
    assertThat(stale.energy().refreshSeconds()).isCloseTo(15, within(1e-9));
    assertThat(stale.energy().isConstant()).isFalse();
  }

  @Test
  void oneReadingIsNoEnergyOfACounterAndNoneIsNoneOfAGauge() {
    ChannelEnergy counter = account(JOULES, 1);
    add(counter, 0, 5);
    assertThat(counter.energy().refusal()).get().asString().contains("one reading");
    assertThat(account(WATTS, 1).energy().refusal()).get().asString().contains("no reading");
  }

  /**
   * Power that swings between 60 and 180 W, read once a second for ten minutes with one reading in
   * twenty lost: as watts, and as a counter that wraps every 2,000 J.
   */
  @Test
  void aKnownTraceWithWrapsAndFivePercentLostSamplesIntegratesToWithinHalfAPercent() {
    double length = 600;
    double wrap = 2000;
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      double period = 20 + 80 * random.nextDouble();
      ChannelEnergy gauge = account(WATTS, length, GapRule.IMPUTE);
      ChannelEnergy counter = account(JOULES.wrappingAt(wrap), length);
      for (double t = -2; t <= length + 2; t++) {
        double jitter = 0.05 * random.nextDouble();
        if (random.nextDouble() >= 0.05) {
          add(gauge, t + jitter, (double) Math.round(watts(t + jitter, period)));
          add(counter, t + jitter, joules(t + jitter, period) % wrap);
        }
      }
      double truth = joules(length, period) - joules(0, period);
      assertThat(gauge.energy().joules()).isCloseTo(truth, within(0.005 * truth));
      assertThat(counter.energy().joules()).isCloseTo(truth, within(0.005 * truth));
      assertThat(counter.energy().wraps()).isGreaterThan(20);
    }
  }

  private static double watts(double t, double period) {
    return 120 + 60 * Math.sin(2 * Math.PI * t / period);
  }

  /** The integral of {@link #watts} from -10 s on. */
  private static double joules(double t, double period) {
    double k = 2 * Math.PI / period;
    return 120 * (t + 10) - 60 / k * (Math.cos(k * t) - Math.cos(-10 * k));
  }
}
