package org.quorate.study.analysis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.RateCheck;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.EstimateBounds;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.Accuracy;
import org.quorate.study.summary.CellAccuracy;
import org.quorate.study.summary.ModelAccuracy;
import org.quorate.study.summary.StaleCheck;
import org.quorate.study.summary.StalePredictions;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class PredictionChecksTest {
  private static final String STUDY =
      """
      title: Policies
      backend: fake
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 10s}
      factors:
        write-level: [ONE, QUORUM]
        policy: [ONE, QUORUM, ALL, random-read 1%]
      """;

  private static final int SECONDS = 10;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();
  private final Map<Integer, RunWindows> sent = new HashMap<>();

  /** Readings 0.8 s before the run, 0.2 s after it began, and each second from then on. */
  private static List<DecisionPoint> readings(double predicted) {
    List<DecisionPoint> points = new ArrayList<>();
    for (int i = -1; i < SECONDS; i++) {
      // The first two look back at what was before the run; the third has another estimate.
      double rate = i < 1 ? 0.9 : i == 1 ? predicted / 2 : predicted;
      Map<String, Double> rates = Map.of("pbs", rate, "harmony", 1.4);
      Map<String, EstimateBounds> bounds =
          Map.of("pbs", new EstimateBounds(rate / 2, Math.min(1, 2 * rate)));
      points.add(
          new DecisionPoint(
              i + 0.2, 300, 300, 0.01, rates, rates, bounds, bounds, "ONE", "The run's level."));
    }
    return points;
  }

  private RunResult run(String write, String policy, int reads, int stale, double predicted) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("write-level", write);
    cell.put("policy", policy);
    int sequence = runs.size() + 1;
    TreeMap<Integer, WindowCounts> seconds = new TreeMap<>();
    for (int second = 0; second <= SECONDS; second++) {
      seconds.put(
          second, new WindowCounts(reads, stale, 0, reads, 0, Map.of(Level.ONE, (long) reads), 0));
    }
    RunResult run =
        Results.watched(
            Results.lasting(Results.run(sequence, 1, cell, 100), SECONDS - 0.01),
            new MonitorResult(
                "", "", "", Map.of(), Map.of(), Map.of(), Map.of(), readings(predicted)),
            null);
    runs.add(run);
    sent.put(sequence, new RunWindows(seconds));
    return run;
  }

  private StalePredictions predictions() throws Exception {
    return predictions("");
  }

  private StalePredictions predictions(String more) throws Exception {
    return PredictionChecks.of(Studies.load(folder, STUDY + more).study(), runs, sent);
  }

  private List<StaleCheck> checks(String model) throws Exception {
    return predictions().checks().stream().filter(check -> check.model().equals(model)).toList();
  }

  @Test
  void eachWindowHasTheEstimatesThatLookedBackAtItAndTheFirstOnesAreNoChecks() throws Exception {
    run("ONE", "ONE", 300, 3, 0.012);
    run("QUORUM", "ONE", 300, 3, 0.012);

    List<StaleCheck> checks = checks("pbs");
    assertThat(checks).hasSize(18);
    assertThat(checks.get(0).cell()).containsEntry("write-level", "ONE");
    assertThat(checks.get(0).fromSecond()).as("what it looked back at, not when it was").isZero();
    assertThat(checks.get(0).toSecond()).isEqualTo(1);
    assertThat(checks.get(0).readings()).isEqualTo(1);
    assertThat(checks.get(0).rate()).isEqualTo(new RateCheck(0.006, 0.003, 0.012, 3, 300));
    assertThat(checks.get(1).fromSecond()).isEqualTo(1);
    assertThat(checks.get(1).rate()).isEqualTo(new RateCheck(0.012, 0.006, 0.024, 3, 300));
    assertThat(checks.get(8).toSecond()).isEqualTo(9);
  }

  @Test
  void aWindowHasReadsEnoughToTellAPoint() throws Exception {
    for (String write : List.of("ONE", "QUORUM")) {
      for (int run = 0; run < 5; run++) {
        run(write, "ONE", run == 0 ? 100 : 5, 1, 0.012);
      }
    }

    assertThat(checks("pbs"))
        .filteredOn(check -> check.sequence() <= 2)
        .extracting(StaleCheck::fromSecond, StaleCheck::toSecond, StaleCheck::readings)
        .containsExactly(tuple(0, 3, 3), tuple(3, 6, 3), tuple(6, 10, 3), tuple(0, 10, 9));
  }

  @Test
  void aModelIsJudgedOverSettingsAndItsRateIsHeldToOne() throws Exception {
    run("ONE", "ONE", 300, 6, 0.03);
    run("ONE", "QUORUM", 300, 0, 0.01);
    run("QUORUM", "ONE", 3000, 24, 0.008);

    assertThat(predictions().models())
        .extracting(ModelAccuracy::model)
        .containsExactly("harmony", "pbs");
    ModelAccuracy pbs = predictions().models().get(1);
    assertThat(pbs.all().settings()).as("both levels of a setting are one").isEqualTo(2);
    assertThat(pbs.all().checks()).isEqualTo(27);
    // Of nine windows each the first is said to have half.
    double bias = (8 * (0.01 + 0.01) + (-0.005 + 0.005 - 0.004)) / 27;
    assertThat(pbs.all().bias().mean()).isCloseTo(bias, within(1e-12));
    assertThat(pbs.all().bias().hasInterval()).as("of two settings").isFalse();
    assertThat(pbs.all().error().mean()).isBetween(0.005, 0.0082);
    assertThat(pbs.all().held()).isNotNull();
    Accuracy telling = requireNonNull(pbs.telling());
    assertThat(telling.checks()).as("none of 3 expected stale reads and none seen").isEqualTo(18);
    assertThat(telling.bias().mean()).isCloseTo((8 * 0.01 - 0.005 - 0.004) / 18, within(1e-12));
    assertThat(pbs.cells())
        .extracting(cell -> cell.cell().get("policy"), CellAccuracy::staleReads)
        .containsExactly(tuple("ONE", 54L), tuple("QUORUM", 0L), tuple("ONE", 216L));
    assertThat(pbs.rare()).isEqualTo(2);
    assertThat(pbs.rareBeyond()).as("0 of 2,700 where 1 % was said").isEqualTo(1);
    assertThat(pbs.rareWithin()).as("216 of 27,000 where 0.8 % was said").isEqualTo(1);
    ModelAccuracy harmony = predictions().models().get(0);
    assertThat(harmony.cells().get(0).predicted()).isEqualTo(1);
    assertThat(harmony.all().held()).as("states no bounds").isNull();
  }

  @Test
  void onlyWhatCanBeStaleAtALevelThatIsFixedAndUnharmedIsAnyModelsMatter() throws Exception {
    run("ONE", "ALL", 300, 0, 0);
    run("QUORUM", "QUORUM", 300, 0, 0);
    run("ONE", "random-read 1%", 300, 3, 0.01);
    RunResult harmed =
        run("ONE", "ONE", 300, 3, 0.01)
            .withFaults(List.of(new FaultResult("kill", "node3", 1, 1, 1)));
    runs.set(runs.size() - 1, harmed);
    RunResult unwatched = Results.watched(run("QUORUM", "ONE", 300, 3, 0.01), null, null);
    runs.set(runs.size() - 1, unwatched);

    assertThat(predictions()).isEqualTo(StalePredictions.NONE);
  }

  @Test
  void aModelIsNotHeldToWhatItWasToldWrongOnPurpose() throws Exception {
    run("ONE", "ONE", 300, 3, 0.01);

    assertThat(predictions("monitor: {}\n").checks()).isNotEmpty();
    assertThat(predictions("monitor: {propagation-error: 10}\n")).isEqualTo(StalePredictions.NONE);
  }

  @Test
  void ofOneSettingNothingIsSaidButItsChecksAreKept() throws Exception {
    run("ONE", "ONE", 300, 3, 0.01);
    run("ONE", "QUORUM", 300, 3, 0.01);

    assertThat(predictions().models()).isEmpty();
    assertThat(checks("pbs")).hasSize(18);
  }

  @Test
  void aReadingThatIsNoneSinceTheOneBeforeIsNoCheck() throws Exception {
    RunResult run = run("ONE", "ONE", 300, 3, 0.01);
    List<DecisionPoint> twice = new ArrayList<>();
    for (DecisionPoint point : readings(0.01)) {
      twice.add(point);
      twice.add(point);
    }
    runs.set(
        0,
        Results.watched(
            run,
            new MonitorResult("", "", "", Map.of(), Map.of(), Map.of(), Map.of(), twice),
            null));

    assertThat(checks("pbs")).extracting(StaleCheck::readings).containsOnly(1).hasSize(9);
  }

  @Test
  void warmUpThatIsCutOffIsNotLookedAt() throws Exception {
    run("ONE", "ONE", 300, 3, 0.01);
    run("QUORUM", "ONE", 300, 3, 0.01);
    runs.replaceAll(run -> run.countedFrom(4));

    assertThat(checks("pbs")).extracting(StaleCheck::fromSecond).startsWith(4, 5, 6, 7, 8);
  }
}
