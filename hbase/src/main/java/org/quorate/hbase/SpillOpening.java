package org.quorate.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.folder.KeptStamps;
import org.quorate.hbase.spill.folder.RepeatedDrain;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the spill that the settings ask for, and applies what earlier processes left there. */
final class SpillOpening {
  private static final Logger LOG = LoggerFactory.getLogger(SpillOpening.class);

  /** An application that starts does not wait longer for servers that are away. */
  private static final Duration FIRST_DRAIN = Duration.ofMinutes(1);

  private SpillOpening() {}

  /**
   * Applies what earlier processes left, and goes on trying in the background; also where deferral
   * is off: whoever turns it off after a crash still has accepted writes there, and nobody else
   * would apply them.
   *
   * @return null where nothing is to survive, so that there is no directory
   */
  static @Nullable RepeatedDrain drain(Connection connection, DeferralSettings settings)
      throws IOException {
    if (settings.spill().durability() == CrashDurability.NONE) {
      return null;
    }
    if (!settings.enabled()) {
      LOG.warn(
          "Deferral is off (its bound is 0), so the durability {} keeps nothing: a mutator is the"
              + " stock client's buffer, which a crash empties.",
          settings.spill().durability());
    }
    return RepeatedDrain.open(
        directory(settings),
        new ConnectionTarget(connection),
        FIRST_DRAIN,
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("quorate-spill-drain")));
  }

  /**
   * The spill; one that keeps nothing where nothing is to survive.
   *
   * @param newestRegion of a table; see {@link SpillCluster}
   */
  static Spill open(
      Connection connection, DeferralSettings settings, ToLongFunction<TableName> newestRegion)
      throws IOException {
    if (settings.spill().durability() == CrashDurability.NONE) {
      return Spill.NOTHING;
    }
    Duration patience =
        settings.capacity().waits() ? settings.capacity().blockAtMost() : Duration.ZERO;
    return SegmentedSpill.open(
        SegmentSettings.of(
            directory(settings),
            settings.spill().durability(),
            settings.spill().mostBytes(),
            patience),
        new SpillCluster(new ConnectionTarget(connection).cluster(), newestRegion));
  }

  /**
   * How far stamps have gone, beside the spill; null where there is none.
   *
   * @param now by the clock that stamps, in milliseconds
   * @param warned told what people should know
   */
  static @Nullable KeptStamps stamps(
      Connection connection, Spill spill, long now, Consumer<String> warned) throws IOException {
    return spill instanceof SegmentedSpill own
        ? new KeptStamps(own.folder(), new ConnectionTarget(connection).cluster(), now, warned)
        : null;
  }

  private static Path directory(DeferralSettings settings) {
    return settings
        .spill()
        .directory()
        .orElseThrow(() -> new IllegalArgumentException("The spill has no directory."));
  }
}
