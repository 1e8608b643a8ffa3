package org.quorate.study.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.WindowVerdict;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class StaticGainsTest {
  private static final String STUDY =
      """
      title: Policies
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      parts:
        weak: {factors: {write-level: [ONE], policy: [ONE, QUORUM, ALL, random-read 1%]}}
        strong:
          factors: {write-level: [QUORUM], policy: [ONE, random-read 0.1%]}
          tolerance: 0.5%
      baseline: {policy: ONE}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  private void runs(String write, String policy, double throughput, long stale, long more) {
    for (int repetition = 1; repetition <= 2; repetition++) {
      Map<String, String> cell = new LinkedHashMap<>();
      cell.put("write-level", write);
      cell.put("policy", policy);
      runs.add(
          Results.judged(
              Results.run(runs.size() + 1, repetition, cell, throughput * (1 + repetition / 100.0)),
              100_000,
              stale + (repetition == 1 ? 0 : more)));
    }
  }

  private List<StaticGain> gains() throws Exception {
    Study study = Studies.load(folder, STUDY).study();
    return StaticGains.of(study, cells(study), runs, new HashMap<>());
  }

  private List<CellSummary> cells(Study study) {
    Map<Cell, CellTally> tallies = new LinkedHashMap<>();
    study.cells().keySet().forEach(cell -> tallies.put(cell, new CellTally(cell)));
    runs.forEach(run -> requireNonNull(tallies.get(new Cell(run.cell()))).add(run, Map.of()));
    return tallies.entrySet().stream()
        .filter(each -> runs.stream().anyMatch(run -> run.cell().equals(each.getKey().levels())))
        .map(each -> each.getValue().summary())
        .toList();
  }

  private void weak() {
    runs("ONE", "ONE", 2600, 7500, 10);
    runs("ONE", "QUORUM", 480, 100, 2);
    runs("ONE", "ALL", 399, 0, 0);
    runs("ONE", "random-read 1%", 960, 300, 2);
  }

  @Test
  void theRivalIsTheFastestFixedLevelWhoseWholeIntervalIsWithinTheTolerance() throws Exception {
    weak();
    StaticGain gain = gains().get(0);

    assertThat(requireNonNull(gain.against()).get("policy")).isEqualTo("QUORUM");
    assertThat(gain.kept()).isTrue();
    assertThat(gain.pairs()).isEqualTo(2);
    assertThat(requireNonNull(gain.throughput()).mean()).isEqualTo(2, within(1e-9));
    assertThat(gain.counted()).isTrue();
    assertThat(requireNonNull(gain.replicaReads()).mean()).isEqualTo(1, within(1e-9));
    assertThat(requireNonNull(gain.succeededReads()).mean()).isEqualTo(1, within(1e-9));
  }

  @Test
  void aLevelWhoseIntervalReachesAboveTheToleranceKeepsNothing() throws Exception {
    runs("ONE", "QUORUM", 480, 900, 100);
    runs("ONE", "ALL", 399, 0, 0);
    runs("ONE", "random-read 1%", 960, 300, 2);

    assertThat(requireNonNull(gains().get(0).against()).get("policy")).isEqualTo("ALL");
  }

  @Test
  void whereNoFixedLevelKeepsTheToleranceTheSentenceSaysSo() throws Exception {
    runs("QUORUM", "ONE", 600, 170, 3);
    runs("QUORUM", "random-read 0.1%", 500, 50, 2);

    List<StaticGain> gains = gains();
    assertThat(gains.get(0).against()).isNull();
    Study study = Studies.load(folder, STUDY).study();
    assertThat(new StaticGainWriter(cells(study), gains).others())
        .singleElement()
        .asString()
        .startsWith(
            "With writes at QUORUM, no fixed level of 1 was shown to keep the tolerance of"
                + " random-read 0.1%, which kept it: 0.05 % of reads stale (");
  }

  @Test
  void theSentenceSaysWhatWasGainedAndWhetherTheToleranceWasKept() throws Exception {
    weak();
    Study study = Studies.load(folder, STUDY).study();
    StaticGainWriter writer = new StaticGainWriter(cells(study), gains());

    assertThat(writer.headlines()).as("these are not the project's own policy").isEmpty();
    assertThat(writer.others())
        .containsExactly(
            "With writes at ONE, random-read 1% had 2.00 times the throughput of QUORUM (2.00 to"
                + " 2.00), the cheapest fixed level that keeps its tolerance, and kept it: 0.30 %"
                + " of reads stale (0.29 to 0.31 %).",
            "It asked 1.50 replicas for a read against 1.50 at QUORUM, where 0.10 % were stale;"
                + " 95 % intervals over 2 pairs of runs.");
  }

  @Test
  void aPolicyThatBreaksItsToleranceIsNotPraised() throws Exception {
    runs("ONE", "QUORUM", 480, 100, 2);
    runs("ONE", "random-read 1%", 960, 2000, 2);
    Study study = Studies.load(folder, STUDY).study();

    assertThat(new StaticGainWriter(cells(study), gains()).others().get(0))
        .contains("that keeps its tolerance, but did not keep it: 2.0 % of reads stale");
  }

  @Test
  void theOwnPolicyComesFirstAndADifferenceThatChanceExplainsIsNone() {
    StaticGain gain =
        new StaticGain(
            Map.of("policy", "quorate 1%"),
            0.01,
            new Mean(0.002, 0.001, 0.003, 3),
            null,
            2,
            Map.of("policy", "QUORUM"),
            new Mean(0.001, 0.0005, 0.002, 3),
            false,
            3,
            new Mean(1.02, 0.97, 1.07, 3),
            null,
            null,
            true);

    assertThat(new StaticGainWriter(List.of(), List.of(gain)).headlines().get(0))
        .isEqualTo(
            "quorate 1% had no throughput distinguishable from that of QUORUM (ratio 0.97 to 1.07),"
                + " the cheapest fixed level that keeps its tolerance, and kept it: 0.20 % of reads"
                + " stale (0.10 to 0.30 %).");
  }

  @Test
  void atEqualLoadTheCheapestLevelAsksTheFewestReplicas() {
    StaticGain gain =
        new StaticGain(
            Map.of("policy", "quorate 1%"),
            0.01,
            new Mean(0.002, 0.001, 0.003, 3),
            null,
            2,
            Map.of("policy", "QUORUM"),
            new Mean(0.001, 0.0005, 0.002, 3),
            true,
            3,
            new Mean(1, 0.999, 1.001, 3),
            null,
            new Mean(0.55, 0.54, 0.56, 3),
            true);

    assertThat(new StaticGainWriter(List.of(), List.of(gain)).headlines().get(0))
        .startsWith(
            "quorate 1% asked 45 % fewer replicas for a read (44 to 46 %) than QUORUM, the"
                + " cheapest fixed level that keeps its tolerance, and kept it:");
  }

  @Test
  void withFaultsALevelKeepsTheToleranceOnlyWhereItsWindowsDo() throws Exception {
    Study study = Studies.load(folder, STUDY).study();
    Map<String, String> one = Map.of("write-level", "ONE", "policy", "ONE");
    Cell cell = new Cell(one);
    CellTally tally = new CellTally(cell, null, 0, study.tolerance(cell));
    List<RunResult> all = new ArrayList<>();
    Map<Integer, RunWindows> windows = new HashMap<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      RunResult run =
          Results.judged(
                  Results.lasting(Results.run(repetition, repetition, one, 700), 100), 100_000, 200)
              .withFaults(List.of(new FaultResult("kill", "node3", 5, 5, 5)));
      TreeMap<Integer, WindowCounts> seconds = new TreeMap<>();
      for (int second = 0; second < 100; second++) {
        long stale = second == 50 ? 200 : 0;
        seconds.put(second, new WindowCounts(1000, stale, 0, 0, 0, Map.of(Level.ONE, 1000L), 1000));
      }
      tally.add(run, Map.of());
      tally.windows().add(run, new RunWindows(seconds));
      windows.put(repetition, new RunWindows(seconds));
      all.add(run);
    }
    runs("ONE", "ALL", 399, 0, 0);
    runs("ONE", "random-read 1%", 960, 300, 2);
    List<CellSummary> cells = new ArrayList<>(cells(study));
    cells.add(tally.summary());
    all.addAll(runs);

    StaticGain gain = StaticGains.of(study, cells, all, windows).get(0);
    assertThat(requireNonNull(gain.against()).get("policy")).isEqualTo("ALL");
    assertThat(WindowWriter.sentences(cells))
        .containsExactly(
            "With writes at ONE, windows in which the tolerance was broken, with node3 killed: ONE"
                + " 2 of 200 of 1 s and 2 of 20 of 10 s.");
  }

  @Test
  void aPolicyWhoseWindowsAreBrokenDidNotKeepItsToleranceWhateverItsWholeRuns() {
    Mean rate = new Mean(0.002, 0.001, 0.003, 2);
    StaticGain kept = gain(rate, windows(200, 2), new Mean(1.2, 1.1, 1.3, 2), 2);
    StaticGain broken = gain(rate, windows(20, 2), new Mean(1.2, 1.1, 1.3, 2), 2);

    assertThat(kept.kept()).isTrue();
    assertThat(kept.exceeded()).isFalse();
    assertThat(broken.kept()).isFalse();
    assertThat(broken.exceeded()).isTrue();
    assertThat(new StaticGainWriter(List.of(), List.of(broken)).headlines().get(0))
        .endsWith(
            "but did not keep it: 0.20 % of reads stale (0.10 to 0.30 %), 2 of 20 windows of 10 s"
                + " broken.");
  }

  @Test
  void ofAWholeIntervalThatIsNeitherWithinNorAboveTheToleranceNothingIsCertain() {
    Mean wide = new Mean(0.009, 0.008, 0.011, 2);
    StaticGain gain = gain(wide, windows(20, 0), new Mean(1.2, 1.1, 1.3, 2), 2);

    assertThat(gain.kept()).isFalse();
    assertThat(gain.exceeded()).isFalse();
  }

  @Test
  void aSinglePairOfRunsClaimsNothing() {
    Mean alone = new Mean(1.17, Double.NaN, Double.NaN, 1);
    StaticGain gain = gain(new Mean(0.002, 0.001, 0.003, 1), null, alone, 1);

    assertThat(new StaticGainWriter(List.of(), List.of(gain)).headlines().get(0))
        .isEqualTo(
            "In the one run of each, quorate 1% had 1.17 times the throughput of QUORUM, the"
                + " cheapest fixed level that keeps its tolerance, and kept it: 0.20 % of reads"
                + " stale (0.10 to 0.30 %, of this run only); one pair says nothing about chance.");
  }

  private static WindowVerdict windows(long windows, long broken) {
    double kept = 1 - (double) broken / windows;
    return new WindowVerdict(10, 0.01, windows, broken, new Mean(kept, kept, kept, 2));
  }

  private static StaticGain gain(
      Mean rate, @Nullable WindowVerdict windows, Mean throughput, int pairs) {
    return new StaticGain(
        Map.of("policy", "quorate 1%"),
        0.01,
        rate,
        windows,
        2,
        Map.of("policy", "QUORUM"),
        new Mean(0.001, 0.0005, 0.002, pairs),
        false,
        pairs,
        throughput,
        null,
        null,
        true);
  }

  @Test
  void fixedLevelsAreHeldToTheToleranceOfTheirPart() throws Exception {
    Study study = Studies.load(folder, STUDY).study();

    assertThat(study.tolerance(cell("ONE", "ALL"))).hasValue(0.01);
    assertThat(study.tolerance(cell("ONE", "random-read 1%"))).hasValue(0.01);
    assertThat(study.tolerance(cell("QUORUM", "ONE"))).hasValue(0.005);
    assertThat(study.tolerance(cell("QUORUM", "random-read 0.1%"))).hasValue(0.001);
    Study two =
        Studies.load(
                folder,
                STUDY
                    .replace("random-read 1%", "random-read 1%, harmony 5%")
                    .replace("baseline", "tolerance: 2%\nbaseline"))
            .study();
    assertThat(two.tolerance(cell("ONE", "ALL"))).hasValue(0.02);
    assertThat(two.tolerance(cell("QUORUM", "ONE"))).hasValue(0.005);
    Study none =
        Studies.load(folder, STUDY.replace("random-read 1%", "random-read 1%, harmony 5%")).study();
    assertThat(none.tolerance(cell("ONE", "ALL"))).isEmpty();
  }

  private static Cell cell(String write, String policy) {
    Map<String, String> levels = new LinkedHashMap<>();
    levels.put("write-level", write);
    levels.put("policy", policy);
    return new Cell(levels);
  }
}
