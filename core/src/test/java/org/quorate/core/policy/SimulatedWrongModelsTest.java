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

  @Test
  void timesThatAreMeasuredTenTimesTooShortAreFoundOutByWhatPairsTake() {
    SimulatedShare.Outcome outcome = run(share -> share.timing().measuring(0.1));
    assertThat(outcome.staleShare()).isLessThan(0.01);
    assertThat(outcome.replicaReadsPerRead()).isLessThan(RIGHT.replicaReadsPerRead() + 0.1);
    SimulatedTable.Outcome alone = alone(0.1, 0);
    assertThat(alone.staleShare()).isLessThan(0.01);
    assertThat(alone.replicaReadsPerRead()).isLessThan(alone(1, 0).replicaReadsPerRead() + 0.1);
  }

  /**
   * As on servers: 300 operations/s, of which one process of twenty reads 7.5 times a second. Of
   * the budget of pairs none of these would be timed within that minute.
   */
  @Test
  void timesThatAreMeasuredTooShortAreFoundOutWithinSecondsHoweverFewReadsThereAre() {
    for (int processes : new int[] {1, 20}) {
      SimulatedShare.Outcome outcome = ofFewReads(processes, 0.1);
      assertThat(outcome.staleShare()).isLessThan(0.01);
      assertThat(outcome.replicaReadsPerRead())
          .isLessThan(ofFewReads(processes, 1).replicaReadsPerRead() + 0.1);
    }
  }

  /** Of a minute after the first twelve seconds, of eight seeds. */
  private static SimulatedShare.Outcome ofFewReads(int processes, double times) {
    double[] zipfian = new double[1_000];
    for (int key = 0; key < zipfian.length; key++) {
      zipfian[key] = Math.pow(key + 1, -0.99);
    }
    SimulatedShare.Outcome outcome = new SimulatedShare.Outcome(0, 0, 0);
    for (long seed = 1; seed <= 8; seed++) {
      SimulatedShare share =
          new SimulatedShare(
                  PolicyParser.parse("quorate 1%"),
                  processes,
                  DelayDistribution.parse("lognormal 20ms 0.8"),
                  zipfian,
                  seed)
              .timing()
              .measuring(times);
      share.run(300, Duration.ofSeconds(12));
      outcome = outcome.plus(share.run(300, Duration.ofMinutes(1)));
    }
    return outcome;
  }

  /**
   * As where writes take ten times as long as reads, so that what pairs take tells nothing. Of five
   * pairs a minute: one of twenty that is told by nobody finds it out too late.
   */
  @Test
  void timesThatAreTenTimesTooShortBreakTheToleranceWherePairsAreAsShort() {
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
        .timing()
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
