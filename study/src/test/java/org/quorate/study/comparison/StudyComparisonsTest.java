package org.quorate.study.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.comparison.StudyComparison.CellComparison;
import org.quorate.study.comparison.StudyComparison.FurtherTests;
import org.quorate.study.comparison.StudyComparison.MeasureComparison;
import org.quorate.study.comparison.StudyComparison.SettingDifference;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Mean;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class StudyComparisonsTest {
  private static final Map<String, String> ONE = Map.of("read-level", "ONE");
  private static final Map<String, String> ALL = Map.of("read-level", "ALL");
  private static final String TEXT =
      """
      title: Two levels
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      runs: {repetitions: 3, duration: 2s}
      factors: {read-level: [ONE, ALL]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void throughputsAreComparedByWelchsTestOnLogarithms() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, runs(ONE, 1000, 1100, 1200)), side(TEXT, runs(ONE, 700, 790, 910)));
    CellComparison throughput = measure(comparison, "throughput").cells().get(0);

    // R: t.test(log(c(700,790,910)), log(c(1000,1100,1200)))
    // mean of logs 6.678759 against 7.000206: difference -0.3214466
    assertThat(throughput.cell()).isEqualTo(ONE);
    assertThat(throughput.ratio().mean()).isEqualTo(Math.exp(-0.3214466), within(1e-6));
    assertThat(throughput.difference()).isNull();
    assertThat(throughput.distinguishable()).isTrue();
    assertThat(throughput.ratio().low()).isEqualTo(Math.exp(welch()[0]), within(1e-9));
    assertThat(throughput.ratio().high()).isEqualTo(Math.exp(welch()[1]), within(1e-9));
    assertThat(throughput.first().mean()).isEqualTo(1100);
    assertThat(throughput.second().mean()).isEqualTo(800);
    assertThat(throughput.energyVerdict()).isNull();
  }

  /** The interval of the difference of logarithms, by its textbook formula. */
  private static double[] welch() {
    double[] a = {Math.log(1000), Math.log(1100), Math.log(1200)};
    double[] b = {Math.log(700), Math.log(790), Math.log(910)};
    double[] of = moments(a);
    double[] to = moments(b);
    double error = Math.sqrt(of[1] / 3 + to[1] / 3);
    double freedom =
        Math.pow(of[1] / 3 + to[1] / 3, 2)
            / (Math.pow(of[1] / 3, 2) / 2 + Math.pow(to[1] / 3, 2) / 2);
    double t =
        org.apache.commons.statistics.distribution.TDistribution.of(freedom)
            .inverseCumulativeProbability(0.975);
    return new double[] {to[0] - of[0] - t * error, to[0] - of[0] + t * error};
  }

  private static double[] moments(double[] values) {
    double mean = (values[0] + values[1] + values[2]) / 3;
    double variance = 0;
    for (double value : values) {
      variance += (value - mean) * (value - mean) / 2;
    }
    return new double[] {mean, variance};
  }

  @Test
  void otherMethodsStandBesideWelchs() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, runs(ONE, 1000, 1100, 1200, 1300)),
            side(TEXT, runs(ONE, 700, 790, 910, 950)));
    FurtherTests further =
        Objects.requireNonNull(measure(comparison, "throughput").cells().get(0).further());

    // SciPy: mannwhitneyu([700, 790, 910, 950], [1000, 1100, 1200, 1300]).pvalue = 2 / 70
    assertThat(further.mannWhitneyP()).isEqualTo(2 / 70.0, within(1e-12));
    assertThat(further.shift().mean()).as("median of 16 differences").isEqualTo(-305);
    assertThat(further.shift().low()).isEqualTo(-600);
    assertThat(further.shift().high()).isEqualTo(-50);
    assertThat(further.cliffsDelta()).isEqualTo(-1);
    Mean g = Objects.requireNonNull(further.hedgesG());
    assertThat(g.mean()).isBetween(g.low(), g.high());
    assertThat(g.high()).isNegative();
    Mean resampled = Objects.requireNonNull(further.bootstrapRatio());
    assertThat(resampled.mean()).isEqualTo(837.5 / 1150, within(1e-12));
    assertThat(resampled.high()).isBetween(resampled.mean(), 1.0);
    assertThat(further.runsNeeded()).as("a change is shown").isNull();
  }

  @Test
  void whereNothingIsShownItIsSaidHowManyRunsWould() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, runs(ONE, 1000, 1100, 1200)), side(TEXT, runs(ONE, 1050, 1120, 1190)));
    CellComparison throughput = measure(comparison, "throughput").cells().get(0);

    assertThat(throughput.distinguishable()).isFalse();
    assertThat(Objects.requireNonNull(throughput.further()).runsNeeded())
        .satisfies(needed -> assertThat(needed.runs()).isGreaterThan(3));
    assertThat(
            measure(
                    StudyComparisons.of(
                        side(TEXT, runs(ONE, 1000)), side(TEXT, runs(ONE, 1050, 1120))),
                    "throughput")
                .cells()
                .get(0)
                .further())
        .as("a single run")
        .isNull();
  }

  @Test
  void theCellsOfOneMeasureAreAFamily() throws Exception {
    List<RunResult> first = runs(ONE, 1000, 1100, 1200);
    List<RunResult> second = runs(ONE, 700, 790, 910);
    double alone =
        measure(StudyComparisons.of(side(TEXT, first), side(TEXT, second)), "throughput")
            .cells()
            .get(0)
            .pValue();
    first.addAll(runs(ALL, 500, 510, 520));
    second.addAll(runs(ALL, 505, 515, 510));
    List<CellComparison> both =
        measure(StudyComparisons.of(side(TEXT, first), side(TEXT, second)), "throughput").cells();

    assertThat(both).extracting(CellComparison::cell).containsExactly(ONE, ALL);
    assertThat(both.get(0).pValue()).isEqualTo(2 * alone, within(1e-12));
    assertThat(both.get(1).distinguishable()).isFalse();
  }

  @Test
  void aSingleRunShowsNothingAndIsNoPartOfTheFamily() throws Exception {
    List<RunResult> first = runs(ONE, 1000, 1100, 1200);
    List<RunResult> second = runs(ONE, 700, 790, 910);
    double alone =
        measure(StudyComparisons.of(side(TEXT, first), side(TEXT, second)), "throughput")
            .cells()
            .get(0)
            .pValue();
    first.addAll(runs(ALL, 500));
    second.addAll(runs(ALL, 100, 110, 120));
    List<CellComparison> both =
        measure(StudyComparisons.of(side(TEXT, first), side(TEXT, second)), "throughput").cells();

    assertThat(both.get(0).pValue()).isEqualTo(alone);
    assertThat(both.get(1).pValue()).isEqualTo(1);
    assertThat(both.get(1).ratio().low()).isNaN();
    assertThat(both.get(1).distinguishable()).isFalse();
  }

  @Test
  void staleRatesAreComparedByDifference() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, judged(runs(ONE, 1000, 1000, 1000), 50, 52, 54)),
            side(TEXT, judged(runs(ONE, 1000, 1000, 1000), 10, 11, 12)));
    CellComparison stale = measure(comparison, "stale rate").cells().get(0);

    assertThat(stale.ratio()).isNull();
    assertThat(stale.difference().mean()).isEqualTo(-0.041, within(1e-12));
    assertThat(stale.difference().high()).isNegative();
    assertThat(stale.distinguishable()).isTrue();
  }

  @Test
  void whereNobodySawAStaleReadTheDifferenceHasNoInterval() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, judged(runs(ONE, 1000, 1000), 0, 0)),
            side(TEXT, judged(runs(ONE, 1000, 1000), 0, 0)));
    CellComparison stale = measure(comparison, "stale rate").cells().get(0);

    assertThat(stale.difference().mean()).isZero();
    assertThat(stale.difference().low()).isNaN();
    assertThat(stale.first().high()).isEqualTo(3.0 / 2000);
    assertThat(stale.distinguishable()).isFalse();
  }

  @Test
  void aSavingIsClaimedOnlyBeyondTheErrorOfTheModel() throws Exception {
    ComparedStudy first = side(TEXT, powered(runs(ONE, 1000, 1000, 1000), 0.25, 100, 101, 102));
    MeasureComparison small =
        energy(
            StudyComparisons.of(
                first, side(TEXT, powered(runs(ONE, 1000, 1000, 1000), 0.25, 90, 91, 92))));
    MeasureComparison large =
        energy(
            StudyComparisons.of(
                first, side(TEXT, powered(runs(ONE, 1000, 1000, 1000), 0.25, 60, 61, 62))));

    assertThat(small.relativeError()).isEqualTo(0.25);
    assertThat(small.cells().get(0).pValue()).isLessThan(0.05);
    assertThat(small.cells().get(0).energyVerdict()).isEqualTo("not distinguishable");
    assertThat(small.cells().get(0).energyReason()).startsWith("too coarse a meter");
    assertThat(small.cells().get(0).distinguishable()).isFalse();
    assertThat(large.cells().get(0).energyVerdict()).isEqualTo("saves");
    assertThat(large.cells().get(0).energyReason()).isNull();
  }

  @Test
  void estimatedJoulesAreNeverHeldAgainstMeasuredOnes() throws Exception {
    MeasureComparison energy =
        energy(
            StudyComparisons.of(
                side(TEXT, powered(runs(ONE, 1000, 1000), 0.25, 100, 101)),
                side(TEXT, powered(runs(ONE, 1000, 1000), 0, 50, 51))));

    assertThat(energy.cells()).isEmpty();
    assertThat(energy.refusal())
        .isEqualTo(
            "Energy is not compared: the joules of the first study are estimated, those of the"
                + " second measured, and estimated joules are never held against measured ones.");
  }

  @Test
  void joulesUntilServersAreQuietAreNotHeldAgainstThoseOfRunsAlone() throws Exception {
    List<RunResult> runs = powered(runs(ONE, 1000, 1000), 0.25, 100, 101);
    List<RunResult> untilQuiet = runs.stream().map(Results::untilQuiet).toList();
    assertThat(energy(StudyComparisons.of(side(TEXT, runs), side(TEXT, untilQuiet))).refusal())
        .contains("the joules of the second study include those after its runs");
    assertThat(energy(StudyComparisons.of(side(TEXT, untilQuiet), side(TEXT, untilQuiet))).cells())
        .hasSize(1);
  }

  @Test
  void differentPowerModelsAreTold() throws Exception {
    String power = "power: {profile: server-2010}\n";
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT + power, powered(runs(ONE, 1000, 1000), 0.25, 100, 101)),
            side(
                TEXT + power.replace("server-2010", "desktop-2014"),
                powered(runs(ONE, 1000, 1000), 0.25, 50, 51)));

    assertThat(energy(comparison).cells()).hasSize(1);
    assertThat(comparison.remarks()).anyMatch(remark -> remark.contains("desktop-2014"));
    assertThat(comparison.settings())
        .contains(
            new SettingDifference(
                "power model of hosts without a meter", "server-2010", "desktop-2014", 1));
  }

  @Test
  void cellsThatAreNotComparedAreNamedWithTheReason() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT.replace("[ONE, ALL]", "[ONE, TWO, ALL]"), runs(ONE, 1000, 1100)),
            side(TEXT.replace("[ONE, ALL]", "[ONE, ALL, QUORUM]"), runs(ONE, 1000, 1100)));

    assertThat(comparison.leftOut())
        .extracting(cell -> cell.label() + ": " + cell.reason())
        .containsExactly(
            "TWO: only the first study has it",
            "ALL: the first study has no run of it yet",
            "QUORUM: only the second study has it");
    assertThat(measure(comparison, "throughput").cells()).hasSize(1);
  }

  @Test
  void studiesWithoutACellInCommonHaveNoMeasures() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, runs(ONE, 1000, 1100)),
            side(TEXT.replace("read-level", "write-level"), List.of()));

    assertThat(comparison.measures()).isEmpty();
    assertThat(comparison.leftOut()).hasSize(4);
  }

  @Test
  void settingsThatDifferAreNamedWithTheCellsTheyConcern() throws Exception {
    String other =
        TEXT.replace("threads: 2", "threads: 4").replace("recordcount: 10", "recordcount: 20")
            + "links: {delay: 5ms}\n";
    List<RunResult> runs = runs(ONE, 1000, 1100);
    runs.addAll(runs(ALL, 1000, 1100));
    StudyComparison comparison =
        StudyComparisons.of(
            new ComparedStudy(
                "a",
                study(TEXT),
                Map.of("server", "Apache Cassandra 5.0.6", "disk", "ext4, 10GiB free"),
                4,
                runs),
            new ComparedStudy(
                "b",
                study(other),
                Map.of("server", "Apache Cassandra 5.0.9", "disk", "ext4, 20GiB free"),
                4,
                runs));

    assertThat(comparison.settings())
        .containsExactly(
            new SettingDifference("load", "2 threads", "4 threads", 2),
            new SettingDifference("link delay", "none", "5ms", 2),
            new SettingDifference("workload.recordcount", "10", "20", 2),
            new SettingDifference("server", "Apache Cassandra 5.0.6", "Apache Cassandra 5.0.9", 2));
  }

  @Test
  void aMeasureThatOnlyOneStudyKnowsIsTold() throws Exception {
    StudyComparison comparison =
        StudyComparisons.of(
            side(TEXT, judged(runs(ONE, 1000, 1000), 5, 6)), side(TEXT, runs(ONE, 1000, 1100)));

    assertThat(comparison.measures())
        .extracting(MeasureComparison::measure)
        .containsExactly("throughput", "read p99 response time, ms");
    assertThat(comparison.remarks())
        .containsExactly(
            "Only the first study knows the stale rate; the second took no histories, or they have"
                + " not been judged yet (render its report again).",
            "The runs of the first study come from one start of a cluster, those of the second from"
                + " one start of a cluster; what differs between two starts of one cluster is in the"
                + " differences, and not in their intervals.");
  }

  private ComparedStudy side(String text, List<RunResult> runs) throws Exception {
    return new ComparedStudy("somewhere", study(text), Map.of(), runs.size(), runs);
  }

  private Study study(String text) throws Exception {
    return Studies.load(folder, text).study();
  }

  private static MeasureComparison energy(StudyComparison comparison) {
    return measure(comparison, "energy per operation, J");
  }

  private static MeasureComparison measure(StudyComparison comparison, String name) {
    return comparison.measures().stream()
        .filter(each -> each.measure().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<RunResult> runs(Map<String, String> cell, double... throughputs) {
    List<RunResult> runs = new ArrayList<>();
    for (double throughput : throughputs) {
      runs.add(Results.run(runs.size() + 1, runs.size() + 1, new Cell(cell).levels(), throughput));
    }
    return runs;
  }

  private static List<RunResult> judged(List<RunResult> runs, int... stale) {
    return each(runs, (run, i) -> Results.judged(run, 1000, stale[i]));
  }

  private static List<RunResult> powered(List<RunResult> runs, double error, double... watts) {
    return each(runs, (run, i) -> Results.powered(run, watts[i], error));
  }

  private static List<RunResult> each(List<RunResult> runs, Changed changed) {
    List<RunResult> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      all.add(changed.of(runs.get(i), i));
    }
    return all;
  }

  /** A run made of another. */
  private interface Changed {
    RunResult of(RunResult run, int index);
  }
}
