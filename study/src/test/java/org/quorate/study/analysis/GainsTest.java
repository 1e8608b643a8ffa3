package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

class GainsTest {
  private static final String STUDY =
      """
      title: Policies
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      parts:
        near: {factors: {policy: [ALL, ONE, harmony 20%], threads: [1, 40], delay: [4ms]}}
        far: {factors: {policy: [ALL, harmony 20%], threads: [1], delay: [20ms]}}
        pairs: {factors: {policy: [ONE, harmony 20%], threads: [1], second-read: [ALL]}}
      baseline: [{policy: ALL}, {policy: ONE}]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  private void run(
      int repetition, String policy, String threads, String delay, double throughput, long stale) {
    runs.add(
        Results.judged(
            Results.run(
                runs.size() + 1,
                repetition,
                Map.of("policy", policy, "threads", threads, "delay", delay),
                throughput),
            1000,
            stale));
  }

  private List<Gain> gains() throws Exception {
    return Gains.of(Studies.load(folder, STUDY).study(), runs);
  }

  @Test
  void aPolicyIsComparedWithTheRunsOfALevelInTheSameSettingAndRepetition() throws Exception {
    for (int repetition = 1; repetition <= 2; repetition++) {
      run(repetition, "ALL", "1", "4ms", 100 * repetition, 0);
      run(repetition, "harmony 20%", "1", "4ms", 200 * repetition, 10);
      run(repetition, "ONE", "1", "4ms", 400 * repetition, 40);
      run(repetition, "ALL", "40", "4ms", 1000 * repetition, 0);
      run(repetition, "harmony 20%", "40", "4ms", 2000 * repetition, 30);
      run(repetition, "ONE", "40", "4ms", 4000 * repetition, 120);
    }

    List<Gain> gains = gains();

    assertThat(gains).extracting(Gain::against).containsExactly("ALL", "ONE");
    Gain overAll = gains.get(0);
    assertThat(overAll.policy()).isEqualTo("harmony 20%");
    assertThat(overAll.context()).containsExactly(Map.entry("delay", "4ms"));
    assertThat(overAll.settings()).isEqualTo(2);
    assertThat(overAll.pairs()).isEqualTo(4);
    assertThat(overAll.throughput().mean()).isEqualTo(2, within(1e-9));
    assertThat(overAll.throughput().low()).as("every pair says 2").isEqualTo(2, within(1e-9));
    assertThat(overAll.stale()).as("nothing was stale at ALL").isNull();

    Gain againstOne = gains.get(1);
    assertThat(againstOne.throughput().mean()).isEqualTo(0.5, within(1e-9));
    assertThat(againstOne.stale().mean()).isEqualTo(0.25, within(1e-9));
    assertThat(againstOne.staleReads()).isEqualTo(80);
    assertThat(againstOne.staleReadsAgainst()).isEqualTo(320);
    assertThat(againstOne.reads()).isEqualTo(4000);
  }

  @Test
  void settingsOfOneBlockAreOneSample() throws Exception {
    // Within a block the settings agree: what differs is what a block has, four times over.
    for (int repetition = 1; repetition <= 2; repetition++) {
      double gain = repetition == 1 ? 1.8 : 2.2;
      for (String threads : List.of("1", "40")) {
        run(repetition, "ALL", threads, "4ms", 100, 10);
        run(repetition, "harmony 20%", threads, "4ms", 100 * gain, 20);
      }
    }

    Gain gain = gains().get(0);
    double half = 12.7062 * Math.log(2.2 / 1.8) / 2;
    assertThat(gain.pairs()).isEqualTo(4);
    assertThat(gain.throughput().runs()).as("blocks").isEqualTo(2);
    assertThat(gain.throughput().low())
        .as("t with one degree of freedom, not three")
        .isEqualTo(Math.sqrt(1.8 * 2.2) * Math.exp(-half), within(1e-4));
    assertThat(gain.stale().runs()).isEqualTo(2);
    assertThat(GainWriter.sentences(List.of(gain)).get(0))
        .endsWith("95 % intervals over 2 blocks of together 4 pairs of runs in 2 settings.");
  }

  @Test
  void aSinglePairSaysNothing() throws Exception {
    run(1, "ALL", "1", "20ms", 100, 0);
    run(1, "harmony 20%", "1", "20ms", 200, 0);
    assertThat(gains()).isEmpty();
    run(2, "harmony 20%", "1", "20ms", 200, 0);
    assertThat(gains()).as("the second has no partner").isEmpty();
  }

  @Test
  void runsWithSecondReadsAreLeftOut() throws Exception {
    for (int repetition = 1; repetition <= 2; repetition++) {
      for (String policy : List.of("ONE", "harmony 20%")) {
        runs.add(
            Results.judged(
                Results.run(
                    runs.size() + 1,
                    repetition,
                    Map.of("policy", policy, "threads", "1", "second-read", "ALL"),
                    100),
                100,
                5));
      }
    }
    assertThat(gains()).isEmpty();
  }
}
