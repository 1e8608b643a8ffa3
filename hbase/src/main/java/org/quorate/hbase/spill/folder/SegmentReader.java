package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillException;

/**
 * Reads the records of one segment, in the order in which they were written. It has the whole file
 * in memory. Only whole records are returned. Not thread-safe.
 */
final class SegmentReader {
  private static final byte NO_PROOF = 0;

  /** How a segment ends. */
  enum End {
    /** With the record that says so. */
    ORDERLY,
    /** Behind a whole record, or behind the header. */
    BEHIND_A_RECORD,
    /** In the middle of a record or of the header, as a crash leaves it. */
    CUT,
    /** In a group of writes that a crash of the machine has torn before any was accepted. */
    TORN
  }

  /** A whole record. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and nobody changes the payload
  record Frame(byte kind, long sequence, byte[] payload) {
    int length() {
      return payload.length + Frames.AROUND_PAYLOAD;
    }
  }

  private final Path file;
  private final byte[] bytes;
  private final int length;
  private final Optional<SegmentHeader> header;
  private final boolean forced;
  private final CRC32C crc = new CRC32C();
  private int position;
  private @Nullable End end;

  private SegmentReader(Path file, byte[] bytes) throws SpillException {
    this.file = file;
    this.bytes = bytes;
    this.length = lengthWithoutZeros(bytes);
    this.header = SegmentHeader.decode(file, bytes, length);
    this.forced = header.isPresent() && header.get().forced();
    if (header.isPresent()) {
      advance(SegmentHeader.BYTES);
    } else {
      end = End.CUT;
    }
  }

  /**
   * Reads a segment.
   *
   * @throws SpillException if it is none, one of another version, or its header is damaged
   */
  static SegmentReader open(Path file) throws IOException {
    try (InputStream beginning = Files.newInputStream(file)) {
      // A file that is no segment may have any size.
      byte[] head = beginning.readNBytes(SegmentHeader.BYTES);
      Optional<SegmentHeader> unused = SegmentHeader.decode(file, head, lengthWithoutZeros(head));
    }
    return new SegmentReader(file, Files.readAllBytes(file));
  }

  /** Empty where the file ends before its header does. */
  Optional<SegmentHeader> header() {
    return header;
  }

  /** Where the next record would begin. */
  int position() {
    return position;
  }

  /** Bytes between {@link #position()} and the end, without zeros that nobody wrote. */
  int bytesLeft() {
    return Math.max(0, length - position);
  }

  /**
   * The next record.
   *
   * @return null at the end; {@link #end()} then says which it is
   * @throws SpillDamagedException if the record is damaged; it is thrown again by every later call
   */
  @Nullable Frame next() throws SpillDamagedException {
    if (end != null) {
      return null;
    }
    if (position >= length) {
      end = End.BEHIND_A_RECORD;
      return null;
    }
    Frame frame = wholeOrTorn();
    if (frame == null) {
      return null;
    }
    if (frame.kind() == Frames.END) {
      if (position + frame.length() < length) {
        throw new SpillDamagedException(
            file, position, "something follows the record here, which should be its last");
      }
      end = End.ORDERLY;
      return null;
    }
    advance(position + frame.length());
    return frame;
  }

  /** How the segment ends, once {@link #next()} has returned null. */
  End end() {
    if (end == null) {
      throw new IllegalStateException("not at the end");
    }
    return end;
  }

  /** The record at the position; null where it is the end, which {@link #end} says then. */
  private @Nullable Frame wholeOrTorn() throws SpillDamagedException {
    try {
      Frame frame = read();
      if (frame == null) {
        end = End.CUT;
      }
      return frame;
    } catch (SpillDamagedException damage) {
      if (!forced || isProvedBehind()) {
        throw damage;
      }
      end = End.TORN;
      return null;
    }
  }

  /** Goes to a place and past marks there, which say nothing where all is whole. */
  private void advance(int place) {
    position = place;
    while (forced && proof(position) == Frames.MARK) {
      position += Frames.AROUND_PAYLOAD;
    }
  }

  /** Whether the file says somewhere behind the position that all there was forced to the disk. */
  private boolean isProvedBehind() {
    for (int at = position; at < length; at++) {
      if (proof(at) != NO_PROOF) {
        return true;
      }
    }
    return false;
  }

  /** The kind of what proves at a place that all before it was forced, or {@link #NO_PROOF}. */
  private byte proof(int place) {
    return length - place >= Frames.AROUND_PAYLOAD && Frames.isProof(bytes, place, crc)
        ? Frames.kind(bytes, place)
        : NO_PROOF;
  }

  /** Null where the file ends in the middle of the record at the position. */
  private @Nullable Frame read() throws SpillDamagedException {
    if (length - position < Frames.HEAD_BYTES) {
      return null;
    }
    if (!Frames.isHeadWhole(bytes, position, crc)) {
      throw new SpillDamagedException(
          file, position, "the head of a record does not match its checksum");
    }
    int payloadLength = Frames.payloadLength(bytes, position);
    if (length - position - Frames.AROUND_PAYLOAD < payloadLength) {
      return null;
    }
    if (!Frames.isRestWhole(bytes, position, crc)) {
      throw new SpillDamagedException(file, position, "a record does not match its checksum");
    }
    int payloadAt = position + Frames.HEAD_BYTES;
    return new Frame(
        Frames.kind(bytes, position),
        Frames.sequence(bytes, position),
        Arrays.copyOfRange(bytes, payloadAt, payloadAt + payloadLength));
  }

  /** What a crash of the machine leaves behind the last byte that reached the disk is zeros. */
  private static int lengthWithoutZeros(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length;
  }
}
