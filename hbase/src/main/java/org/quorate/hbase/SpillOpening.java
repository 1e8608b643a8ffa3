package org.quorate.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Connection;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SegmentedSpill;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillDirectory;
import org.quorate.hbase.spill.SpillTarget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the spill that the settings ask for, after applying what earlier processes left there. */
final class SpillOpening {
  private static final Logger LOG = LoggerFactory.getLogger(SpillOpening.class);

  private SpillOpening() {}

  /** The spill; one that keeps nothing where nothing is to survive. */
  static Spill open(Connection connection, DeferralSettings settings) throws IOException {
    if (settings.spill().durability() == CrashDurability.NONE) {
      return Spill.NOTHING;
    }
    Path directory = directory(settings);
    SpillTarget target = new ConnectionTarget(connection);
    SpillCluster cluster = new SpillCluster(target.cluster());
    drain(target, directory);
    Duration patience =
        settings.capacity().waits() ? settings.capacity().blockAtMost() : Duration.ZERO;
    return SegmentedSpill.open(
        SegmentSettings.of(
            directory, settings.spill().durability(), settings.spill().mostBytes(), patience),
        cluster);
  }

  /**
   * Applies what earlier processes left where deferral is off: whoever turns it off after a crash
   * still has accepted writes there, and nobody else would apply them.
   */
  static void drainOnly(Connection connection, DeferralSettings settings) throws IOException {
    if (settings.spill().durability() == CrashDurability.NONE) {
      return;
    }
    LOG.warn(
        "Deferral is off (its bound is 0), so the durability {} keeps nothing: a mutator is the"
            + " stock client's buffer, which a crash empties.",
        settings.spill().durability());
    drain(new ConnectionTarget(connection), directory(settings));
  }

  private static Path directory(DeferralSettings settings) {
    return settings
        .spill()
        .directory()
        .orElseThrow(() -> new IllegalArgumentException("The spill has no directory."));
  }

  private static void drain(SpillTarget target, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    for (FolderDrain drained :
        SpillDirectory.at(directory).drain(target, DrainSettings.usual())) {
      if (drained.outcome() == FolderDrain.Outcome.DRAINED) {
        LOG.info(
            "{} writes that an earlier process left in {} were applied.",
            drained.applied(),
            drained.folder());
      } else if (drained.leavesWrites()) {
        LOG.warn(
            "Writes that an earlier process left in {} remain there ({}): {}; see \"quorate spill"
                + " list\".",
            drained.folder(),
            drained.outcome(),
            drained.notes());
      }
    }
  }
}
