package org.quorate.core.history;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Finds the lines of a stream in one reused buffer. */
final class LineBuffer {
  private static final int BUFFER_BYTES = 1 << 18;

  private final InputStream in;
  private final String name;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;
  private int start;
  private int end;
  private int next;
  private long number;
  private boolean terminated;
  private boolean ended;
  private boolean endedEarly;

  LineBuffer(InputStream in, String name) {
    this.in = in;
    this.name = name;
  }

  /** Moves to the next line; false at the end of the stream. */
  boolean next() throws IOException {
    number++;
    start = next;
    int at = next;
    while (true) {
      int newline = indexOfNewline(at);
      if (newline >= 0) {
        end = newline > start && buffer[newline - 1] == '\r' ? newline - 1 : newline;
        next = newline + 1;
        terminated = true;
        return checkLength();
      }
      at = filled - start;
      if (ended) {
        end = filled;
        next = filled;
        terminated = false;
        return end > start && checkLength();
      }
      refill();
      at += start;
    }
  }

  private int indexOfNewline(int from) {
    byte[] bytes = buffer;
    int limit = filled;
    for (int i = from; i < limit; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private boolean checkLength() throws HistoryFormatException {
    if (end - start > HistoryReader.MAX_LINE_BYTES) {
      throw tooLong();
    }
    return true;
  }

  private HistoryFormatException tooLong() {
    return new HistoryFormatException(
        name
            + ", line "
            + number
            + ": the line is longer than "
            + HistoryReader.MAX_LINE_BYTES
            + " bytes, so this is not a history; check the file.",
        number);
  }

  private void refill() throws IOException {
    int kept = filled - start;
    if (kept > HistoryReader.MAX_LINE_BYTES) {
      throw tooLong();
    }
    System.arraycopy(buffer, start, buffer, 0, kept);
    start = 0;
    filled = kept;
    try {
      int read = in.read(buffer, filled, buffer.length - filled);
      if (read < 0) {
        ended = true;
      } else {
        filled += read;
      }
    } catch (EOFException e) {
      ended = true;
      endedEarly = true;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  /** Where the current line starts. */
  int start() {
    return start;
  }

  /** Where it ends, its line end left out. */
  int end() {
    return end;
  }

  /** The number of the current line, from 1. */
  long number() {
    return number;
  }

  /** Whether the current line has a line end. */
  boolean terminated() {
    return terminated;
  }

  /** Whether the stream ended before its data were complete. */
  boolean endedEarly() {
    return ended && endedEarly;
  }

  String text() {
    return new String(buffer, start, end - start, StandardCharsets.UTF_8);
  }
}
