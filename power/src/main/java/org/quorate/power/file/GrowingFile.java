package org.quorate.power.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.power.MeterException;

/**
 * A text file that is read as it grows. Each call gives the complete lines among the next {@value
 * #PORTION} bytes; what follows the last line's end waits until its end is written. Holds at most
 * one line of {@value #LONGEST_LINE} bytes beside what it gives. Used by one thread at a time.
 */
final class GrowingFile {
  /** Bytes of the longest line; a longer one is no record of any meter. */
  static final int LONGEST_LINE = 64 * 1024;

  /** Bytes that are read at once. */
  static final int PORTION = 1024 * 1024;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Path path;
  private final ByteArrayOutputStream half = new ByteArrayOutputStream();
  private long offset;
  private long lines;
  private boolean skipping;
  private @Nullable Object identity;

  /** The file, from its beginning. */
  GrowingFile(Path path) {
    this.path = path;
  }

  /**
   * The complete lines of the next portion; empty where nothing was appended.
   *
   * @throws MeterException when the file is gone, was replaced or cut, or has a line that is too
   *     long
   */
  List<Line> readAppended() throws MeterException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      check(attributes);
      List<Line> read = new ArrayList<>();
      // A portion may lie within one line, or end the file in half of one.
      while (read.isEmpty() && offset < attributes.size()) {
        if (!readPortion(read)) {
          break;
        }
      }
      return read;
    } catch (NoSuchFileException e) {
      throw new MeterException("The file " + path + " is gone.", e);
    } catch (IOException e) {
      throw new MeterException("The file " + path + " cannot be read.", e);
    }
  }

  private void check(BasicFileAttributes attributes) throws MeterException {
    Object key = attributes.fileKey();
    if (offset > 0 && !Objects.equals(identity, key)) {
      throw new MeterException(
          "The file " + path + " was replaced by another; the logger must append to one file.");
    }
    identity = key;
    if (attributes.size() < offset) {
      throw new MeterException(
          "The file " + path + " became shorter; the logger must append to it, not write it anew.");
    }
  }

  /** Reads on; false at the end of the file. */
  private boolean readPortion(List<Line> read) throws IOException, MeterException {
    ByteBuffer buffer = ByteBuffer.allocate(PORTION);
    try (SeekableByteChannel channel = Files.newByteChannel(path)) {
      channel.position(offset);
      int count = channel.read(buffer);
      if (count <= 0) {
        return false;
      }
      offset += count;
    }
    byte[] bytes = buffer.array();
    int begin = 0;
    for (int i = 0; i < buffer.position(); i++) {
      if (bytes[i] == '\n') {
        keep(bytes, begin, i);
        end(read);
        begin = i + 1;
      }
    }
    keep(bytes, begin, buffer.position());
    return true;
  }

  private void keep(byte[] bytes, int begin, int end) throws MeterException {
    if (half.size() + (end - begin) > LONGEST_LINE) {
      throw new MeterException(
          "Line " + (lines + 1) + " of " + path + " is longer than 64 KiB; is it a text file?");
    }
    half.write(bytes, begin, end - begin);
  }

  private void end(List<Line> read) {
    lines++;
    String text = half.toString(StandardCharsets.UTF_8);
    half.reset();
    if (skipping) {
      skipping = false;
      return;
    }
    if (lines == 1 && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    read.add(new Line(lines, text.endsWith("\r") ? text.substring(0, text.length() - 1) : text));
  }

  /**
   * Passes over what is there, half a line at the end included.
   *
   * @throws MeterException as reading does
   */
  void skipToEnd() throws MeterException {
    List<Line> passed = readAppended();
    while (!passed.isEmpty()) {
      passed = readAppended();
    }
    skipping = half.size() > 0;
  }
}
