package org.quorate.power.cap;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;

/** A process of its own that caps and then waits to be killed. */
final class CappingProcess {
  private CappingProcess() {}

  public static void main(String[] arguments) throws Exception {
    Cap cap =
        new CpufreqCap(
                Path.of(arguments[0]),
                Path.of(arguments[1]),
                CapState.Lifetime.PROCESS,
                Clock.systemUTC())
            .apply(0.5);
    System.out.println("capped to " + cap.reached());
    new CountDownLatch(1).await();
  }
}
