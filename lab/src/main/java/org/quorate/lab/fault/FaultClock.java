package org.quorate.lab.fault;

import java.util.concurrent.TimeUnit;

/** Time, as a time line needs it. Thread-safe. */
interface FaultClock {
  /** Nanoseconds on the clock of runs. */
  long nanoTime();

  /** Ends at this instant, or at once where it is over. */
  void await(long nanos) throws InterruptedException;

  /** The clock of {@link System#nanoTime}. */
  static FaultClock system() {
    return new FaultClock() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void await(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
      }
    };
  }
}
