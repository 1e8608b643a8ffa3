package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.delay.DelayDistribution;

/**
 * One process or several with the same 2,600 operations/s on the demo's thousand rows, zipfian,
 * writes at ONE. All seeds are fixed, so nothing here is left to chance.
 */
class SimulatedFleetTest {
  private static final Duration WARM_UP = Duration.ofSeconds(12);
  private static final Duration MEASURED = Duration.ofSeconds(10);

  @Test
  void twentyProcessesKeepOneToleranceAtFewerReplicaReadsThanTheLevelThatMeetsEveryWrite() {
    assertThat(run("ONE", true, 20).staleShare()).isGreaterThan(0.03);
    SimulatedFleet.Outcome adapted = run("quorate 1%", true, 20);
    assertThat(adapted.staleShare()).isLessThan(0.01);
    assertThat(adapted.replicaReadsPerRead()).isLessThan(2.4);
    assertThat(run("quorate 1%", false, 20).staleShare())
        .as("who does not know that others write")
        .isGreaterThan(0.02);
  }

  /** 150 operations/s of all, so that each of the twenty reads less than four times a second. */
  @Test
  void processesThatTellOneAnotherRaiseHardlyMoreThanOneThatSendsEverything() {
    assertThat(seldom(1, false).replicaReadsPerRead()).isLessThan(1.01);
    assertThat(seldom(20, false).replicaReadsPerRead())
        .as("none knows enough of hot keys")
        .isGreaterThan(1.1);
    SimulatedFleet.Outcome told = seldom(20, true);
    assertThat(told.replicaReadsPerRead()).isLessThan(1.07);
    assertThat(told.staleShare()).isLessThan(0.01);
  }

  private static SimulatedFleet.Outcome seldom(int processes, boolean telling) {
    SimulatedFleet fleet = fleet("quorate 1%", true, LoopSettings.DEFAULT_PAIR_BUDGET, processes);
    return (telling ? fleet.telling() : fleet)
        .run(150, Duration.ofSeconds(20), Duration.ofSeconds(20));
  }

  /**
   * With so many pairs that half a minute has those of ten. Simulated replicas are slow each for
   * itself, so a second one, asked by way of the first, leaves a sixth of what is stale.
   */
  @Test
  void aLevelBetweenIsTakenForAllReadsWhereASampleShowsThatItIsEnough() {
    SimulatedFleet.Outcome without = busy(false);
    SimulatedFleet.Outcome with = busy(true);
    assertThat(with.reason()).contains("Reads go out at QUORUM");
    assertThat(with.staleShare()).isLessThan(0.01);
    assertThat(with.replicaReadsPerRead()).isLessThan(0.95 * without.replicaReadsPerRead());
  }

  private static SimulatedFleet.Outcome busy(boolean isSampling) {
    SimulatedFleet fleet = fleet("quorate 1%", true, 0.2, 20).telling();
    return (isSampling ? fleet : fleet.withoutSamples())
        .run(5_000, Duration.ofSeconds(30), MEASURED);
  }

  @Test
  void aProcessThatIsAloneDecidesAsIfThereWereNoClasses() {
    SimulatedFleet.Outcome adapted = run("quorate 1%", true, 1);
    assertThat(adapted.staleShare()).isLessThan(0.01);
    assertThat(adapted).isEqualTo(run("quorate 1%", false, 1));
  }

  /** By its pairs what the nine others have written is not stale, but written since. */
  @Test
  void aProcessWhoseClockIsBehindKeepsTheToleranceToo() {
    assertThat(withClockBehind(true).staleShare()).isLessThan(0.01);
    assertThat(withClockBehind(false).staleShare())
        .as("who takes such pairs for clean")
        .isGreaterThan(0.01);
  }

  /** With so many pairs that half a minute has those of half an hour at a thousand reads/s. */
  private static SimulatedFleet.Outcome withClockBehind(boolean minded) {
    return fleet("quorate 1%", true, 4, 10)
        .withClockBehind(Duration.ofMillis(200), minded)
        .run(2_600, Duration.ofSeconds(30), Duration.ofSeconds(30));
  }

  private static SimulatedFleet.Outcome run(String policy, boolean byClass, int processes) {
    return fleet(policy, byClass, LoopSettings.DEFAULT_PAIR_BUDGET, processes)
        .run(2_600, WARM_UP, MEASURED);
  }

  private static SimulatedFleet fleet(
      String policy, boolean byClass, double pairBudget, int processes) {
    return new SimulatedFleet(
        PolicyParser.parse(policy),
        byClass,
        pairBudget,
        processes,
        DelayDistribution.parse("lognormal 10ms 0.8"),
        SimulatedTable.ycsbZipfian(1),
        3);
  }
}
