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
}
