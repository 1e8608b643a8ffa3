package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.EnergyFactor;
import org.quorate.core.power.PowerCurve;
import org.quorate.study.io.Json;

final class EnergyResultTest {
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private static HostResult host(
      double joules, double comparison, @Nullable Double dynamic, double resolution) {
    return new HostResult(
        "host1",
        List.of("n1"),
        joules,
        HostResult.MEASURED,
        comparison,
        comparison,
        dynamic,
        resolution,
        List.of(),
        List.of(),
        null,
        10,
        1,
        0,
        List.of(),
        List.of());
  }

  private static EnergyResult energy(HostResult host) {
    return new EnergyResult(START, START.plusSeconds(100), List.of(host));
  }

  @Test
  void aRatioErrsByWhatIsSaidOfTheMeterOrByTwoSteps() {
    assertThat(energy(host(1000, 0.05, null, 10)).comparisonError()).isEqualTo(0.05);
    assertThat(energy(host(1000, 0.01, null, 10)).comparisonError()).isEqualTo(0.02);
    assertThat(energy(host(3600, 0, null, 3600)).comparisonError()).isEqualTo(2);
    assertThat(energy(host(1000, 0, null, 0)).comparisonError()).isZero();
  }

  private static EnergyResult estimated(Map<String, Double> shares) {
    // By the model a straight line from 50 to 100 W, of which this host is a half; 1 W of disk.
    HostResult host =
        new HostResult(
            "host1",
            List.of("n1"),
            4 * 51.0,
            HostResult.ESTIMATED,
            0.35,
            0.2,
            0.3,
            0,
            List.of(26.0 + 5, 26.0 + 20, 26.0 + 25),
            List.of(0.2, 0.8, 1.0),
            null,
            10,
            1,
            0,
            List.of(),
            List.of());
    return new EnergyResult(START, START.plusSeconds(4), List.of(host))
        .withIdle(new IdleBaseline(Map.of("host1", 27.5), 0.0))
        .withCurves(
            ModelCurves.of(
                "a-server",
                PowerCurve.linear(50, 100),
                Map.of("2010-04 B", List.of(40.0, 100.0, 110.0)),
                shares));
  }

  @Test
  void theRecordedUseIsReplayedThroughAnotherServersCurve() {
    EnergyResult replayed = estimated(Map.of("host1", 0.5)).replayed("2010-04 B");

    // The other draws 64, 106 and 110 W at these uses, where the model has 60, 90 and 100.
    assertThat(replayed.hosts().get(0).wattsBySecond())
        .containsExactly(31 + 2.0, 46 + 8.0, 51 + 5.0);
    assertThat(replayed.joules()).isEqualTo(4 * 51 + (2 + 8 + 5) * 4 / 3.0, within(1e-9));
    // 27.5 W of a half are 10 % of use, at which the other draws 52 W instead of 55.
    assertThat(replayed.idleWatts()).containsExactly(Map.entry("host1", 27.5 - 1.5));
    assertThat(replayed.seconds()).isEqualTo(4);
    assertThat(replayed.wholeHosts()).isEqualTo(0.5);
    assertThat(energy(host(1000, 0, null, 0)).wholeHosts()).isEqualTo(1);
  }

  /** 4 s in which the model drew 51 W, and 2 s at 45 W after them. */
  private static EnergyResult untilQuiet() {
    EnergyResult run = estimated(Map.of("host1", 0.5));
    HostResult host =
        new HostResult(
            "host1",
            List.of("n1"),
            90,
            HostResult.ESTIMATED,
            0.35,
            0.2,
            0.3,
            0,
            List.of(46.0, 44.0),
            List.of(0.8, 0.8),
            null,
            10,
            1,
            0,
            List.of(),
            List.of());
    return run.withAfter(
        new AfterResult(
            new EnergyResult(run.to(), run.to().plusSeconds(2), List.of(host)),
            "node1 has 1 compactions to do"));
  }

  @Test
  void whatCameAfterTheRunIsInItsJoulesAndNotInItsPower() {
    EnergyResult energy = untilQuiet();
    assertThat(energy.joules()).isEqualTo(4 * 51.0 + 90);
    assertThat(energy.afterSeconds()).isEqualTo(2);
    assertThat(energy.seconds()).isEqualTo(4);
    assertThat(energy.meanWatts()).isEqualTo(51);
    assertThat(energy.dynamicJoules()).isEqualTo(4 * 51.0 + 90 - 6 * 27.5);
    assertThat(energy.from(1).joules()).isEqualTo(4 * 51.0 + 90 - 31);
    assertThat(energy.times(new EnergyFactor.Constant(3.6e6)))
        .isEqualTo(4 * 51.0 + 90, within(1e-9));
    assertThat(estimated(Map.of()).afterSeconds()).isZero();
  }

  @Test
  void whatCameAfterTheRunIsReplayedToo() {
    EnergyResult energy = untilQuiet();
    assertThat(energy.publishedCurves()).isNotEmpty();
    // Of a half at 80 %: 106 W of the other server, where the model has 90.
    assertThat(energy.replayed("2010-04 B").joules())
        .isEqualTo(
            estimated(Map.of("host1", 0.5)).replayed("2010-04 B").joules() + 90 + 2 * 8.0,
            within(1e-9));
  }

