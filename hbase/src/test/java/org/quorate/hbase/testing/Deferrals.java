package org.quorate.hbase.testing;

import java.util.function.LongSupplier;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.stamp.HybridClock;
import org.quorate.hbase.stamp.RowStamps;

/** Pending writes as they are opened, without a connection. */
public final class Deferrals {
  private static final long MOST_LEAD_MILLIS = 100;

  private Deferrals() {}

  /** Writes that go to a cluster in memory. */
  public static PendingWrites pending(
      DeferralSettings.Builder settings, FakeCluster cluster, Spill spill) {
    return pending(settings, cluster, cluster, spill, System::currentTimeMillis, () -> 0);
  }

  /**
   * Writes that go to wherever a test says.
   *
   * @param clock this machine's, in milliseconds
   * @param shift milliseconds by which the servers' clocks are ahead
   */
  public static PendingWrites pending(
      DeferralSettings.Builder settings,
      WriteTarget target,
      Routing routing,
      Spill spill,
      LongSupplier clock,
      LongSupplier shift) {
    return new PendingWrites(
        settings.build(),
        target,
        routing,
        spill,
        new RowStamps(
            new HybridClock(
                () -> clock.getAsLong() + shift.getAsLong(), System::nanoTime, told -> {}),
            MOST_LEAD_MILLIS),
        System::nanoTime);
  }
}
