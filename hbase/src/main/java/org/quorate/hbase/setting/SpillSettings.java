package org.quorate.hbase.setting;

import java.nio.file.Path;
import java.util.Optional;
import org.quorate.hbase.spill.CrashDurability;

/**
 * What an accepted write survives, and where it is kept for that: in a write-ahead log of the
 * client, beside memory and not instead of it.
 *
 * @param durability what it survives
 * @param directory where accepted writes are kept; present unless the durability is none
 * @param mostBytes on the disk, at least 1 MiB; when they are used up the call waits or fails as
 *     when memory is full
 */
public record SpillSettings(CrashDurability durability, Optional<Path> directory, long mostBytes) {
  /** Nothing is kept on a disk. */
  public static final SpillSettings NONE =
      new SpillSettings(CrashDurability.NONE, Optional.empty(), 1L << 30);

  private static final long LEAST_BYTES = 1L << 20;

  /**
   * @throws IllegalArgumentException if a value is out of its range, or there is no directory where
   *     one is needed
   */
  public SpillSettings {
    if (durability != CrashDurability.NONE && directory.isEmpty()) {
      throw new IllegalArgumentException(
          "Writes that are to survive a crash need a directory; name one, or set the durability to"
              + " none.");
    }
    if (mostBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "The spill needs at least 1 MiB of the disk, but it may take "
              + mostBytes
              + " bytes only.");
    }
  }
}
