package org.quorate.hbase.spill.folder;

import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How a record lies in a segment: a head of 17 bytes (length of the payload 4, kind 1, sequence 8,
 * CRC-32C of these 4), the payload, and a foot of 5 bytes (CRC-32C of the payload 4, end mark 1);
 * numbers are big-endian. The head has a checksum of its own so that a damaged length cannot pass
 * for a record that was cut off. The end mark is not zero, so a whole record never ends in a zero,
 * and zeros at the end of a file, which a file system may leave behind after a machine's crash, are
 * as if they were not there.
 *
 * <p>A mark begins each group of records that is forced to the disk at once; its sequence is its
 * own place in the segment. It is written only after all before it was forced, in the same write as
 * its group, so that it costs neither a write nor a force of its own; where a whole mark is found,
 * what lies before it was accepted, all of it. So is the record that ends a segment, which has its
 * place too. Behind the last of them is the one group that may have been under way when the machine
 * crashed. Stateless.
 */
final class Frames {
  static final int HEAD_BYTES = 17;
  static final int FOOT_BYTES = 5;
  static final int AROUND_PAYLOAD = HEAD_BYTES + FOOT_BYTES;

  /** A write. */
  static final byte WRITE = 1;

  /** The orderly end of a segment. */
  static final byte END = 2;

  /** All that lies before it was forced to the disk when this was written. */
  static final byte MARK = 3;

  static final byte END_MARK = (byte) 0xED;

  private static final int KIND_AT = 4;
  private static final int SEQUENCE_AT = 5;
  private static final int HEAD_CHECKSUM_AT = 13;

  private Frames() {}

  /** Fills in head and foot around a payload that is in its place. */
  static void complete(
      byte[] bytes, int start, int payloadLength, byte kind, long sequence, CRC32C crc) {
    Bytes.putInt(bytes, start, payloadLength);
    bytes[start + KIND_AT] = kind;
    Bytes.putLong(bytes, start + SEQUENCE_AT, sequence);
    Bytes.putInt(bytes, start + HEAD_CHECKSUM_AT, checksum(crc, bytes, start, HEAD_CHECKSUM_AT));
    int foot = start + HEAD_BYTES + payloadLength;
    Bytes.putInt(bytes, foot, checksum(crc, bytes, start + HEAD_BYTES, payloadLength));
    bytes[foot + FOOT_BYTES - 1] = END_MARK;
  }

  /** The record that ends a segment at a place. */
  static byte[] end(long place) {
    byte[] bytes = new byte[AROUND_PAYLOAD];
    complete(bytes, 0, 0, END, place, new CRC32C());
    return bytes;
  }

  /** Puts a mark for a place in a segment at the start of some bytes. */
  static void mark(byte[] bytes, long place) {
    complete(bytes, 0, 0, MARK, place, new CRC32C());
  }

  /** Whether at a place in a segment lies what proves that all before it was forced. */
  static boolean isProof(byte[] segment, int place, CRC32C crc) {
    byte kind = kind(segment, place);
    return (kind == MARK || kind == END)
        && sequence(segment, place) == place
        && payloadLength(segment, place) == 0
        && headMatches(segment, place, crc)
        && isRestWhole(segment, place, crc);
  }

  static boolean isHeadWhole(byte[] bytes, int start, CRC32C crc) {
    byte kind = kind(bytes, start);
    return headMatches(bytes, start, crc)
        && payloadLength(bytes, start) >= 0
        && (kind == WRITE || kind == END);
  }

  private static boolean headMatches(byte[] bytes, int start, CRC32C crc) {
    return Bytes.toInt(bytes, start + HEAD_CHECKSUM_AT)
        == checksum(crc, bytes, start, HEAD_CHECKSUM_AT);
  }

  /** Of a record whose head is whole. */
  static boolean isRestWhole(byte[] bytes, int start, CRC32C crc) {
    int length = payloadLength(bytes, start);
    int foot = start + HEAD_BYTES + length;
    return bytes[foot + FOOT_BYTES - 1] == END_MARK
        && Bytes.toInt(bytes, foot) == checksum(crc, bytes, start + HEAD_BYTES, length);
  }

  /** The checksum of the payload of a record that fills its bytes up to a length. */
  static int checksum(byte[] record, int length) {
    return Bytes.toInt(record, length - FOOT_BYTES);
  }

  static int payloadLength(byte[] bytes, int start) {
    return Bytes.toInt(bytes, start);
  }

  static byte kind(byte[] bytes, int start) {
    return bytes[start + KIND_AT];
  }

  static long sequence(byte[] bytes, int start) {
    return Bytes.toLong(bytes, start + SEQUENCE_AT);
  }

  static int checksum(CRC32C crc, byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
