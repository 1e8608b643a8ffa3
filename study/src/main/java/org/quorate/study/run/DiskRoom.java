package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;

/**
 * Whether the disk has room for what a study will leave. Histories are by far the most of it: about
 * {@link #BYTES_PER_OPERATION} for each operation, compressed. What servers need for themselves is
 * the backend's to check.
 */
final class DiskRoom {
  static final int BYTES_PER_OPERATION = 25;

  /** Operations per second that are reckoned with where nothing holds the clients back. */
  static final int FASTEST = 20_000;

  private static final long BYTES_PER_RUN = 1 << 20;
  private static final long RESERVE = 64 << 20;

  private DiskRoom() {}

  static void require(Path directory, List<Run> runs) throws StudyException {
    try {
      require(directory, Files.getFileStore(directory).getUsableSpace(), needed(runs));
    } catch (IOException e) {
      throw new StudyException("The disk of " + directory + " cannot be asked: " + e + ".", e);
    }
  }

  static void require(Path directory, long usable, long needed) throws StudyException {
    if (usable < needed) {
      throw new StudyException(
          "The disk of "
              + directory
              + " has "
              + ByteSizes.format(Math.max(0, usable))
              + " free, but this study may need "
              + ByteSizes.format(needed)
              + "; free some, or choose another directory.");
    }
  }

  /** Bytes that runs may need, their warm-ups included. */
  static long needed(List<Run> runs) {
    double bytes = RESERVE;
    Set<Cell> warmedUp = new HashSet<>();
    for (Run run : runs) {
      RunSettings settings = run.settings();
      bytes += BYTES_PER_RUN;
      if (settings.history()) {
        Duration recorded = settings.settle().plus(settings.duration());
        if (warmedUp.add(run.cell())) {
          recorded = recorded.plus(settings.warmUp());
        }
        bytes += recorded.toMillis() / 1000.0 * rate(settings) * BYTES_PER_OPERATION;
      }
    }
    return (long) bytes;
  }

  private static double rate(RunSettings settings) {
    return settings.load() instanceof LoadShape.Closed closed && closed.targetPerSecond() > 0
        ? Math.min(FASTEST, closed.targetPerSecond())
        : FASTEST;
  }
}
