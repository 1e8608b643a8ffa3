package org.quorate.power.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.EnergyFactor;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

final class LiveEnergyTest {
  private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
  private static final Channel WATTS = Channel.watts("power", Scope.WALL, 0);
  private static final Channel JOULES = Channel.joules("package-0", Scope.WALL, 0);

  @TempDir Path folder;

  /** A meter that is never read here: readings are handed in. */
  private record Named(
      String name, List<Channel> channels, Duration period, Duration delay, ErrorBand error)
      implements PowerMeter {
    @Override
    public List<Reading> read() {
      throw new IllegalStateException("nobody reads");
    }

    @Override
    public void close() {}
  }

  private static HostMeter meter(String host, Channel channel) {
    return meter(host, channel, Duration.ZERO);
  }

  private static HostMeter meter(String host, Channel channel, Duration delay) {
    return HostMeter.of(
        host, new Named("meter", List.of(channel), Duration.ofSeconds(1), delay, ErrorBand.NONE));
  }

  private static Instant at(double seconds) {
    return START.plusNanos(Math.round(seconds * 1e9));
  }

  private static Reading watts(double seconds, double value) {
    return Reading.received(0, at(seconds), value);
  }

  @Test
  void joulesAreDividedByTheOperationsOfTheSameTime() {
    HostMeter one = meter("host1", WATTS);
    HostMeter two = meter("host2", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(one, two));
    live.counted(at(0), Double.NaN);
    for (int second = -1; second <= 21; second++) {
      live.add(one, watts(second, 100));
      live.add(two, watts(second, second < 10 ? 50 : 150));
    }
    for (int second = 5; second <= 20; second += 5) {
      live.counted(at(second), second <= 10 ? 500 : 1000);
    }
    LiveUse use = live.use(at(21));
    assertThat(use.seconds()).isEqualTo(20);
    assertThat(use.joulesByHost()).containsOnlyKeys("host1", "host2");
    assertThat(use.joulesByHost().get("host1")).isCloseTo(2000, within(1e-6));
    // From 50 W at second 9 to 150 W at second 10 in a straight line.
    assertThat(use.joulesByHost().get("host2")).isCloseTo(2050, within(1e-6));
    assertThat(use.meanWatts()).isCloseTo(4050 / 20.0, within(1e-9));
    assertThat(use.latestWatts()).isCloseTo(250, within(1e-9));
    assertThat(use.latestJoulesPerOperation()).isCloseTo(1.25, within(1e-9));
    LiveUse.PerOperation per = use.perOperation().orElseThrow();
    assertThat(per.mean()).isCloseTo(4050 / 3000.0, within(1e-9));
    assertThat(per.windows()).isEqualTo(4);
    assertThat(per.lowest()).isCloseTo(1.25, within(1e-9));
    assertThat(per.highest()).isCloseTo(800 / 500.0, within(1e-9));
    assertThat(use.origin()).isEqualTo(Origin.MEASURED);
    assertThat(use.scopes()).containsExactly(Scope.WALL);
    assertThat(use.notes()).isEmpty();
  }

