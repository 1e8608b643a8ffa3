package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;
import org.quorate.study.testing.Results;

final class DifferencesTest {
  private static final Map<String, String> ONE = Map.of("read-level", "ONE");
  private static final Map<String, String> ALL = Map.of("read-level", "ALL");

  @Test
  void pairsRunsOfTheSameRepetitionInWhateverOrderTheyRan() {
    List<RunResult> runs = new ArrayList<>();
    runs.add(Results.run(1, 1, ALL, 700));
    runs.add(Results.run(2, 1, ONE, 1000));
    runs.add(Results.run(3, 2, ONE, 1100));
    runs.add(Results.run(4, 2, ALL, 790));
    runs.add(Results.run(5, 3, ONE, 1200));
    runs.add(Results.run(6, 3, ALL, 910));
    Difference throughput =
        Differences.of(cells(), List.of(ONE), Set.of(), runs).stream()
            .filter(difference -> difference.measure().equals("throughput"))
            .findFirst()
            .orElseThrow();

    // logs of the ratios -0.356675, -0.331033, -0.276632: mean -0.321447, s 0.0408733,
    // t = 0.321447 / (0.0408733 / sqrt 3) = 13.6217, p = 0.0053462; quantile t(2) = 4.302653
    assertThat(throughput.cell()).isEqualTo(ALL);
    assertThat(throughput.baseline()).isEqualTo(ONE);
    assertThat(throughput.difference().mean()).isEqualTo(-300);
    assertThat(throughput.difference().low()).isNaN();
    assertThat(throughput.ratio().mean()).isEqualTo(Math.exp(-0.3214466), within(1e-6));
    assertThat(throughput.ratio().low())
        .isEqualTo(Math.exp(-0.3214466 - 4.302653 * 0.0408733 / Math.sqrt(3)), within(1e-5));
    assertThat(throughput.pValue()).isEqualTo(0.0053462, within(0.00001));
    assertThat(throughput.distinguishable()).isTrue();
  }

