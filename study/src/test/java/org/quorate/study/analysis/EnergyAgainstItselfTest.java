package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Difference;
import org.quorate.study.testing.Results;

/**
 * A setting compared with itself, 1,000 times, from simulated runs to the verdict that a report
 * shows. A test at alpha = 5 % must claim something in 5 % of them; 3.5 to 6.5 % is 2.2 standard
 * errors of such a share to either side. With the error of the model in it, it must claim less.
 * Seeds are fixed; everything is simulated, and no power is measured.
 *
 * <p>How busy a host is, is lognormal: what all runs of a block have in common, what those of one
 * side of a block do over all settings, what those of one start of a cluster do, and each run's
 * own.
 */
final class EnergyAgainstItselfTest {
  private static final int COMPARISONS = 1000;
  private static final double CONFIDENCE = 0.95;

  /** Shapes of published curves: a line with another idle floor, and bends to both sides. */
  private static final Map<String, List<Double>> SERVERS =
      Map.of(
          "low idle", List.of(25.0, 100.0),
          "early bend", List.of(50.0, 80.0, 90.0, 100.0),
          "late bend", List.of(50.0, 56.0, 68.0, 100.0));

  /**
   * What a study has, and how its runs differ.
   *
   * @param settings in each block
   * @param starts of each side's cluster; 0 where both sides run on one
   * @param blocks on each start, or in all
   * @param ofSide deviation of what one side of a block has in common
   * @param ofStart deviation of what one start of a cluster has
   */
  private record Design(int settings, int starts, int blocks, double ofSide, double ofStart) {
    private static final double OF_BLOCK = 0.2;
    private static final double OF_RUN = 0.05;

    List<RunResult> runs(RandomGenerator random) {
      List<RunResult> runs = new ArrayList<>();
      for (int start = 0; start < Math.max(1, starts); start++) {
        double[] ofStarts = {ofStart * random.nextGaussian(), ofStart * random.nextGaussian()};
        for (int block = 1; block <= blocks; block++) {
          double common = OF_BLOCK * random.nextGaussian();
          for (int side = 0; side < 2; side++) {
            double ofThis = common + ofStarts[side] + ofSide * random.nextGaussian();
            for (int setting = 0; setting < settings; setting++) {
              double use = 0.3 * Math.exp(ofThis + OF_RUN * random.nextGaussian());
              RunResult run =
                  Results.run(
                      runs.size() + 1, start * blocks + block, cell(side, setting).levels(), 100);
              runs.add(
                  Results.ofSession(
                      Results.replayable(run, List.of(use, use), SERVERS),
                      starts == 0 ? 1 : 2 * start + side + 1));
            }
          }
        }
      }
      return runs;
    }

    List<Map.Entry<Cell, Cell>> pairs() {
      List<Map.Entry<Cell, Cell>> pairs = new ArrayList<>();
      for (int setting = 0; setting < settings; setting++) {
        pairs.add(Map.entry(cell(1, setting), cell(0, setting)));
      }
      return pairs;
    }

    private static Cell cell(int side, int setting) {
      Map<String, String> levels = new LinkedHashMap<>();
      levels.put("policy", side == 0 ? "ONE" : "ALL");
      levels.put("threads", Integer.toString(setting));
      return new Cell(levels);
    }
  }

  /** How many of the comparisons claim a saving or a cost. */
  private record Claims(int byChanceAlone, int withTheModelsError, int asIfIndependent) {
    static Claims of(Design design, long seed) {
      RandomGenerator random = new SeededRandom(seed);
      int chance = 0;
      int error = 0;
      int independent = 0;
      for (int i = 0; i < COMPARISONS; i++) {
        List<RunResult> runs = design.runs(random);
        PairedRuns pairs = PairedRuns.of(design.pairs(), runs, Measure.ENERGY_PER_OPERATION);
        EnergyRatio energy = pairs.energyRatio().orElseThrow();
        assertThat(energy.replays()).hasSameSizeAs(SERVERS.keySet());
        error += claim(energy);
        chance += claim(new EnergyRatio(energy.ratio(), 0));
        independent += claim(new EnergyRatio(independent(pairs), 0));
      }
      return new Claims(chance, error, independent);
    }

    /** What was done until runs were averaged into samples. */
    private static PairedLogRatio independent(PairedRuns pairs) {
      return PairedLogRatio.of(
          pairs.runPairs().stream().map(RunPair::against).map(Claims::joules).toList(),
          pairs.runPairs().stream().map(RunPair::of).map(Claims::joules).toList(),
          CONFIDENCE);
    }

    private static double joules(RunResult run) {
      return Objects.requireNonNull(Measure.ENERGY_PER_OPERATION.of(run));
    }

    private static int claim(EnergyRatio ratio) {
      return EnergyComparison.of(ratio, CONFIDENCE).verdict() == EnergyVerdict.NOT_DISTINGUISHABLE
          ? 0
          : 1;
    }

    void hold() {
      assertThat(byChanceAlone).isBetween(35, 65);
      assertThat(withTheModelsError).isLessThan(byChanceAlone);
    }
  }

  @Test
  void twoCellsOfOneClusterClaimSomethingInOneOfTwenty() {
    Claims.of(new Design(1, 0, 10, 0, 0), 31).hold();
  }

  @Test
  void severalSettingsOfTheSameBlocksDoToo() {
    Claims claims = Claims.of(new Design(3, 0, 8, 0.05, 0), 32);
    claims.hold();
    assertThat(claims.asIfIndependent()).isGreaterThan(150);
  }

  @Test
  void clustersThatWereStartedApartDoToo() {
    Claims claims = Claims.of(new Design(1, 5, 2, 0, 0.08), 33);
    claims.hold();
    assertThat(claims.asIfIndependent()).isGreaterThan(100);
  }

  /** By meters, and by the comparisons of cells that tables and charts show. */
  @Test
  void theDifferencesOfAStudyDoToo() {
    RandomGenerator random = new SeededRandom(34);
    Design design = new Design(1, 0, 6, 0, 0);
    List<Cell> cells =
        design.pairs().stream().flatMap(pair -> Stream.of(pair.getValue(), pair.getKey())).toList();
    int claims = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      List<RunResult> measured =
          design.runs(random).stream()
              .map(run -> Results.powered(run, Objects.requireNonNull(run.energy()).meanWatts(), 0))
              .toList();
      claims +=
          Differences.of(cells, List.of(Map.of("policy", "ONE")), Set.of(), measured).stream()
                  .filter(each -> each.measure().equals(Measure.ENERGY_PER_OPERATION.comparedAs()))
                  .noneMatch(Difference::distinguishable)
              ? 0
              : 1;
    }
    assertThat(claims).isBetween(35, 65);
  }
}
