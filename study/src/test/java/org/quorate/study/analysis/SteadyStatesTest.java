package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** Warm-ups that reach into measured time. */
final class SteadyStatesTest {
  private static final String STUDY =
      """
      title: x
      workload: {properties: {recordcount: 10}}
      factors: {arrivals: [poisson 9/s, growth 1/s to 9/s over 60s]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void aRunThatIsWarmIsNotCut() throws Exception {
    run(60, "poisson 9/s", second -> 100 + second % 3, second -> 50);

    SteadyState state = state();

    assertThat(state.judged()).isOne();
    assertThat(state.cuts()).isEmpty();
    assertThat(Warnings.notSteady(state)).isEmpty();
  }

  @Test
  void theWarmUpOfThroughputAndOfPowerIsFound() throws Exception {
    run(60, "poisson 9/s", s -> s < 10 ? 10 : 100 + s % 3, s -> s < 20 ? 90 : 50 + s % 2);

    SteadyState state = state();

    assertThat(state.cuts())
        .containsExactly(new SteadyState.Cut(1, "poisson 9/s", 10, 20, 60, true));
    assertThat(Warnings.notSteady(state)).isEmpty();
  }

  @Test
  void aRunThatKeepsChangingIsWarnedOf() throws Exception {
    run(60, "poisson 9/s", second -> 100 + 10 * second, second -> 50);

    assertThat(Warnings.notSteady(state()))
        .contains(
            "One run was not steady by MSER-5, still changing in throughput or power half-way"
                + " through: run 1 (poisson 9/s).");
  }

  @Test
  void shortRunsAndRampsAreNotJudged() throws Exception {
    run(49, "poisson 9/s", second -> 100 + 10 * second, second -> 50);
    run(60, "growth 1/s to 9/s over 60s", second -> 100 + 10 * second, second -> 50);

    assertThat(state()).isEqualTo(new SteadyState(0, 1, 1, List.of()));
  }

  private void run(
      int seconds, String arrivals, IntToDoubleFunction operations, IntToDoubleFunction watts) {
    RunResult run =
        Results.over(
            Results.run(runs.size() + 1, 1, Map.of("arrivals", arrivals), 100),
            IntStream.range(0, seconds)
                .mapToObj(s -> new TimePoint(s, (long) operations.applyAsDouble(s), 0, 0, 0, 9))
                .toList());
    List<Double> drawn = IntStream.range(0, seconds).mapToDouble(watts).boxed().toList();
    runs.add(Results.powered(run, drawn, List.of(), 0.25));
  }

  private SteadyState state() throws Exception {
    Study study = Studies.load(folder, STUDY).study();
    return SteadyStates.of(study, runs, WarmUpCuts.of(study, runs));
  }
}