  @Test
  void whatCameAfterTheRunIsReadBack(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("energy.json");
    Json.write(file, untilQuiet());
    assertThat(Json.read(file, EnergyResult.class)).isEqualTo(untilQuiet());
    Json.write(file, new BeforeCurves(START, START.plusSeconds(1), List.of(), Map.of(), null));
    assertThat(Json.read(file, EnergyResult.class).after()).isNull();
  }

  @Test
  void whatHasAMeterOrNoKnownUseIsNotReplayed() {
    EnergyResult estimated = estimated(Map.of());
    assertThat(estimated.publishedCurves()).containsOnlyKeys("2010-04 B");
    assertThat(estimated.withCurves(null).publishedCurves()).isEmpty();
    assertThat(energy(host(1000, 0, null, 0)).withCurves(estimated.curves()).publishedCurves())
        .isEmpty();
    assertThat(estimated.from(1).publishedCurves()).isNotEmpty();
    assertThat(estimated.from(1).replayed("2010-04 B").hosts().get(0).wattsBySecond()).hasSize(2);
  }

  @Test
  void curvesAreReadBackAndResultsOfEarlierVersionsHaveNone(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("energy.json");
    Json.write(file, estimated(Map.of("host1", 0.5)));
    assertThat(Json.read(file, EnergyResult.class)).isEqualTo(estimated(Map.of("host1", 0.5)));
    Json.write(file, new BeforeCurves(START, START.plusSeconds(1), List.of(), Map.of(), null));
    assertThat(Json.read(file, EnergyResult.class).curves()).isNull();
  }

  private record BeforeCurves(
      Instant from,
      Instant to,
      List<HostResult> hosts,
      Map<String, Double> idleWatts,
      @Nullable Double idleResolutionWatts) {}

  @Test
  void aboveIdleAnErrorOfTheTotalIsOneOfASmallerPart() {
    IdleBaseline idle = new IdleBaseline(Map.of("host1", 8.0), 0.0);

    // 1,000 J of which 800 J are idle.
    assertThat(energy(host(1000, 0.05, null, 0)).withIdle(idle).dynamicError())
        .isEqualTo(0.25, within(1e-9));
    assertThat(energy(host(1000, 0.05, 0.3, 0)).withIdle(idle).dynamicError()).isEqualTo(0.3);
    assertThat(energy(host(1000, 0, null, 10)).withIdle(idle).dynamicError())
        .isEqualTo(0.1, within(1e-9));
    assertThat(energy(host(700, 0, null, 0)).withIdle(idle).dynamicError()).isInfinite();
    assertThat(energy(host(1000, 0, null, 0)).dynamicError()).as("no baseline").isInfinite();
  }

  @Test
  void stepsOfTheBaselineCountAboveIdle() {
    EnergyResult rest =
        new EnergyResult(START, START.plusSeconds(10), List.of(host(80, 0, null, 1)));
    IdleBaseline idle = IdleResult.baseline(List.of(new IdleResult(1, 1, List.of(1), rest)), 1, 1);

    assertThat(idle.watts()).isEqualTo(Map.of("host1", 8.0));
    assertThat(energy(host(1000, 0, null, 0)).withIdle(idle).dynamicError())
        .as("0.1 W over 100 s, of 200 J")
        .isEqualTo(0.1, within(1e-9));
    assertThat(IdleResult.baseline(List.of(), 1, 1)).isEqualTo(IdleBaseline.NONE);
  }

  @Test
  void aHostWhoseProcessorsCannotBeSeenIsCountedFromALaterSecondToo() {
    EnergyResult later = energy(host(1000, 0, null, 0)).from(0);

    assertThat(later.hosts()).extracting(HostResult::processorSeconds).containsOnlyNulls();
    assertThat(later.hosts()).extracting(HostResult::joules).containsExactly(1000.0);
  }

  @Test
  void anErrorThatNobodyStatesIsKept(@TempDir Path folder) throws Exception {
    EnergyResult unknown = energy(host(1000, Double.POSITIVE_INFINITY, null, 0));
    Path file = folder.resolve("energy.json");
    Json.write(file, unknown);

    assertThat(Json.read(file, EnergyResult.class).comparisonError()).isInfinite();
  }

  private static HostResult of(double joules, List<Double> watts) {
    return new HostResult(
        "host1",
        List.of("n1"),
        joules,
        HostResult.MEASURED,
        0,
        0,
        null,
        0,
        watts,
        List.of(),
        null,
        10,
        1,
        0,
        List.of(),
        List.of());
  }

  @Test
  void joulesCountByTheHourInWhichTheyWereUsedAndOfAnUnknownHourNotAtAll() {
    long hour = START.getEpochSecond() / 3600;
    EnergyFactor hours = new EnergyFactor.Calendar(Map.of(hour - 1, 3.6e6, hour, 7.2e6));
    EnergyResult across =
        new EnergyResult(
            START.minusSeconds(1),
            START.plusSeconds(2),
            List.of(of(60, List.of(10.0, 20.0, 30.0)), of(30, List.of())));

    // 10 J and 10 J before the hour, 50 J and 20 J after it.
    assertThat(across.times(hours)).isCloseTo(20 + 2 * 70, within(1e-9));
    assertThat(across.times(new EnergyFactor.Constant(7.2e6))).isCloseTo(180, within(1e-9));
    assertThat(energy(host(1000, 0, null, 0)).times(hours)).isCloseTo(2000, within(1e-9));
    assertThat(across.times(new EnergyFactor.Calendar(Map.of(hour, 1.0)))).isNaN();
  }
}
