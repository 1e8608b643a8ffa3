package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** One sentence about energy. */
final class EnergyWriterTest {
  private static final String LEVELS = "factors: {policy: [ONE, QUORUM, ALL]}";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void aSavingIsClaimedWithItsIntervalAndWhereItCameFrom() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      run(repetition, Map.of("policy", "ONE"), 60 + repetition, 0.25);
      run(repetition, Map.of("policy", "ALL"), 100 + repetition, 0.25);
    }

    // logarithms of (60 + i) / (100 + i): mean -0.49175, 95 % half-width 0.01211
    assertThat(sentences(LEVELS + "\nbaseline: {policy: ALL}"))
        .containsExactly(
            "Against ALL, ONE saves 39 % of the energy per operation (38 to 40 %), estimated by a"
                + " power model whose ratios may err by 25 %.");
    assertThat(sentences(LEVELS + "\nbaseline: {policy: ONE}").get(0))
        .startsWith("Against ONE, ALL costs 64 % more energy per operation (62 to 66 %), est");
  }

  @Test
  void whatAMeterSaysIsCalledMeasured() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      run(repetition, Map.of("policy", "ONE"), 90 + repetition * 0.1, 0);
      run(repetition, Map.of("policy", "ALL"), 100, 0);
    }

    assertThat(sentences(LEVELS + "\nbaseline: {policy: ALL}").get(0))
        .contains("ONE saves")
        .endsWith("measured by meters.");
  }

  @Test
  void aChangeWithinTheModelsErrorIsNotClaimed() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      run(repetition, Map.of("policy", "ONE"), 90 + repetition * 0.1, 0.25);
      run(repetition, Map.of("policy", "ALL"), 100, 0.25);
    }

    assertThat(sentences(LEVELS + "\nbaseline: {policy: ALL}"))
        .containsExactly(
            "Against ALL, the energy per operation of ONE is not distinguishable: 9.7 % less (9.9 %"
                + " less to 9.5 % less) is less than the 25 % that the power model behind it may"
                + " err by.");
  }

  @Test
  void tooFewRunsAreSaidAndHowManyWouldDo() throws Exception {
    for (int repetition = 1; repetition <= 3; repetition++) {
      run(repetition, Map.of("policy", "ONE"), 100 + (repetition - 2) * 6, 0);
      run(repetition, Map.of("policy", "ALL"), 100, 0);
    }

    assertThat(sentences(LEVELS + "\nbaseline: {policy: ALL}").get(0))
        .startsWith("Against ALL, the energy per operation of ONE is not distinguishable: ")
        .matches(".* from too few runs; about \\d+ per cell would show a change of 5.0 %\\.");
  }

  @Test
  void closedLoopsAndEqualLoadAreTwoSentences() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      for (String threads : List.of("10", "20")) {
        run(repetition, Map.of("policy", "ONE", "threads", threads), 50, 0.1);
        run(repetition, Map.of("policy", "ALL", "threads", threads), 100 + repetition, 0.1);
      }
      run(repetition, Map.of("policy", "ONE", "arrivals", "poisson 9/s"), 70, 0.1);
      run(repetition, Map.of("policy", "ALL", "arrivals", "poisson 9/s"), 100 + repetition, 0.1);
    }

    List<String> sentences =
        sentences(
            """
            parts:
              closed: {factors: {policy: [ONE, ALL], threads: [10, 20]}}
              open: {factors: {policy: [ONE, ALL], arrivals: [poisson 9/s]}}
            baseline: {policy: ALL}
            """);

    assertThat(sentences).hasSize(2);
    assertThat(sentences.get(0))
        .startsWith("In a closed loop, against ALL, ONE saves 51 %")
        .contains(" over 2 settings, ");
    assertThat(sentences.get(1)).startsWith("At equal load, against ALL, ONE saves 32 %");
  }

  @Test
  void withoutEnergyThereIsNoSentence() throws Exception {
    runs.add(Results.run(1, 1, Map.of("policy", "ONE"), 100));

    assertThat(sentences(LEVELS)).isEmpty();
  }

  private void run(int repetition, Map<String, String> cell, double watts, double error) {
    runs.add(Results.powered(Results.run(runs.size() + 1, repetition, cell, 100), watts, error));
  }

  private List<String> sentences(String lines) throws Exception {
    Study study =
        Studies.load(folder, "title: x\nworkload: {properties: {recordcount: 10}}\n" + lines + "\n")
            .study();
    return new EnergyWriter(
            study,
            runs,
            Differences.of(List.copyOf(study.cells().keySet()), study.baselines(), runs))
        .sentences();
  }
}