  @Test
  void energyIsDistinguishableOnlyBeyondTheErrorOfTheModel() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      double wobble = repetition * 0.1;
      runs.add(powered(2 * repetition, repetition, ONE, 30 + wobble, 0.25));
      runs.add(powered(2 * repetition + 1, repetition, ALL, 36, 0.25));
    }

    assertThat(energy(runs, Measure.ENERGY_PER_OPERATION))
        .satisfies(
            difference -> {
              assertThat(difference.distinguishable()).isFalse();
              assertThat(difference.energyVerdict()).contains("too coarse a meter");
              assertThat(difference.runsNeeded()).as("more would not help").isNull();
            });
  }

  @Test
  void energyAboveIdleIsJudgedByAnErrorOfItsOwn() {
    // Above the idle baseline of 20 W, 36 W against 30 W is 60 % more; of the totals it is 20 %.
    assertThat(aboveIdle(0.1, 0.3).energyVerdict()).isEqualTo("costs");
    assertThat(aboveIdle(0.1, 0.45).energyVerdict()).contains("too coarse a meter");
    assertThat(aboveIdle(0.1, null).energyVerdict()).as("0.1 of 30 W, 10 W").isEqualTo("costs");
    assertThat(aboveIdle(0.25, null).energyVerdict()).as("0.75").contains("too coarse a meter");
  }

  @Test
  void theIntervalWithTheErrorIsToldWithThePValueThatBelongsToIt() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      runs.add(powered(2 * repetition, repetition, ONE, 100 + repetition, 0.2));
      runs.add(powered(2 * repetition + 1, repetition, ALL, 70, 0.2));
    }
    Difference difference = energy(runs, Measure.ENERGY_PER_OPERATION);
    Mean ratio = difference.ratio();
    Mean wide = Objects.requireNonNull(difference.withError());

    assertThat(difference.energyVerdict()).isEqualTo("saves");
    assertThat(wide.low()).isEqualTo(ratio.low() * 0.8, within(1e-9));
    assertThat(wide.high()).isEqualTo(ratio.high() / 0.8, within(1e-9)).isLessThan(1);
    assertThat(difference.pValueBeyondError()).isBetween(difference.pValue(), 0.05);
  }

  /** Blocks on clusters that are started anew every so many of them. */
  private static List<RunResult> onClusters(int blocks, int everyBlocks, double... effects) {
    List<RunResult> runs = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      int start = (block - 1) / everyBlocks;
      double noise = 0.001 * (block % 3);
      RunResult one = powered(2 * block, block, ONE, 100 * (1 + noise), 0);
      RunResult all = powered(2 * block + 1, block, ALL, 100 * effects[start] * (1 - noise), 0);
      runs.add(Results.ofSession(one, 2 * start + 1));
      runs.add(Results.ofSession(all, 2 * start + 2));
    }
    return runs;
  }

  @Test
  void whatOneStartOfEachClusterShowsIsOneSample() {
    Difference difference = energy(onClusters(9, 9, 0.7), Measure.ENERGY_PER_OPERATION);

    assertThat(difference.starts()).isEqualTo(1);
    assertThat(difference.ratio().mean()).isEqualTo(0.7, within(0.01));
    assertThat(difference.ratio().low()).isNaN();
    assertThat(difference.distinguishable()).isFalse();
    assertThat(difference.energyVerdict())
        .startsWith("not distinguishable (one start of each cluster");
    assertThat(difference.runsNeeded()).as("more blocks would not help").isNull();
  }

  @Test
  void startsOfClustersAreWhatChanceIsReckonedOver() {
    double[] effects = {0.7, 0.72, 0.69};
    Difference difference = energy(onClusters(9, 3, effects), Measure.ENERGY_PER_OPERATION);

    // t(2) is 4.302653; each start has the three noises once.
    double mean = (Math.log(0.7) + Math.log(0.72) + Math.log(0.69)) / 3;
    double s =
        Math.sqrt(
            (Math.pow(Math.log(0.7) - mean, 2)
                    + Math.pow(Math.log(0.72) - mean, 2)
                    + Math.pow(Math.log(0.69) - mean, 2))
                / 2);
    double noise = (Math.log(0.999 / 1.001) + Math.log(0.998 / 1.002)) / 3;
    assertThat(difference.starts()).isEqualTo(3);
    assertThat(difference.ratio().mean()).isEqualTo(Math.exp(mean + noise), within(1e-9));
    assertThat(difference.ratio().high())
        .isEqualTo(Math.exp(mean + noise + 4.302653 * s / Math.sqrt(3)), within(1e-6));
    assertThat(difference.energyVerdict()).isEqualTo("saves");
  }

  @Test
  void startsThatShareAClusterAreOneSample() {
    List<RunResult> runs = new ArrayList<>(onClusters(4, 2, 0.7, 0.72));
    // The study was stopped when ONE's cluster had been started a second time, ALL's not yet.
    runs.replaceAll(run -> run.session() == 4 ? Results.ofSession(run, 2) : run);

    assertThat(energy(runs, Measure.ENERGY_PER_OPERATION).starts()).isEqualTo(1);
  }

  @Test
  void aStudyThatWasStoppedInABlockIsStillComparedByBlocks() {
    List<RunResult> runs = new ArrayList<>();
    for (int block = 1; block <= 4; block++) {
      runs.add(powered(2 * block, block, ONE, 100 + block, 0));
      RunResult all = powered(2 * block + 1, block, ALL, 70, 0);
      runs.add(block == 3 ? Results.ofSession(all, 2) : all);
    }
    Difference difference = energy(runs, Measure.ENERGY_PER_OPERATION);

    assertThat(difference.starts()).isNull();
    assertThat(difference.ratio().runs()).isEqualTo(4);
    assertThat(difference.energyVerdict()).isEqualTo("saves");
  }

  private static final Map<String, List<Double>> SERVERS =
      Map.of("2010-04 A", List.of(40.0, 100.0), "2010-05 B", List.of(60.0, 90.0, 100.0));

  /** ONE uses a quarter of its host, a little more or less in turn, and ALL three quarters. */
  private static List<RunResult> replayable(Map<String, List<Double>> published) {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      double one = 0.25 + 0.01 * repetition;
      runs.add(
          Results.replayable(
              Results.run(2 * repetition, repetition, ONE, 100), List.of(one, one), published));
      runs.add(
          Results.replayable(
              Results.run(2 * repetition + 1, repetition, ALL, 100), List.of(0.5, 1.0), published));
    }
    return runs;
  }

  @Test
  void whatAModelMayBeWrongByIsHowMuchPublishedServersDisagreeAboutTheVeryRatio() {
    Difference difference = energy(replayable(SERVERS), Measure.MEAN_POWER);
    ServerRange servers = Objects.requireNonNull(difference.servers());

    // By the model 87.5 W over about 63.75; A has 85 over 56.5, B 95 over 76.5.
    assertThat(difference.ratio().mean()).isEqualTo(87.5 / 63.75, within(0.001));
    assertThat(servers.servers()).isEqualTo(2);
    assertThat(servers.low()).isEqualTo(95 / 76.5, within(0.001));
    assertThat(servers.high()).isEqualTo(85 / 56.5, within(0.001));
    assertThat(Objects.requireNonNull(difference.withError()).low()).isLessThan(servers.low());
    assertThat(difference.withError().high()).isGreaterThan(servers.high());
    assertThat(difference.energyVerdict())
        .as("by the constant error of 20 % it would be too coarse")
        .isEqualTo("costs");
  }

  @Test
  void withoutPublishedServersTheModelsConstantErrorStands() {
    Difference difference = energy(replayable(Map.of()), Measure.MEAN_POWER);
    assertThat(difference.servers()).isNull();
    assertThat(Objects.requireNonNull(difference.withError()).high())
        .isEqualTo(difference.ratio().high() / 0.8, within(1e-9));

    List<RunResult> mixed = new ArrayList<>(replayable(SERVERS).subList(0, 6));
    mixed.addAll(replayable(Map.of()).subList(6, 8));
    assertThat(energy(mixed, Measure.MEAN_POWER).servers())
        .as("where one run is of an earlier version")
        .isNull();
  }

  @Test
  void energyAboveIdleIsReplayedAboveTheOtherServersIdle() {
    ServerRange servers =
        Objects.requireNonNull(
            energy(replayable(SERVERS), Measure.DYNAMIC_ENERGY_PER_OPERATION).servers());

    // Of A 45 W over about 16.5, as of the model; of B 35 over 16.5.
    assertThat(servers.low()).isEqualTo(35 / 16.5, within(0.01));
    assertThat(servers.high()).isEqualTo(45 / 16.5, within(0.02));
  }

  private static Difference aboveIdle(double error, @Nullable Double dynamicError) {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      double wobble = repetition * 0.01;
      runs.add(drawn(2 * repetition, repetition, ONE, 30 + wobble, error, dynamicError, 0));
      runs.add(drawn(2 * repetition + 1, repetition, ALL, 36, error, dynamicError, 0));
    }
    return energy(runs, Measure.DYNAMIC_ENERGY_PER_OPERATION);
  }

  @Test
  void stepsOfACounterAreNoSaving() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      // One step of 1 Wh in a run against two, alike in both repetitions.
      runs.add(drawn(2 * repetition, repetition, ONE, 7200 / 2.0, 0, null, 3600));
      runs.add(drawn(2 * repetition + 1, repetition, ALL, 3600 / 2.0, 0, null, 3600));
    }
    Difference difference = energy(runs, Measure.ENERGY_PER_OPERATION);

    assertThat(difference.ratio().mean()).isEqualTo(0.5, within(1e-9));
    assertThat(difference.distinguishable()).isFalse();
    assertThat(difference.energyVerdict()).contains("too coarse a meter");
  }

  @Test
  void estimatesOfAnErrorThatNobodyStatesAreNeverClaimed() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      double unknown = Double.POSITIVE_INFINITY;
      runs.add(powered(2 * repetition, repetition, ONE, 30 + repetition * 0.1, unknown));
      runs.add(powered(2 * repetition + 1, repetition, ALL, 90, unknown));
    }

    assertThat(energy(runs, Measure.ENERGY_PER_OPERATION).energyVerdict())
        .contains("not distinguishable")
        .contains("an error that nobody states");
  }

  @Test
  void aCoarseRunOfOneCellDoesNotBlurOthers() {
    List<RunResult> runs = new ArrayList<>();
    Map<String, String> two = Map.of("read-level", "TWO");
    for (int repetition = 1; repetition <= 4; repetition++) {
      runs.add(drawn(3 * repetition, repetition, ONE, 30 + repetition * 0.1, 0, null, 0.1));
      runs.add(drawn(3 * repetition + 1, repetition, ALL, 60, 0, null, 0.1));
      runs.add(drawn(3 * repetition + 2, repetition, two, 60, 0, null, 100));
    }
    List<Cell> cells = List.of(new Cell(ONE), new Cell(ALL), new Cell(two));

    assertThat(Differences.of(cells, List.of(ONE), Set.of(), runs))
        .filteredOn(each -> each.measure().equals(Measure.ENERGY_PER_OPERATION.comparedAs()))
        .extracting(Difference::distinguishable)
        .containsExactly(true, false);
  }

  private static RunResult drawn(
      int sequence,
      int repetition,
      Map<String, String> cell,
      double watts,
      double error,
      @Nullable Double dynamicError,
      double resolutionJoules) {
    return Results.powered(
        Results.run(sequence, repetition, cell, 100),
        List.of(watts, watts),
        List.of(0.5, 0.5),
        error,
        dynamicError,
        resolutionJoules);
  }

  @Test
  void tooFewRunsOfEnergyComeWithHowManyWouldDo() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      runs.add(powered(2 * repetition, repetition, ONE, 100, 0));
      runs.add(powered(2 * repetition + 1, repetition, ALL, 94 + 4 * repetition, 0));
    }
    Difference difference = energy(runs, Measure.MEAN_POWER);

    assertThat(difference.energyVerdict()).contains("too few runs");
    assertThat(difference.runsNeeded())
        .satisfies(
            needed -> {
              assertThat(needed.effect()).isEqualTo(0.05);
              assertThat(needed.runs()).isGreaterThan(3);
            });
  }

  @Test
  void whatOnlyTheCorrectionTookBackSaysSo() {
    List<RunResult> runs = new ArrayList<>();
    Map<String, String> quorum = Map.of("read-level", "QUORUM");
    Map<String, String> two = Map.of("read-level", "TWO");
    double[] watts = {62, 82, 70, 94, 80};
    for (int repetition = 1; repetition <= 5; repetition++) {
      runs.add(powered(runs.size(), repetition, ONE, 100, 0));
      runs.add(powered(runs.size(), repetition, ALL, watts[repetition - 1], 0));
      runs.add(powered(runs.size(), repetition, quorum, repetition % 2 == 0 ? 109 : 92, 0));
      runs.add(powered(runs.size(), repetition, two, repetition % 2 == 0 ? 93 : 108, 0));
    }
    Difference all =
        Differences.of(
                List.of(new Cell(ONE), new Cell(ALL), new Cell(quorum), new Cell(two)),
                List.of(ONE),
                Set.of(),
                runs)
            .stream()
            .filter(each -> each.measure().equals(Measure.ENERGY_PER_OPERATION.comparedAs()))
            .findFirst()
            .orElseThrow();

    // logs of the ratios have mean -0.26364 and s 0.15908: t -3.70585, p 0.02073, by Holm 0.06219
    assertThat(all.ratio().high()).isLessThan(1);
    assertThat(all.pValue()).isEqualTo(0.06219, within(0.00005));
    assertThat(all.distinguishable()).isFalse();
    assertThat(all.energyVerdict())
        .contains("excludes no change, but among 3 comparisons")
        .doesNotContain("includes no change");
    assertThat(all.runsNeeded()).as("more runs may show it").isNotNull();
  }

  @Test
  void theSuggestedRunsReckonWithAllComparisons() {
    List<RunResult> alone = new ArrayList<>();
    List<RunResult> among = new ArrayList<>();
    List<Cell> cells = new ArrayList<>(cells());
    for (int repetition = 1; repetition <= 3; repetition++) {
      alone.add(powered(20 * repetition, repetition, ONE, 100, 0));
      alone.add(powered(20 * repetition + 1, repetition, ALL, 94 + 4 * repetition, 0));
    }
    among.addAll(alone);
    for (int other = 2; other < 10; other++) {
      Map<String, String> level = Map.of("read-level", "L" + other);
      cells.add(new Cell(level));
      for (int repetition = 1; repetition <= 3; repetition++) {
        among.add(powered(20 * repetition + other, repetition, level, 94 + 4 * repetition, 0));
      }
    }

    assertThat(runsNeeded(cells, among)).isGreaterThan(runsNeeded(cells(), alone));
  }

  private static int runsNeeded(List<Cell> cells, List<RunResult> runs) {
    return Differences.of(cells, List.of(ONE), Set.of(), runs).stream()
        .filter(difference -> difference.measure().equals(Measure.MEAN_POWER.comparedAs()))
        .filter(difference -> difference.cell().equals(ALL))
        .map(difference -> Objects.requireNonNull(difference.runsNeeded()).runs())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void energyThatHasNoRatioIsNeverClaimed() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 4; repetition++) {
      runs.add(powered(2 * repetition, repetition, ONE, 19, 0.25));
      runs.add(powered(2 * repetition + 1, repetition, ALL, 60 + repetition, 0.25));
    }
    Difference difference = energy(runs, Measure.DYNAMIC_ENERGY_PER_OPERATION);

    assertThat(difference.distinguishable()).isFalse();
    assertThat(difference.energyVerdict()).contains("no more than its idle baseline");
  }

  private static RunResult powered(
      int sequence, int repetition, Map<String, String> cell, double watts, double error) {
    return Results.powered(Results.run(sequence, repetition, cell, 100), watts, error);
  }

  private static Difference energy(List<RunResult> runs, Measure measure) {
    return Differences.of(cells(), List.of(ONE), Set.of(), runs).stream()
        .filter(difference -> difference.measure().equals(measure.comparedAs()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMachineThatIsSlowForOneRepetitionHidesNoRatio() {
    List<RunResult> runs = new ArrayList<>();
    double[] one = {13_438, 1_803, 8_516, 11_577, 5_555};
    double[] all = {1_396, 1_279, 1_424, 1_371, 1_172};
    for (int i = 0; i < one.length; i++) {
      runs.add(Results.run(2 * i + 1, i + 1, ONE, one[i]));
      runs.add(Results.run(2 * i + 2, i + 1, ALL, all[i]));
    }
    Difference throughput = Differences.of(cells(), List.of(ONE), Set.of(), runs).get(0);

    // mean of logs -1.617159, s 0.765054, t = -4.72657 with 4 degrees of freedom
    assertThat(throughput.pValue()).isEqualTo(0.0091272, within(0.0000001));
    assertThat(throughput.distinguishable()).isTrue();
  }

  @Test
  void aCellThatDidNothingForARunIsComparedByDifference() {
    List<RunResult> runs = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      runs.add(Results.run(2 * i - 1, i, ONE, 1000 + i));
      runs.add(Results.run(2 * i, i, ALL, i == 2 ? 0 : 20));
    }
    Difference throughput = Differences.of(cells(), List.of(ONE), Set.of(), runs).get(0);

    assertThat(throughput.difference().low()).isFinite();
    assertThat(throughput.distinguishable()).isTrue();
  }

  @Test
  void equalValuesAreNotDistinguishable() {
    List<RunResult> runs =
        List.of(
            Results.run(1, 1, ONE, 1000),
            Results.run(2, 1, ALL, 1000),
            Results.run(3, 2, ALL, 1100),
            Results.run(4, 2, ONE, 1100));

    assertThat(Differences.of(cells(), List.of(ONE), Set.of(), runs))
        .isNotEmpty()
        .allMatch(difference -> !difference.distinguishable() && difference.pValue() == 1);
  }

  @Test
  void eachCellIsComparedWithTheBaselineAtItsOwnOtherLevels() {
    List<Cell> cells = new ArrayList<>();
    List<RunResult> runs = new ArrayList<>();
    for (String write : List.of("ONE", "QUORUM")) {
      for (String read : List.of("ONE", "ALL")) {
        Cell cell = new Cell(Map.of("write-level", write, "read-level", read));
        cells.add(cell);
        runs.add(Results.run(runs.size() + 1, 1, cell.levels(), 100));
        runs.add(Results.run(runs.size() + 1, 2, cell.levels(), 110));
      }
    }

    assertThat(Differences.of(cells, List.of(ONE), Set.of(), runs))
        .filteredOn(difference -> difference.measure().equals("throughput"))
        .extracting(Difference::baseline)
        .containsExactly(
            Map.of("write-level", "ONE", "read-level", "ONE"),
            Map.of("write-level", "QUORUM", "read-level", "ONE"));
  }

  @Test
  void severalBaselinesMakeOneFamilyInWhichEachPairIsOnce() {
    Map<String, String> quorum = Map.of("read-level", "QUORUM");
    List<Cell> cells = List.of(new Cell(ONE), new Cell(quorum), new Cell(ALL));
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      for (Cell cell : cells) {
        runs.add(
            Results.run(
                runs.size() + 1,
                repetition,
                cell.levels(),
                1000 - 100 * cells.indexOf(cell) + repetition));
      }
    }
    List<Difference> both =
        Differences.of(cells, List.of(ONE, ALL), Set.of(), runs).stream()
            .filter(difference -> difference.measure().equals("throughput"))
            .toList();

    assertThat(both)
        .extracting(Difference::cell, Difference::baseline)
        .containsExactly(tuple(quorum, ONE), tuple(ALL, ONE), tuple(quorum, ALL));
    // Holm's factor of the least p value is the size of the family.
    assertThat(both.stream().mapToDouble(Difference::pValue).min().orElseThrow())
        .isGreaterThan(
            Differences.of(cells, List.of(ALL), Set.of(), runs).stream()
                .filter(difference -> difference.measure().equals("throughput"))
                .mapToDouble(Difference::pValue)
                .min()
                .orElseThrow());
  }

  @Test
  void aCellThatLacksAFactorOfTheBaselineIsLeftOut() {
    Map<String, String> other = Map.of("threads", "4");
    List<Cell> cells = List.of(new Cell(ONE), new Cell(ALL), new Cell(other));
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 2; repetition++) {
      for (Cell cell : cells) {
        runs.add(Results.run(runs.size() + 1, repetition, cell.levels(), 100 + repetition));
      }
    }

    assertThat(Differences.of(cells, List.of(ONE), Set.of(), runs))
        .extracting(Difference::cell)
        .containsOnly(ALL);
  }

  @Test
  void staleRatesAreComparedWhereBothWereJudged() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      runs.add(
          Results.judged(
              Results.run(runs.size() + 1, repetition, ONE, 1000), 1000, 50 + repetition));
      runs.add(Results.judged(Results.run(runs.size() + 1, repetition, ALL, 1000), 1000, 0));
    }
    Difference stale =
        Differences.of(cells(), List.of(ONE), Set.of(), runs).stream()
            .filter(difference -> difference.measure().equals("stale rate"))
            .findFirst()
            .orElseThrow();

    assertThat(stale.difference().mean()).isEqualTo(-0.052, within(1e-12));
    assertThat(stale.ratio().mean()).isZero();
    assertThat(stale.distinguishable()).isTrue();
  }

  @Test
  void runsThatEndWithTheirOperationsAreComparedByTheirTime() {
    List<RunResult> runs = new ArrayList<>();
    double[] one = {10.0, 11.0, 10.5, 10.2};
    double[] all = {12.1, 12.4, 12.9, 12.0};
    for (int i = 0; i < one.length; i++) {
      runs.add(Results.lasting(Results.run(2 * i + 1, i + 1, ONE, 100), one[i]));
      runs.add(Results.lasting(Results.run(2 * i + 2, i + 1, ALL, 100), all[i]));
    }
    List<Difference> differences = Differences.of(cells(), List.of(ONE), Set.copyOf(cells()), runs);
    Difference time = of(differences, "run time, s");

    // As in the paper's table 2: differences 2.1, 1.4, 2.4, 1.8; mean 1.925, s 0.427200,
    // t 9.01217, p 0.0028844; half of the interval 3.182446 x 0.427200 / 2 = 0.679771
    assertThat(time.difference().mean()).isEqualTo(1.925, within(1e-9));
    assertThat(time.difference().low()).isEqualTo(1.925 - 0.679771, within(1e-5));
    assertThat(time.pValue()).isEqualTo(0.0028844, within(1e-5));
    assertThat(time.distinguishable()).isTrue();
    assertThat(time.ratio().mean()).isEqualTo(12.35 / 10.425, within(1e-9));
    assertThat(of(differences, "mean response time, ms").ratio().mean()).isEqualTo(1);

    assertThat(Differences.of(cells(), List.of(ONE), Set.of(new Cell(ONE)), runs))
        .as("the time of a run is its length in one of the cells")
        .noneMatch(
            each -> each.measure().contains("run time") || each.measure().startsWith("mean r"));
  }

  private static Difference of(List<Difference> differences, String measure) {
    return differences.stream()
        .filter(each -> each.measure().equals(measure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nothingIsComparedWithoutABaselineOrASecondRepetition() {
    List<RunResult> once = List.of(Results.run(1, 1, ONE, 1), Results.run(2, 1, ALL, 2));

    assertThat(Differences.of(cells(), List.of(), Set.of(), once)).isEmpty();
    assertThat(Differences.of(cells(), List.of(ONE), Set.of(), once)).isEmpty();
  }

  @Test
  void responseTimesAreOfReadsWhereThereAreAny() {
    assertThat(OperationResult.mainKind(List.of(Results.run(1, 1, ONE, 1)))).isEqualTo("READ");
  }

  private static List<Cell> cells() {
    return List.of(new Cell(ONE), new Cell(ALL));
  }
}
