package org.quorate.hbase.spill.folder;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which writes of a segment are acknowledged, in a file beside it: groups of sequences, each with a
 * length and a CRC-32C. It only saves work, since what is missing from it is applied again: so
 * nothing is forced to the disk, the file is given up when the disk refuses it, and it is read up
 * to the first group that is not whole. It is open only while it is written, because a spill may
 * have thousands of segments, and an application needs its open files for other things.
 * Thread-safe.
 */
final class AcknowledgementFile {
  private static final Logger LOG = LoggerFactory.getLogger(AcknowledgementFile.class);
  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  private final Path file;
  private boolean givenUp;

  /** How many bytes of the file are whole groups; negative before anybody has looked. */
  private long whole = -1;

  /**
   * @param file made when it is first needed
   */
  AcknowledgementFile(Path file) {
    this.file = file;
  }

  /**
   * Writes a group, unless the file was given up.
   *
   * @param sequences ascending, at least one
   * @return how many bytes the file has grown by
   */
  synchronized int write(long[] sequences) {
    if (givenUp) {
      return 0;
    }
    byte[] group = group(sequences);
    try {
      append(group);
    } catch (IOException e) {
      givenUp = true;
      LOG.warn(
          "{} cannot be written ({}); after a crash some writes would be applied twice, which"
              + " changes nothing unless they were deleted by others meanwhile, or written over"
              + " with the same timestamp.",
          file,
          e.getMessage());
      return 0;
    }
    return group.length;
  }

  /** What is written to the file. */
  synchronized long bytes() {
    return Math.max(0, whole);
  }

  /** Writes nothing any more. When this returns the file is left alone. */
  synchronized void giveUp() {
    givenUp = true;
  }

  /** The sequences in such a file; none where there is none. */
  static Set<Long> read(Path file) throws IOException {
    Set<Long> sequences = new HashSet<>();
    int unused = read(file, sequences);
    return sequences;
  }

  /** Goes on behind the last whole group, where somebody else has begun the file. */
  private void append(byte[] group) throws IOException {
    if (whole < 0) {
      whole = read(file, new HashSet<>());
    }
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(whole);
      out.seek(whole);
      out.write(group);
    }
    whole += group.length;
  }

  /** Returns how many bytes of the file are whole groups. */
  private static int read(Path file, Set<Long> into) throws IOException {
    byte[] all;
    // A stream, since a channel is closed under whoever is interrupted.
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      all = in.readAllBytes();
    } catch (FileNotFoundException e) {
      // Thrown too where it is there and cannot be read, which is no reason to apply all again.
      if (Files.exists(file)) {
        throw e;
      }
      return 0;
    }
    CRC32C crc = new CRC32C();
    int at = 0;
    while (all.length - at > HEAD_BYTES) {
      int length = Bytes.toInt(all, at);
      int start = at + HEAD_BYTES;
      if (length <= Long.BYTES
          || length > all.length - start
          || Bytes.toInt(all, at + Integer.BYTES) != Frames.checksum(crc, all, start, length)) {
        break;
      }
      readGroup(all, start, start + length, into);
      at = start + length;
    }
    return at;
  }

  /** The lowest sequence in 8 bytes, then the differences, seven bits a byte, low bits first. */
  private static byte[] group(long[] sequences) {
    ByteArrayOutputStream group =
        new ByteArrayOutputStream(HEAD_BYTES + Long.BYTES + 2 * sequences.length);
    group.writeBytes(new byte[HEAD_BYTES]);
    long before = sequences[0];
    group.writeBytes(Bytes.toBytes(before));
    for (long sequence : sequences) {
      long rest = sequence - before;
      before = sequence;
      while ((rest & ~0x7FL) != 0) {
        group.write((int) (rest & 0x7F) | 0x80);
        rest >>>= 7;
      }
      group.write((int) rest);
    }
    byte[] bytes = group.toByteArray();
    int length = bytes.length - HEAD_BYTES;
    Bytes.putInt(bytes, 0, length);
    Bytes.putInt(bytes, Integer.BYTES, Frames.checksum(new CRC32C(), bytes, HEAD_BYTES, length));
    return bytes;
  }

  private static void readGroup(byte[] all, int start, int end, Set<Long> into) {
    long sequence = Bytes.toLong(all, start);
    int at = start + Long.BYTES;
    while (at < end) {
      long difference = 0;
      int shift = 0;
      byte next;
      do {
        next = all[at++];
        difference |= (next & 0x7FL) << shift;
        shift += 7;
      } while (next < 0 && at < end);
      sequence += difference;
      into.add(sequence);
    }
  }
}
