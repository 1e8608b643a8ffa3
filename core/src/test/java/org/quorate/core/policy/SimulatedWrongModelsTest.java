package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;

/**
 * What wrong models leave stale, and cost, in one of twenty processes that share the demo's 2,600
 * operations/s, zipfian, writes at ONE, 1 %, and in one that has the demo to itself, whose times
 * {@link SimulatedBudgetTest} has too short. All seeds are fixed, so nothing here is left to
 * chance.
 */
class SimulatedWrongModelsTest {
  private static final SimulatedShare.Outcome RIGHT = run(share -> share);

  @Test
  void aModelThatIsRightKeepsTheToleranceAtLessThanTheLevelThatMeetsEveryWrite() {
    assertThat(RIGHT.staleShare()).isLessThan(0.01);
    assertThat(RIGHT.replicaReadsPerRead()).isLessThan(2.2);
  }

  @Test
  void timesThatAreTenTimesTooLongCostAlmostAsMuchAsTheLevelThatMeetsEveryWrite() {
    SimulatedShare.Outcome outcome = run(share -> share.measuring(10));
    assertThat(outcome.staleShare()).isLessThan(0.01);
    assertThat(outcome.replicaReadsPerRead()).isBetween(2.7, 3.0);
  }

  /** Of five pairs a minute: one of twenty that is told by nobody finds it out too late. */
  @Test
  void timesThatAreTenTimesTooShortBreakTheTolerance() {
    SimulatedShare.Outcome outcome = run(share -> share.measuring(0.1));
    assertThat(outcome.staleShare()).isBetween(0.015, 0.03);
    assertThat(outcome.replicaReadsPerRead()).isLessThan(1.4);
  }

  @Test
  void halfOfThePairsAreEnough() {
    SimulatedShare.Outcome outcome = run(share -> share.losing(0.5));
    assertThat(outcome.staleShare()).isLessThan(0.01);
    assertThat(outcome.replicaReadsPerRead()).isLessThan(RIGHT.replicaReadsPerRead() + 0.3);
  }

  /** Each class has keys of all kinds then, as its own reads and pairs say too. */
  @Test
  void keysOfTheWrongClassesCostReplicaReadsAndNoTolerance() {
    SimulatedShare.Outcome shuffled = run(SimulatedShare::shuffled);
    assertThat(shuffled.staleShare()).isLessThan(0.01);
    assertThat(shuffled.replicaReadsPerRead()).isBetween(RIGHT.replicaReadsPerRead() + 0.3, 2.8);
    SimulatedShare.Outcome lossy = run(share -> share.shuffled().losing(0.5));
    assertThat(lossy.staleShare()).isLessThan(0.01);
    assertThat(lossy.replicaReadsPerRead()).isLessThan(2.8);
  }

  @Test
  void aProcessThatIsAloneKeepsTheToleranceWithTimesTooLongAndWithHalfOfItsPairs() {
    SimulatedTable.Outcome right = alone(1, 0);
    SimulatedTable.Outcome tooLong = alone(10, 0);
    SimulatedTable.Outcome lossy = alone(1, 0.5);
    assertThat(right.staleShare()).isLessThan(0.01);
    assertThat(tooLong.staleShare()).isLessThan(0.01);
    assertThat(lossy.staleShare()).isLessThan(0.01);
    assertThat(tooLong.replicaReadsPerRead()).isBetween(right.replicaReadsPerRead() + 0.2, 2.0);
    assertThat(lossy.replicaReadsPerRead()).isLessThan(right.replicaReadsPerRead() + 0.1);
  }

  private static SimulatedTable.Outcome alone(double times, double lostPairs) {
    return new SimulatedTable(
            PolicyParser.parse("quorate 1%"),
            Level.ONE,
            DelayDistribution.parse("lognormal 10ms 0.8"),
            Duration.ZERO,
            SimulatedTable.ycsbZipfian(1),
            3)
        .measuring(times)
        .losing(lostPairs)
        .run(Duration.ofSeconds(9), Duration.ofMinutes(1));
  }

  /** Of four minutes, after classes are known. */
  private static SimulatedShare.Outcome run(UnaryOperator<SimulatedShare> wrong) {
    SimulatedShare share =
        wrong.apply(
            new SimulatedShare(
                PolicyParser.parse("quorate 1%"),
                20,
                DelayDistribution.parse("lognormal 10ms 0.8"),
                SimulatedTable.ycsbZipfian(1),
                3));
    share.run(2_600, Duration.ofSeconds(12));
    return share.run(2_600, Duration.ofMinutes(4));
  }
}
