package org.quorate.hbase.deferral;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.setting.EnergyBudget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the meter of an {@link EnergyBudget} said last. It belongs to the application and may take
 * its time, or fail: so it is asked once a second, where nobody waits for it, and only when it has
 * answered the last time. One thread asks this.
 */
final class PowerWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PowerWatch.class);
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);
  private static final long COUNTS_FOR = 5 * PERIOD;

  private final DoubleSupplier meter;
  private final Executor threads;
  private final AtomicBoolean asking = new AtomicBoolean();
  private final AtomicBoolean complained = new AtomicBoolean();
  private volatile @Nullable Answer last;

  private record Answer(long asked, double watts) {}

  /**
   * @param threads where the meter is asked
   */
  PowerWatch(DoubleSupplier meter, Executor threads) {
    this.meter = meter;
    this.threads = threads;
  }

  /**
   * What is drawn now; NaN where that is not known.
   *
   * @param now in nanoseconds
   */
  double watts(long now) {
    Answer before = last;
    boolean due = before == null || now - before.asked >= PERIOD;
    if (due && asking.compareAndSet(false, true)) {
      try {
        threads.execute(() -> ask(now));
      } catch (RuntimeException | OutOfMemoryError e) {
        // There is no thread to be had just now; nothing that is sent may suffer for that.
        complain(e);
        answered(now, Double.NaN);
      }
    }
    Answer known = last;
    return known != null && now - known.asked <= COUNTS_FOR ? known.watts : Double.NaN;
  }

  private void ask(long now) {
    double watts = Double.NaN;
    try {
      watts = meter.getAsDouble();
    } catch (RuntimeException e) {
      complain(e);
    } finally {
      answered(now, watts);
    }
  }

  private void answered(long asked, double watts) {
    last = new Answer(asked, watts);
    asking.set(false);
  }

  private void complain(Throwable failure) {
    if (complained.compareAndSet(false, true)) {
      LOG.warn("The meter of power failed; what is drawn meanwhile is not counted.", failure);
    }
  }
}
