package org.quorate.hbase.spill;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;

/** Memory in which one record after another is put together. Not thread-safe. */
final class FrameBuffer extends OutputStream {
  private static final int USUAL_BYTES = 2 << 10;

  /** More is given back when it is not in use. */
  private static final int MOST_KEPT_BYTES = 256 << 10;

  private final CRC32C crc = new CRC32C();
  private byte[] bytes = new byte[USUAL_BYTES];
  private int size;

  /** Begins a record; what was here before is gone. */
  void begin() {
    size = Frames.HEAD_BYTES;
  }

  /** Gives memory back that a large record took; what was here before is gone. */
  void trim() {
    size = 0;
    if (bytes.length > MOST_KEPT_BYTES) {
      bytes = new byte[USUAL_BYTES];
    }
  }

  /** Ends the record that was begun. */
  void finish(byte kind, long sequence) {
    int payloadLength = size - Frames.HEAD_BYTES;
    claim(Frames.FOOT_BYTES);
    Frames.complete(bytes, 0, payloadLength, kind, sequence, crc);
  }

  /**
   * Takes the next bytes, whose content somebody else fills in.
   *
   * @return where they begin in {@link #bytes()}, which may have changed
   */
  int claim(int length) {
    int start = size;
    int end = Math.addExact(start, length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, (int) Math.min(2L * bytes.length, 1 << 30)));
    }
    size = end;
    return start;
  }

  void writeShort(int value) {
    int at = claim(Short.BYTES);
    Bytes.putShort(bytes, at, (short) value);
  }

  void writeInt(int value) {
    int at = claim(Integer.BYTES);
    Bytes.putInt(bytes, at, value);
  }

  void writeLong(long value) {
    int at = claim(Long.BYTES);
    Bytes.putLong(bytes, at, value);
  }

  @Override
  public void write(int value) {
    int at = claim(1);
    bytes[at] = (byte) value;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    int at = claim(length);
    System.arraycopy(source, offset, bytes, at, length);
  }

  /** The record begins at its start and has {@link #size()} bytes. */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }
}
