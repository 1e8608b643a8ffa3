package org.quorate.hbase.spill;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What stands at the start of every segment: magic 8, version 4, its own length 2, number of the
 * segment 4, when it was made 8 (milliseconds since 1970), process 8, whether its records are
 * forced to the disk 1, length of the host's name 1, the host's name, CRC-32C of all before 4, and
 * the end mark of {@link Frames} 1. It is shorter than the sector of any disk, so a crash of the
 * machine leaves all of it, or zeros, or nothing.
 *
 * @param number of the segment, from 1
 * @param process its number on that host
 * @param forced whether no write in it was accepted before it was forced to the disk
 */
record SegmentHeader(int number, Instant created, long process, String host, boolean forced) {
  /** The version of the format that is written, and the only one that is read. */
  static final int VERSION = 1;

  private static final byte[] MAGIC = {'Q', 'S', 'P', 'I', 'L', 'L', '\r', '\n'};
  private static final int VERSION_AT = MAGIC.length;
  private static final int LENGTH_AT = VERSION_AT + Integer.BYTES;
  private static final int NUMBER_AT = LENGTH_AT + Short.BYTES;
  private static final int CREATED_AT = NUMBER_AT + Integer.BYTES;
  private static final int PROCESS_AT = CREATED_AT + Long.BYTES;
  private static final int FORCED_AT = PROCESS_AT + Long.BYTES;
  private static final int HOST_AT = FORCED_AT + 1;
  private static final int LONGEST_HOST = 255;

  /** More than any header has. */
  static final int MOST_BYTES = HOST_AT + 1 + LONGEST_HOST + Frames.FOOT_BYTES;

  byte[] encoded() {
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    int nameLength = Math.min(name.length, LONGEST_HOST);
    byte[] bytes = new byte[HOST_AT + 1 + nameLength + Frames.FOOT_BYTES];
    System.arraycopy(MAGIC, 0, bytes, 0, MAGIC.length);
    Bytes.putInt(bytes, VERSION_AT, VERSION);
    Bytes.putShort(bytes, LENGTH_AT, (short) bytes.length);
    Bytes.putInt(bytes, NUMBER_AT, number);
    Bytes.putLong(bytes, CREATED_AT, created.toEpochMilli());
    Bytes.putLong(bytes, PROCESS_AT, process);
    bytes[FORCED_AT] = (byte) (forced ? 1 : 0);
    bytes[HOST_AT] = (byte) nameLength;
    System.arraycopy(name, 0, bytes, HOST_AT + 1, nameLength);
    int checksumAt = bytes.length - Frames.FOOT_BYTES;
    Bytes.putInt(bytes, checksumAt, Frames.checksum(new CRC32C(), bytes, 0, checksumAt));
    bytes[bytes.length - 1] = Frames.END_MARK;
    return bytes;
  }

  /**
   * How long a header is, which must not be asked of the host's name: that may have been cut off in
   * the middle of a character.
   *
   * @param bytes in which {@link #decode} has found one
   */
  static int length(byte[] bytes) {
    return Bytes.toShort(bytes, LENGTH_AT) & 0xFFFF;
  }

  /**
   * Reads the header of a segment.
   *
   * @param bytes the file's first bytes: all it has, or at least {@link #MOST_BYTES}
   * @return empty where the file ends before its header does
   * @throws SpillFormatException if this is no segment, or one of another version
   * @throws SpillDamagedException if it is a segment whose header is damaged
   */
  static Optional<SegmentHeader> decode(Path file, byte[] bytes) throws SpillException {
    int begun = Math.min(MAGIC.length, bytes.length);
    if (!Arrays.equals(bytes, 0, begun, MAGIC, 0, begun)) {
      throw new SpillFormatException(
          file + " is not a segment of a spill: it begins with other bytes; see what wrote it.");
    }
    if (bytes.length < NUMBER_AT) {
      return Optional.empty();
    }
    int version = Bytes.toInt(bytes, VERSION_AT);
    if (version != VERSION) {
      throw otherVersion(file.toString(), Integer.toUnsignedString(version));
    }
    if (bytes.length <= HOST_AT) {
      return Optional.empty();
    }
    // Told twice, so that a damaged length cannot pass for a header that was cut off.
    int length = length(bytes);
    if (length != HOST_AT + 1 + (bytes[HOST_AT] & 0xFF) + Frames.FOOT_BYTES) {
      throw new SpillDamagedException(file, 0, "its header has two lengths");
    }
    if (bytes.length < length) {
      return Optional.empty();
    }
    int checksumAt = length - Frames.FOOT_BYTES;
    if (bytes[length - 1] != Frames.END_MARK
        || Bytes.toInt(bytes, checksumAt) != Frames.checksum(new CRC32C(), bytes, 0, checksumAt)) {
      throw new SpillDamagedException(file, 0, "its header does not match its checksum");
    }
    return Optional.of(
        new SegmentHeader(
            Bytes.toInt(bytes, NUMBER_AT),
            Instant.ofEpochMilli(Bytes.toLong(bytes, CREATED_AT)),
            Bytes.toLong(bytes, PROCESS_AT),
            new String(bytes, HOST_AT + 1, checksumAt - HOST_AT - 1, StandardCharsets.UTF_8),
            bytes[FORCED_AT] != 0));
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