  @Test
  void windowsTogetherHaveTheJoulesOfTheirWholeTimeAtOnceForGaugesAndCounters() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 100; trial++) {
      HostMeter gauge = meter("gauge", WATTS);
      HostMeter counter = meter("counter", JOULES);
      LiveEnergy live = new LiveEnergy(List.of(gauge, counter));
      Path file = folder.resolve("trial-" + trial + ".csv");
      double counted = 1000;
      double end = 0;
      try (ReadingLog log = ReadingLog.create(file)) {
        double next = 0.3;
        for (double time = -2; time < 100; time += random.nextDouble(0.3, 1.7)) {
          counted += random.nextDouble(10, 100);
          Reading watts = watts(time, random.nextDouble(20, 200));
          Reading joules = watts(time, counted);
          for (ReadingSink sink : List.of(live, log)) {
            sink.add(gauge, watts);
            sink.add(counter, joules);
          }
          while (next < Math.min(time, 90)) {
            live.counted(at(next), 1);
            end = next;
            next += random.nextDouble(3, 9);
          }
          var unused = live.use(at(time));
        }
      }
      LiveUse use = live.use(Instant.MAX);
      List<HostEnergy> whole =
          HostEnergies.of(
              file, List.of(gauge, counter), new Window(at(0.3), at(end)), GapRule.IMPUTE);
      assertThat(use.unknownSeconds()).isZero();
      assertThat(use.seconds()).isCloseTo(end - 0.3, within(1e-6));
      for (HostEnergy host : whole) {
        assertThat(use.joulesByHost().get(host.host()))
            .isCloseTo(host.joules(), within(1e-6 * host.joules()));
      }
    }
  }

  @Test
  void whatIsHeldDoesNotGrowWithTime() {
    HostMeter meter = meter("host1", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(meter));
    int most = 0;
    for (int second = 0; second < 200_000; second++) {
      live.add(meter, watts(second, 100));
      if (second % 5 == 0) {
        live.counted(at(second), 10);
        var unused = live.use(at(second));
      }
      most = Math.max(most, live.held());
    }
    assertThat(most).isLessThan(20);
    assertThat(live.use(Instant.MAX).joules()).isCloseTo(100 * 199_995.0, within(1.0));
  }

  @Test
  void aClockThatWasWrongOnceIsForgotten() {
    HostMeter meter = meter("host1", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(meter));
    double knownBefore = 0;
    for (int second = 0; second < 2_000; second++) {
      Instant stamp = second == 50 ? at(second + 3_600) : at(second);
      live.add(meter, new Reading(0, stamp, at(second), 100));
      if (second % 5 == 0) {
        live.counted(at(second), 5);
      }
      double known = live.use(at(second)).seconds();
      if (second == 100) {
        knownBefore = known;
      }
      if (second == 400) {
        assertThat(known).as("refused while it is remembered").isEqualTo(knownBefore);
      }
    }
    assertThat(live.use(at(2_000)).seconds()).isGreaterThan(knownBefore + 500);
  }

  @Test
  void aWindowWaitsForAMeterWhoseReadingsComeLate() {
    Duration late = Duration.ofSeconds(30);
    HostMeter site = meter("host1", WATTS, late);
    LiveEnergy live = new LiveEnergy(List.of(site));
    live.counted(at(0), Double.NaN);
    List<Double> known = new ArrayList<>();
    for (int second = 1; second <= 60; second++) {
      live.add(site, new Reading(0, at(second - 30), at(second), 80));
      if (second % 10 == 0) {
        live.counted(at(second), 100);
        known.add(live.use(at(second)).seconds());
      }
    }
    assertThat(known).containsExactly(0.0, 0.0, 0.0, 10.0, 20.0, 30.0);
    assertThat(live.use(at(60)).joules()).isCloseTo(80 * 30, within(1e-6));
  }

  @Test
  void aMeterThatDisappearsLeavesItsWindowsOutAndSaysWhy() {
    HostMeter stays = meter("host1", WATTS);
    HostMeter goes = meter("host2", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(stays, goes));
    live.counted(at(0), Double.NaN);
    for (int second = 0; second <= 60; second++) {
      live.add(stays, watts(second, 100));
      if (second <= 20 || second >= 40) {
        live.add(goes, watts(second, 100));
      }
      if (second > 0 && second % 10 == 0) {
        live.counted(at(second), 10);
      }
    }
    LiveUse use = live.use(at(100));
    assertThat(use.seconds()).isEqualTo(40);
    assertThat(use.unknownSeconds()).isEqualTo(20);
    assertThat(use.joules()).isCloseTo(200 * 40, within(1e-6));
    assertThat(use.perOperation().orElseThrow().operations()).isEqualTo(40);
    assertThat(use.notes()).anyMatch(note -> note.startsWith("The energy of host2: "));
    assertThat(use.notes()).hasSizeLessThanOrEqualTo(20);
  }

  @Test
  void joulesOfATimeWhoseOperationsAreNotKnownBelongToNone() {
    HostMeter meter = meter("host1", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(meter));
    live.counted(at(0), Double.NaN);
    for (int second = 0; second <= 30; second++) {
      live.add(meter, watts(second, 100));
    }
    live.counted(at(10), 100);
    live.counted(at(20), Double.NaN);
    live.counted(at(30), 300);
    LiveUse use = live.use(at(30));
    assertThat(use.joules()).isCloseTo(3000, within(1e-6));
    assertThat(use.perOperation().orElseThrow().joules()).isCloseTo(2000, within(1e-6));
    assertThat(use.perOperation().orElseThrow().mean()).isCloseTo(5, within(1e-9));
  }

  @Test
  void countsThatComeMoreOftenThanReadingsAreAddedUp() {
    HostMeter slow =
        HostMeter.of(
            "host1",
            new Named(
                "slow", List.of(WATTS), Duration.ofSeconds(5), Duration.ZERO, ErrorBand.of(0.02)));
    LiveEnergy live = new LiveEnergy(List.of(slow));
    assertThat(live.shortestWindow()).isEqualTo(Duration.ofSeconds(15));
    for (int second = 0; second <= 60; second++) {
      if (second % 5 == 0) {
        live.add(slow, watts(second, 60));
      }
      live.counted(at(second), 1);
    }
    LiveUse use = live.use(at(60));
    assertThat(use.perOperation().orElseThrow().windows()).isEqualTo(4);
    assertThat(use.perOperation().orElseThrow().operations()).isEqualTo(60);
    assertThat(use.error().level()).isEqualTo(0.02);
  }

  @Test
  void whereNothingWasDoneNoOperationHasJoules() {
    HostMeter meter = meter("host1", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(meter));
    live.counted(at(0), Double.NaN);
    for (int second = 0; second <= 10; second++) {
      live.add(meter, watts(second, 100));
    }
    assertThat(live.use(at(0)).perOperation()).isEmpty();
    live.counted(at(10), 0);
    LiveUse use = live.use(at(10));
    assertThat(use.joules()).isCloseTo(1000, within(1e-6));
    assertThat(use.perOperation()).isEmpty();
    assertThat(use.latestJoulesPerOperation()).isNaN();
  }

  private static final Map<String, String> CENTERS = Map.of("host1", "dc1", "host2", "dc2");

  @Test
  void eachGroupHasItsOwnJoulesForItsOwnOperations() {
    HostMeter one = meter("host1", WATTS);
    HostMeter two = meter("host2", WATTS);
    HostMeter other = meter("host3", WATTS);
    LiveEnergy live =
        new LiveEnergy(List.of(one, two, other), CENTERS, EnergyFactor.Constant.UNKNOWN);
    live.counted(at(0), Double.NaN);
    for (int second = 0; second <= 20; second++) {
      live.add(one, watts(second, 100));
      live.add(two, watts(second, 60));
      live.add(other, watts(second, 10));
    }
    live.counted(at(5), 300, Map.of("dc1", 200.0, "dc2", 60.0));
    live.counted(at(10), 300, Map.of("dc1", 200.0));
    live.counted(at(20), 600, Map.of("dc1", 400.0, "dc2", Double.NaN, "dc3", 1.0));
    LiveUse all = live.use(at(20));
    Map<String, LiveUse> groups = live.useOfGroups();
    assertThat(all.joules()).isCloseTo(170 * 20, within(1e-6));
    assertThat(groups).containsOnlyKeys("dc1", "dc2");
    LiveUse first = groups.get("dc1");
    assertThat(first.joulesByHost()).containsOnlyKeys("host1");
    assertThat(first.meanWatts()).isCloseTo(100, within(1e-9));
    assertThat(first.perOperation().orElseThrow().mean()).isCloseTo(2.5, within(1e-9));
    LiveUse second = groups.get("dc2");
    assertThat(second.joules()).isCloseTo(60 * 20, within(1e-6));
    assertThat(second.perOperation().orElseThrow().mean()).isCloseTo(5, within(1e-9));
    assertThat(second.perOperation().orElseThrow().windows()).isEqualTo(1);
    assertThat(second.latestWatts()).isCloseTo(60, within(1e-9));
    assertThat(second.latestJoulesPerOperation()).isNaN();
  }

  @Test
  void aMeterThatIsAwayMakesItsOwnGroupUnknownAndTheWholeButNoOther() {
    HostMeter stays = meter("host1", WATTS);
    HostMeter goes = meter("host2", WATTS);
    LiveEnergy live = new LiveEnergy(List.of(stays, goes), CENTERS, EnergyFactor.Constant.UNKNOWN);
    live.counted(at(0), Double.NaN);
    for (int second = 0; second <= 40; second++) {
      live.add(stays, watts(second, 100));
      if (second <= 20) {
        live.add(goes, watts(second, 100));
      }
      if (second > 0 && second % 10 == 0) {
        live.counted(at(second), 20, Map.of("dc1", 10.0, "dc2", 10.0));
      }
    }
    LiveUse all = live.use(at(100));
    LiveUse first = live.useOfGroups().get("dc1");
    LiveUse second = live.useOfGroups().get("dc2");
    assertThat(all.unknownSeconds()).isEqualTo(20);
    assertThat(first.unknownSeconds()).isZero();
    assertThat(first.joules()).isCloseTo(4000, within(1e-6));
    assertThat(first.perOperation().orElseThrow().operations()).isEqualTo(40);
    assertThat(first.notes()).isEmpty();
    assertThat(second.unknownSeconds()).isEqualTo(20);
    assertThat(second.joules()).isCloseTo(2000, within(1e-6));
    assertThat(second.latestWatts()).isNaN();
    assertThat(second.notes()).anyMatch(note -> note.startsWith("The energy of host2: "));
  }

  @Test
  void operationsEmitByTheHourInWhichTheirJoulesWereUsedAndUnknownHoursAreLeftOut() {
    HostMeter meter = meter("host1", WATTS);
    long hour = START.getEpochSecond() / 3600;
    // From 09:59:40 on; of the hour from 11:00 nothing is known.
    EnergyFactor grams = new EnergyFactor.Calendar(Map.of(hour - 1, 3.6e6, hour, 7.2e6));
    LiveEnergy live = new LiveEnergy(List.of(meter), Map.of(), grams);
    live.counted(at(-20), Double.NaN);
    for (int second = -22; second <= 3610; second++) {
      live.add(meter, watts(second, 10));
    }
    live.counted(at(-10), 5);
    live.counted(at(10), 10);
    live.counted(at(3590), Double.NaN);
    live.counted(at(3605), 7);
    LiveUse.Emitted emitted = live.use(at(3610)).emitted();
    // 100 J at 1 g each; 100 J at 1 g and 100 J at 2 g.
    assertThat(emitted.grams()).isCloseTo(400, within(1e-6));
    assertThat(emitted.operations()).isEqualTo(15);
    assertThat(emitted.seconds()).isEqualTo(30);
    assertThat(emitted.unknownSeconds()).isEqualTo(15);
  }
}
