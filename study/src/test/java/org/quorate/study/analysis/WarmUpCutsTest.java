package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** The warm-up that a study has cut by a detector. */
final class WarmUpCutsTest {
  private static final String STUDY =
      """
      title: x
      workload: {properties: {recordcount: 10}}
      factors: {arrivals: [poisson 9/s, growth 1/s to 9/s over 60s]}
      runs: {warm-up-cut: detect}
      """;

  private static final String STEADY = "poisson 9/s";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void throughputAndEnergyCountFromTheLaterOfBothWarmUpsOn() throws Exception {
    warmingUp();
    warmingUp();
    RunResult cut = cuts(STUDY).apply(runs).get(0);

    assertThat(cut.achievedPerSecond()).isEqualTo(101, within(1e-9));
    assertThat(cut.countedOperations()).isEqualTo(40 * 101);
    EnergyResult energy = Objects.requireNonNull(cut.energy());
    assertThat(energy.joules()).isEqualTo(40 * 50.5, within(1e-9));
    assertThat(energy.seconds()).isEqualTo(40);
    assertThat(energy.hosts().get(0).wattsBySecond()).hasSize(40);
    assertThat(Measure.ENERGY_PER_OPERATION.of(cut)).isEqualTo(50.5 / 101, within(1e-9));
    assertThat(Measure.DYNAMIC_ENERGY_PER_OPERATION.of(cut))
        .as("above 20 W")
        .isEqualTo(30.5 / 101, within(1e-9));
    assertThat(cut.seconds()).as("the run itself").isEqualTo(60);
    assertThat(cut.succeeded()).isEqualTo(runs.get(0).succeeded());
    assertThat(cuts(STUDY).cells())
        .containsExactly(new SteadyState.CellCut(STEADY, 2, 60, 20, 10, 20, null));
  }

  @Test
  void allRunsOfACellAreLookedAtTogether() throws Exception {
    // The second run was warm from the start, and still the cell's mean was not.
    warmingUp();
    run(60, STEADY, s -> 101, s -> 50.5);

    assertThat(cuts(STUDY).cells())
        .extracting(SteadyState.CellCut::countedFrom)
        .containsExactly(20);
    assertThat(cuts(STUDY).apply(runs))
        .allSatisfy(run -> assertThat(run.countedOperations()).isEqualTo(40 * 101));
  }

  @Test
  void freshReadsCountFromThatSecondOnToo() throws Exception {
    run(60, STEADY, s -> s < 10 ? 10 : 100 + s % 3, s -> 50);
    RunResult judged = Results.judged(runs.get(0), 600, 60);
    List<TimePoint> timeline =
        judged.timeline().stream()
            .map(each -> new TimePoint(each.second(), each.ok(), 0, 10, 1, 9))
            .toList();
    runs.set(0, Results.over(judged, timeline));

    RunResult cut = cuts(STUDY).apply(runs).get(0);
    assertThat(cut.freshReads()).isEqualTo(50 * 9);
    assertThat(cut.freshOperations()).isEqualTo(cut.countedOperations() - 50);
  }

  @Test
  void nothingIsCutUnlessTheStudyAsksForIt() throws Exception {
    warmingUp();
    WarmUpCuts cuts = cuts(STUDY.replace("detect", "none"));

    assertThat(cuts.apply(runs)).isEqualTo(runs);
    assertThat(cuts.cells()).isEmpty();
  }

  @Test
  void runsThatEndWithTheirOperationsAreMeasuredAsAWhole() throws Exception {
    warmingUp();
    WarmUpCuts cuts = cuts(STUDY.replace("detect", "detect, operations: 5000"));

    assertThat(cuts.apply(runs)).isEqualTo(runs);
    assertThat(cuts.cells())
        .extracting(SteadyState.CellCut::wholeBecause)
        .containsExactly("they end with their operations");
  }

  @Test
  void runsThatAreTooShortAndRampsAreSaidToBeWhole() throws Exception {
    run(49, STEADY, s -> s < 10 ? 10 : 100, s -> 50);
    run(60, "growth 1/s to 9/s over 60s", s -> 100 + 10 * s, s -> 50);
    Study study = Studies.load(folder, STUDY).study();
    WarmUpCuts cuts = WarmUpCuts.of(study, runs);

    assertThat(cuts.apply(runs)).isEqualTo(runs);
    assertThat(Warnings.warmUpCut(SteadyStates.of(study, runs, cuts)))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("nothing to leave out")
                    .contains("the runs of 2 cells, because they are too short to judge, which")
                    .contains("or their load changes on purpose"));
  }

  @Test
  void atMostHalfOfARunIsLeftOut() throws Exception {
    run(60, STEADY, s -> 100 + 10 * s, s -> 50);

    assertThat(cuts(STUDY).cells())
        .extracting(SteadyState.CellCut::countedFrom)
        .allMatch(second -> second <= 30);
  }

  @Test
  void secondsThatResembleTheirNeighboursAreWorthFewer() throws Exception {
    run(100, STEADY, s -> 100 + (s / 10) % 2, s -> 50 + s % 2);
    Study study = Studies.load(folder, STUDY).study();
    SteadyState.EffectiveSeconds effective =
        SteadyStates.of(study, runs, WarmUpCuts.of(study, runs)).effective().get(0);

    assertThat(effective.throughput())
        .as("ten alike in a row")
        .isLessThan(effective.seconds() / 4.0);
    assertThat(effective.power()).as("alternating").isEqualTo(effective.seconds());
  }

  /** Throughput is warm after 10 seconds, and power after 20. */
  private void warmingUp() {
    run(60, STEADY, s -> s < 10 ? 10 : 101, s -> s < 20 ? 90 : 50.5);
  }

  private void run(
      int seconds, String arrivals, IntToDoubleFunction operations, IntToDoubleFunction watts) {
    RunResult run =
        Results.over(
            Results.run(runs.size() + 1, runs.size() + 1, Map.of("arrivals", arrivals), 100),
            IntStream.range(0, seconds)
                .mapToObj(s -> new TimePoint(s, (long) operations.applyAsDouble(s), 0, 0, 0, 9))
                .toList());
    List<Double> drawn = IntStream.range(0, seconds).mapToDouble(watts).boxed().toList();
    runs.add(Results.powered(run, drawn, List.of(), 0.25));
  }

  private WarmUpCuts cuts(String study) throws Exception {
    return WarmUpCuts.of(Studies.load(folder, study).study(), runs);
  }
}
