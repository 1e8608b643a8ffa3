package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;

/**
 * The policies on a simulated table in the demo's setting. What is compared was measured on real
 * servers: at ONE after writes at ONE 2,630 operations/s and 7.5 % stale reads, at QUORUM 480;
 * after writes at QUORUM 667 and 0.17 %, and 336. All seeds are fixed, so nothing here is left to
 * chance.
 */
class SimulatedPolicyTest {
  private static final Duration WARM_UP = Duration.ofSeconds(9);
  private static final Map<Setting, SimulatedTable.Outcome> OUTCOMES = new HashMap<>();

  private record Setting(String policy, Level write, Duration pause) {}

  @Test
  void theSimulatedTableIsAsStaleAndAsFastAsTheMeasuredOne() {
    assertThat(run("ONE", Level.ONE).staleShare()).isBetween(0.06, 0.09);
    assertThat(run("ONE", Level.ONE).operationsPerSecond()).isBetween(2_500.0, 2_700.0);
    assertThat(run("QUORUM", Level.ONE).operationsPerSecond()).isBetween(450.0, 550.0);
    assertThat(run("ONE", Level.QUORUM).staleShare()).isBetween(0.001, 0.003);
    assertThat(run("ONE", Level.QUORUM).operationsPerSecond()).isBetween(620.0, 750.0);
    assertThat(run("QUORUM", Level.QUORUM).operationsPerSecond()).isBetween(310.0, 370.0);
  }

  @Test
  void afterWritesAtOneTwiceTheThroughputOfQuorumKeepsOnePercent() {
    SimulatedTable.Outcome adapted = run("quorate 1%", Level.ONE);
    assertThat(adapted.staleShare()).isLessThan(0.01);
    assertThat(adapted.operationsPerSecond())
        .isGreaterThan(2 * run("QUORUM", Level.ONE).operationsPerSecond());
    assertThat(adapted.raisedShare()).isLessThan(2 * clairvoyant(Level.ONE, 0.01));
  }

  @Test
  void afterWritesAtQuorumOneTwentiethMoreReplicaReadsKeepOneInAThousand() {
    SimulatedTable.Outcome adapted = run("quorate 0.1%", Level.QUORUM);
    assertThat(adapted.staleShare()).isLessThan(0.001);
    assertThat(adapted.replicaReadsPerRead()).isLessThan(1.05);
    assertThat(adapted.operationsPerSecond())
        .isGreaterThan(1.7 * run("QUORUM", Level.QUORUM).operationsPerSecond());
  }

  @Test
  void pairsAloneFindAWindowToo() {
    assertThat(run("recency 1%", Level.ONE).staleShare()).isLessThan(0.01);
    assertThat(run("recency 0.1%", Level.QUORUM).staleShare()).isLessThan(0.001);
  }

  @Test
  void replicasThatPauseNowAndThenLengthenTheWindow() {
    Duration pause = Duration.ofMillis(400);
    SimulatedTable.Outcome paused = run("quorate 1%", Level.ONE, pause);
    assertThat(run("ONE", Level.ONE, pause).staleShare()).isGreaterThan(0.07);
    assertThat(paused.staleShare()).isLessThan(0.01);
  }

  private static SimulatedTable.Outcome run(String policy, Level write) {
    return run(policy, write, Duration.ZERO);
  }

  /** Each is simulated once, however many tests compare it. */
  private static SimulatedTable.Outcome run(String policy, Level write, Duration pause) {
    return OUTCOMES.computeIfAbsent(
        new Setting(policy, write, pause),
        any ->
            new SimulatedTable(
                    PolicyParser.parse(policy),
                    write,
                    DelayDistribution.parse("lognormal 10ms 0.8"),
                    pause,
                    SimulatedTable.ycsbZipfian(1),
                    3)
                .run(WARM_UP, write == Level.ONE ? Duration.ofSeconds(40) : Duration.ofMinutes(2)));
  }

  /** The least share of reads that had to be raised, by age, for somebody who knows it all. */
  private static double clairvoyant(Level write, double tolerance) {
    SimulatedTable.Outcome plain = run("ONE", write);
    long window = 0;
    long left = plain.stale();
    while (left > tolerance * plain.reads()) {
      window += Duration.ofMillis(1).toNanos();
      long within = window;
      left = plain.judged().stream().filter(read -> read.stale() && read.age() >= within).count();
    }
    long least = window;
    return (double)
            plain.judged().stream().filter(read -> read.age() >= 0 && read.age() < least).count()
        / plain.reads();
  }
}
