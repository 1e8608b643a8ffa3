package org.quorate.core.policy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;

class SimulatedPolicyTest {
  private static final DelayDistribution DEMO = DelayDistribution.parse("lognormal 10ms 0.8");

  @Test
  void explore() {
    for (Level write : new Level[] {Level.ONE, Level.QUORUM}) {
      for (String policy :
          write == Level.ONE
              ? new String[] {"ONE", "QUORUM", "ALL", "recency 1%", "quorate 1%"}
              : new String[] {"ONE", "QUORUM", "recency 0.1%", "quorate 0.1%"}) {
        SimulatedTable.Outcome o =
            new SimulatedTable(
                    PolicyText.parse(policy),
                    write,
                    DEMO,
                    DelayDistribution.NONE,
                    SimulatedTable.ycsbZipfian(1),
                    3)
                .run(Duration.ofSeconds(9), Duration.ofSeconds(60));
        System.out.printf(
            "%s %s: %.0f/s stale %.3f%% raised %.2f%% replica reads %.4f : %s%n",
            write,
            policy,
            o.operationsPerSecond(),
            100 * o.staleShare(),
            100 * o.raisedShare(),
            o.replicaReadsPerRead(),
            o.reason());
        if (policy.equals("ONE")) {
          for (double ms : new double[] {0, 1, 2, 5, 10, 20, 50, 101, 200}) {
            long w = (long) (ms * 1e6);
            System.out.printf(
                "   %gms raise %.2f%% leave %.3f%%%n",
                ms,
                100.0
                    * o.judged().stream().filter(j -> j.age() >= 0 && j.age() < w).count()
                    / o.reads(),
                100.0
                    * o.judged().stream()
                        .filter(j -> j.stale() && (j.age() < 0 || j.age() >= w))
                        .count()
                    / o.reads());
          }
        }
      }
    }
  }
}
