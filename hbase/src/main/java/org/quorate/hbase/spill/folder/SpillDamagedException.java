package org.quorate.hbase.spill.folder;

import java.nio.file.Path;
import org.quorate.hbase.spill.SpillException;

/**
 * A segment is damaged where the end of a process cannot have damaged it, so accepted writes may be
 * lost. Nothing behind the damage is read. Where writes were not forced to the disk, a crash of the
 * machine may have done it too.
 */
final class SpillDamagedException extends SpillException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long position;

  SpillDamagedException(Path file, long position, String what) {
    super(
        file
            + " is damaged at byte "
            + position
            + ": "
            + what
            + "; restore the file, or drain only what was accepted before the damage"
            + " (--before-damage).");
    this.file = file;
    this.position = position;
  }

  /** The segment. */
  public Path file() {
    return file;
  }

  /** The first byte of the record that is damaged. */
  public long position() {
    return position;
  }
}
