package org.quorate.hbase.spill.folder;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.spill.SpillException;

/**
 * What stands at the start of every segment: magic 8, version 4, whether its records are forced to
 * the disk 1, CRC-32C of all before 4, and the end mark of {@link Frames} 1. It is shorter than the
 * sector of any disk, so a crash of the machine leaves all of it, or zeros, or nothing. Whose the
 * segment is says the {@link FolderFormat}.
 *
 * @param forced whether no write in it was accepted before it was forced to the disk
 */
record SegmentHeader(boolean forced) {
  /** The version of the format that is written, and the only one that is read. */
  static final int VERSION = 2;

  private static final byte[] MAGIC = {'Q', 'S', 'P', 'I', 'L', 'L', '\r', '\n'};
  private static final int VERSION_AT = MAGIC.length;
  private static final int FORCED_AT = VERSION_AT + Integer.BYTES;
  private static final int CHECKSUM_AT = FORCED_AT + 1;

  /** How long it is. */
  static final int BYTES = CHECKSUM_AT + Frames.FOOT_BYTES;

  byte[] encoded() {
    byte[] bytes = Arrays.copyOf(MAGIC, BYTES);
    Bytes.putInt(bytes, VERSION_AT, VERSION);
    bytes[FORCED_AT] = (byte) (forced ? 1 : 0);
    Bytes.putInt(bytes, CHECKSUM_AT, Frames.checksum(new CRC32C(), bytes, 0, CHECKSUM_AT));
    bytes[BYTES - 1] = Frames.END_MARK;
    return bytes;
  }

  /**
   * Reads the header of a segment.
   *
   * @param bytes the file's first bytes
   * @param count how many of them there are, or more than a header has
   * @return empty where the file ends before its header does
   * @throws SpillFormatException if this is no segment, or one of another version
   * @throws SpillDamagedException if it is a segment whose header is damaged
   */
  static Optional<SegmentHeader> decode(Path file, byte[] bytes, int count) throws SpillException {
    int begun = Math.min(MAGIC.length, count);
    if (!Arrays.equals(bytes, 0, begun, MAGIC, 0, begun)) {
      throw new SpillFormatException(
          file + " is not a segment of a spill: it begins with other bytes; see what wrote it.");
    }
    if (count < FORCED_AT) {
      return Optional.empty();
    }
    int version = Bytes.toInt(bytes, VERSION_AT);
    if (version != VERSION) {
      throw otherVersion(file.toString(), Integer.toUnsignedString(version));
    }
    if (count < BYTES) {
      return Optional.empty();
    }
    if (bytes[BYTES - 1] != Frames.END_MARK
        || Bytes.toInt(bytes, CHECKSUM_AT)
            != Frames.checksum(new CRC32C(), bytes, 0, CHECKSUM_AT)) {
      throw new SpillDamagedException(file, 0, "its header does not match its checksum");
    }
    return Optional.of(new SegmentHeader(bytes[FORCED_AT] != 0));
  }

  static SpillFormatException otherVersion(String what, String version) {
    return new SpillFormatException(
        what
            + " is written in version "
            + version
            + " of the spill format, and this Quorate reads version "
            + VERSION
            + "; drain it with the Quorate that wrote it.");
  }
}
