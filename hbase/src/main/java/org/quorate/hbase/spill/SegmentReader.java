package org.quorate.hbase.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one segment, in the order in which they were written, or one by its place.
 * Only whole records are returned. Not thread-safe.
 */
final class SegmentReader implements Closeable {
  private static final int BLOCK_BYTES = 64 << 10;
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

  /**
   * A whole record.
   *
   * @param position of its first byte in the segment
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and nobody changes the payload
  record Frame(byte kind, long sequence, long position, byte[] payload) {
    int length() {
      return payload.length + Frames.AROUND_PAYLOAD;
    }

    /** As it lies in a segment. */
    byte[] encoded() {
      byte[] bytes = new byte[length()];
      System.arraycopy(payload, 0, bytes, Frames.HEAD_BYTES, payload.length);
      Frames.complete(bytes, 0, payload.length, kind, sequence, new CRC32C());
      return bytes;
    }
  }

  private final Path file;
  private final FileChannel channel;
  private final long length;
  private final @Nullable SegmentHeader header;
  private final CRC32C crc = new CRC32C();
  private final byte[] block = new byte[BLOCK_BYTES];
  private final byte[] proof = new byte[Frames.AROUND_PAYLOAD];
  private long blockStart;
  private int blockLength;
  private long position;
  private @Nullable End end;

  private SegmentReader(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.length = lengthWithoutZeros();
    byte[] first = new byte[(int) Math.min(length, SegmentHeader.MOST_BYTES)];
    copy(0, first, first.length);
    Optional<SegmentHeader> found = SegmentHeader.decode(file, first);
    this.header = found.orElse(null);
    if (found.isPresent()) {
      advance(SegmentHeader.length(first));
    } else {
      end = End.CUT;
    }
  }

  /**
   * Opens a segment.
   *
   * @throws SpillException if it is none, one of another version, or its header is damaged
   */
  static SegmentReader open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new SegmentReader(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Empty where the file ends before its header does. */
  Optional<SegmentHeader> header() {
    return Optional.ofNullable(header);
  }

  /** Where the next record would begin. */
  long position() {
    return position;
  }

  /** Bytes between {@link #position()} and the end, without zeros that nobody wrote. */
  long bytesLeft() {
    return Math.max(0, length - position);
  }

  /**
   * The next record.
   *
   * @return null at the end; {@link #end()} then says which it is
   * @throws SpillDamagedException if the record is damaged; it is thrown again by every later call
   */
  @Nullable Frame next() throws IOException {
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

  /** The record at the position; null where it is the end, which {@link #end} says then. */
  private @Nullable Frame wholeOrTorn() throws IOException {
    try {
      Frame frame = read(position);
      if (frame == null) {
        end = End.CUT;
      }
      return frame;
    } catch (SpillDamagedException damage) {
      if (!isForced() || isProvedBehind(position)) {
        throw damage;
      }
      end = End.TORN;
      return null;
    }
  }

  private boolean isForced() {
    return header != null && header.forced();
  }

  /** Goes to a place and past marks there, which say nothing where all is whole. */
  private void advance(long place) throws IOException {
    position = place;
    while (isForced() && proof(position) == Frames.MARK) {
      position += Frames.AROUND_PAYLOAD;
    }
  }

  /** Whether the file says somewhere behind a place that all there was forced to the disk. */
  private boolean isProvedBehind(long place) throws IOException {
    for (long at = place; at < length; at++) {
      if (proof(at) != NO_PROOF) {
        return true;
      }
    }
    return false;
  }

  /** The kind of what proves at a place that all before it was forced, or {@link #NO_PROOF}. */
  private byte proof(long place) throws IOException {
    if (length - place < proof.length) {
      return NO_PROOF;
    }
    copy(place, proof, proof.length);
    return Frames.isProof(proof, place, crc) ? Frames.kind(proof, 0) : NO_PROOF;
  }

  /** How the segment ends, once {@link #next()} has returned null. */
  End end() {
    if (end == null) {
      throw new IllegalStateException("not at the end");
    }
    return end;
  }

  /** The record at a place where {@link #next()} has found it before. */
  Frame at(long place) throws IOException {
    Frame frame = read(place);
    if (frame == null) {
      throw new SpillDamagedException(file, place, "it has been cut off since it was looked at");
    }
    return frame;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Null where the file ends in the middle of the record. */
  private @Nullable Frame read(long start) throws IOException {
    if (length - start < Frames.HEAD_BYTES) {
      return null;
    }
    byte[] head = new byte[Frames.HEAD_BYTES];
    copy(start, head, head.length);
    if (!Frames.isHeadWhole(head, 0, crc)) {
      throw new SpillDamagedException(
          file, start, "the head of a record does not match its checksum");
    }
    long whole = (long) Frames.payloadLength(head, 0) + Frames.AROUND_PAYLOAD;
    if (length - start < whole) {
      return null;
    }
    byte[] bytes = new byte[(int) whole];
    copy(start, bytes, bytes.length);
    if (!Frames.isRestWhole(bytes, 0, crc)) {
      throw new SpillDamagedException(file, start, "a record does not match its checksum");
    }
    return new Frame(
        Frames.kind(bytes, 0),
        Frames.sequence(bytes, 0),
        start,
        Arrays.copyOfRange(bytes, Frames.HEAD_BYTES, bytes.length - Frames.FOOT_BYTES));
  }

  private void copy(long from, byte[] target, int count) throws IOException {
    int done = 0;
    while (done < count) {
      long at = from + done;
      if (at < blockStart || at >= blockStart + blockLength) {
        load(at);
      }
      int offset = (int) (at - blockStart);
      int part = Math.min(count - done, blockLength - offset);
      System.arraycopy(block, offset, target, done, part);
      done += part;
    }
  }

  /** Blocks have fixed places, so that a few steps back are still in the same one. */
  private void load(long at) throws IOException {
    blockStart = at - at % BLOCK_BYTES;
    blockLength = 0;
    ByteBuffer into = ByteBuffer.wrap(block);
    while (into.hasRemaining()) {
      int count = channel.read(into, blockStart + into.position());
      if (count < 0) {
        break;
      }
    }
    blockLength = into.position();
    if (at >= blockStart + blockLength) {
      throw new SpillException(file + " became shorter while it was read; see what changes it.");
    }
  }

  /** What a crash of the machine leaves behind the last byte that reached the disk is zeros. */
  private long lengthWithoutZeros() throws IOException {
    long end = channel.size();
    while (end > 0) {
      load(end - 1);
      int last = (int) (end - blockStart);
      while (last > 0 && block[last - 1] == 0) {
        last--;
      }
      if (last > 0) {
        return blockStart + last;
      }
      end = blockStart;
    }
    return 0;
  }
}
