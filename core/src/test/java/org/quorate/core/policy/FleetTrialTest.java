package org.quorate.core.policy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;

class FleetTrialTest {
  @Test
  void trial() {
    for (double rate : new double[] {150, 2600})
      for (String delay : new String[] {"5ms", "lognormal 10ms 0.8"})
        for (int n : new int[] {1, 20})
          for (boolean tell : new boolean[] {false, true})
            for (String policy : new String[] {"ONE", "quorate 1%"}) {
              if (policy.equals("ONE") && tell) continue;
              long s = 0, r = 0, x = 0;
              String why = "";
              for (int seed = 1; seed <= 3; seed++) {
                SimulatedFleet f =
                    new SimulatedFleet(
                        PolicyParser.parse(policy),
                        true,
                        0.01,
                        n,
                        DelayDistribution.parse(delay),
                        SimulatedTable.ycsbZipfian(1),
                        seed);
                if (tell) f.telling();
                var o = f.run(rate, Duration.ofSeconds(20), Duration.ofSeconds(20));
                s += o.stale();
                r += o.reads();
                x += o.replicaReads();
                why = o.reason();
              }
              System.out.printf(
                  "TRIAL %5.0f %-20s n=%2d tell=%5s %-10s stale %.3f%% rr %.3f  %s%n",
                  rate, delay, n, tell, policy, 100.0 * s / r, (double) x / r, why);
            }
  }
}
