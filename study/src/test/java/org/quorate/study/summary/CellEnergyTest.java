package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quorate.core.power.EnergyFactor;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;

/** Cost and carbon of runs at 36 W for 2 s, from 10:00 UTC on: 72 J for 150 operations. */
final class CellEnergyTest {
  private static final List<RunResult> RUNS =
      List.of(
          Results.powered(Results.run(1, 1, Map.of(), 75), 36, 0),
          Results.powered(Results.run(2, 2, Map.of(), 75), 36, 0));
  private static final double KILOWATT_HOURS_PER_MILLION = 72 / 3.6e6 / 150 * 1e6;

  private static CellEnergy of(EnergyFactor price, EnergyFactor grams) {
    return Objects.requireNonNull(
        CellEnergy.of(
            "read ONE, write ALL",
            RUNS,
            new PowerSettings(
                "server-2010",
                Duration.ofSeconds(1),
                false,
                Duration.ZERO,
                Map.of(),
                new PowerSettings.Price(price, "EUR"),
                new PowerSettings.Carbon(grams, 3600, 1.5, "somebody"),
                CapKind.QUOTA)));
  }

  private static EnergyFactor hours(String first, double number) {
    return new EnergyFactor.Calendar(Map.of(Instant.parse(first).getEpochSecond() / 3600, number));
  }

  @Test
  void aConstantAndItsHourGiveTheSame() {
    for (EnergyFactor each :
        List.of(new EnergyFactor.Constant(300), hours("2026-11-21T10:00:00Z", 300))) {
      CellEnergy energy = of(each, each);
      assertThat(Objects.requireNonNull(energy.costPerMillionOperations()).mean())
          .isCloseTo(300 * KILOWATT_HOURS_PER_MILLION, within(1e-9));
      // And 1 g for each second of the host's making.
      assertThat(Objects.requireNonNull(energy.gramsPerMillionOperations()).mean())
          .isCloseTo(1.5 * 300 * KILOWATT_HOURS_PER_MILLION + 2 / 150.0 * 1e6, within(1e-6));
      assertThat(energy.notes()).contains("What electricity emits is quoted: somebody.");
      assertThat(energy.notes()).noneMatch(note -> note.contains("not known"));
      assertThat(
              energy.notes().contains("Prices are those of the file of hours, by the hour in UTC."))
          .isEqualTo(each instanceof EnergyFactor.Calendar);
    }
  }

  @Test
  void whatCameAfterRunsIsToldWithWhatWasLeft() {
    List<RunResult> runs = new ArrayList<>();
    for (RunResult run : RUNS) {
      EnergyResult energy = Objects.requireNonNull(run.energy());
      // As much again as the run itself took, in one second, and in the second something is left.
      EnergyResult more = new EnergyResult(energy.to(), energy.to().plusSeconds(1), energy.hosts());
      runs.add(
          run.withEnergy(
              energy.withAfter(
                  new AfterResult(
                      more, run.sequence() == 2 ? "node1 has 1 compactions to do" : null))));
    }
    CellEnergy energy = Objects.requireNonNull(CellEnergy.of("read ONE", runs, null));
    assertThat(energy.notes())
        .containsExactly(
            "Of the joules of read ONE 50.0 % came after its runs, in 1.0 s on average, until"
                + " servers were quiet.",
            "After 1 of 2 runs (read ONE) servers were not quiet in time, and what they did later"
                + " is not counted: node1 has 1 compactions to do.");
    RunResult run = runs.get(0);
    assertThat(Measure.ENERGY.of(run)).isEqualTo(144, within(1e-9));
    assertThat(Measure.ENERGY_AFTER.of(run)).isEqualTo(72, within(1e-9));
    assertThat(Measure.TIME_AFTER.of(run)).isEqualTo(1);
    assertThat(Measure.ENERGY_AFTER.of(RUNS.get(0))).isNull();
  }

  @Test
  void ofHoursThatTheFileLacksNothingIsKnownAndThatIsSaid() {
    CellEnergy energy = of(new EnergyFactor.Constant(1), hours("2026-11-21T11:00:00Z", 300));

    assertThat(Objects.requireNonNull(energy.costPerMillionOperations()).runs()).isEqualTo(2);
    assertThat(Objects.requireNonNull(energy.gramsPerMillionOperations()).runs()).isZero();
    assertThat(energy.notes())
        .containsExactly(
            "What electricity emits is quoted: somebody.",
            "Of 2 of 2 runs (read ONE, write ALL) the carbon is not known, and left out: the file"
                + " of hours lacks an hour (UTC) that they ran in.");
  }
}
