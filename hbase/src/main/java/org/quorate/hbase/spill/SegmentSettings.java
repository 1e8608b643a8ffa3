package org.quorate.hbase.spill;

import java.nio.file.Path;
import java.time.Duration;
import org.quorate.core.quantity.NanosecondTime;

/**
 * How a spill keeps writes in segments.
 *
 * @param directory on a local disk; the spills of several processes may share it
 * @param durability of every write; not {@link CrashDurability#NONE}, which is {@link
 *     Spill#NOTHING}
 * @param mostBytes that the files of this spill may take, at least four segments. What processes
 *     that are gone have left in the directory counts too, until it is drained. Acknowledgements
 *     may exceed it by a few per cent.
 * @param segmentBytes size at which a new file is begun; what is acknowledged is freed by whole
 *     files
 * @param patience how long a write waits for room when the spill is full; zero refuses it at once,
 *     more than 10,000 days are taken for as many
 */
public record SegmentSettings(
    Path directory,
    CrashDurability durability,
    long mostBytes,
    int segmentBytes,
    Duration patience) {
  private static final int USUAL_SEGMENTS = 64;
  private static final long LEAST_USUAL_BYTES = 64 << 10;
  private static final long MOST_USUAL_BYTES = 4 << 20;
  private static final int SMALLEST_SEGMENT_BYTES = 1 << 10;

  /** Whoever drains one has it in memory. */
  private static final int LARGEST_SEGMENT_BYTES = 64 << 20;

  private static final int FEWEST_SEGMENTS = 4;

  /** Refuses what cannot work. */
  public SegmentSettings {
    if (durability == CrashDurability.NONE) {
      throw new IllegalArgumentException(
          "Segments on a disk survive a crash of the process or of the machine; a spill that keeps"
              + " nothing needs none.");
    }
    if (segmentBytes < SMALLEST_SEGMENT_BYTES || segmentBytes > LARGEST_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "A segment of a spill has "
              + SMALLEST_SEGMENT_BYTES
              + " to "
              + LARGEST_SEGMENT_BYTES
              + " bytes, not "
              + segmentBytes
              + ".");
    }
    if (mostBytes < (long) FEWEST_SEGMENTS * segmentBytes) {
      throw new IllegalArgumentException(
          "A spill of at most "
              + mostBytes
              + " bytes is too small; it needs "
              + FEWEST_SEGMENTS
              + " segments of "
              + segmentBytes
              + " bytes.");
    }
    if (patience.isNegative()) {
      throw new IllegalArgumentException("A spill's patience is zero or more, not " + patience);
    }
    patience = NanosecondTime.of(patience);
  }

  /**
   * In segments of a sixty-fourth of the bound, from 64 KiB to 4 MiB.
   *
   * @param mostBytes at least 256 KiB
   */
  public static SegmentSettings of(
      Path directory, CrashDurability durability, long mostBytes, Duration patience) {
    long segment = mostBytes / USUAL_SEGMENTS;
    return new SegmentSettings(
        directory,
        durability,
        mostBytes,
        (int) Math.max(LEAST_USUAL_BYTES, Math.min(MOST_USUAL_BYTES, segment)),
        patience);
  }

  /** The same with files of another size. */
  public SegmentSettings withSegmentBytes(int bytes) {
    return new SegmentSettings(directory, durability, mostBytes, bytes, patience);
  }

  /** The same with another patience. */
  public SegmentSettings withPatience(Duration longest) {
    return new SegmentSettings(directory, durability, mostBytes, segmentBytes, longest);
  }
}
