package org.quorate.core.history;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.quorate.core.level.Level;

/**
 * Reads a history in the format of {@code docs/history-format.md}, one operation at a time, without
 * an object per line: {@link #next()} moves to the next operation, whose fields the other methods
 * then give. Key and client are ranges of bytes of {@link #buffer()}, valid until the next call.
 *
 * <p>Strict: whatever is not in the format is an error that names file, line and column. A history
 * that is cut off is one too ({@link TruncatedHistoryException}), unless it was allowed; then
 * reading ends after the last complete line. Only a last line that ends too early is cut off; one
 * that says something impossible is an error like any other. The words for the outcome are not
 * prefixes of each other, so that a last line without a line end is complete if it can be read. For
 * one thread.
 */
public final class HistoryReader {
  /** A line longer than this is refused, so that a file of another kind cannot fill memory. */
  public static final int MAX_LINE_BYTES = 1 << 16;

  private final LineBuffer lines;
  private final FieldParser fields;
  private final String name;
  private final boolean allowTruncated;
  private long operations;
  private boolean truncated;

  private OperationType type = OperationType.READ;
  private Outcome outcome = Outcome.OK;
  private Level level = Level.ONE;
  private long version;
  private long invokeNanos;
  private long completeNanos;
  private int keyStart;
  private int keyLength;
  private int clientStart;
  private int clientLength;

  /**
   * Reads and checks the header.
   *
   * @param in plain text; an {@link EOFException} from it means that compressed data were cut off
   * @param name what messages call the history, such as the file's path
   * @param allowTruncated whether a cut-off history ends quietly after its last complete line
   * @throws HistoryFormatException if the header is not that of a history
   */
  public HistoryReader(InputStream in, String name, boolean allowTruncated) throws IOException {
    this.name = name;
    this.allowTruncated = allowTruncated;
    lines = new LineBuffer(in, name);
    fields = new FieldParser(name, lines.buffer());
    readHeader();
  }

  private void readHeader() throws IOException {
    boolean present = lines.next();
    String header = present ? lines.text().strip() : "";
    if (header.startsWith("\uFEFF")) {
      header = header.substring(1);
    }
    if (header.equals(HistoryFormat.HEADER)) {
      return;
    }
    if ((!present && lines.endedEarly())
        || (present && !lines.terminated() && HistoryFormat.HEADER.startsWith(header))) {
      cutOff();
    } else if (!present) {
      throw new HistoryFormatException(
          name + " is empty; a history starts with the line " + HistoryFormat.HEADER + ".", 1);
    } else {
      throw new HistoryFormatException(
          name
              + ", line 1: the header is '"
              + FieldParser.shortened(header)
              + "', but a history starts with the line "
              + HistoryFormat.HEADER
              + ".",
          1);
    }
  }

  /**
   * Moves to the next operation.
   *
   * @return false at the end of the history
   * @throws TruncatedHistoryException if the history is cut off here and that was not allowed
   * @throws HistoryFormatException if the line is not in the format
   * @throws IOException if the stream cannot be read
   */
  public boolean next() throws IOException {
    if (truncated) {
      return false;
    }
    if (!lines.next()) {
      if (lines.endedEarly()) {
        cutOff();
      }
      return false;
    }
    if (lines.terminated()) {
      parse();
    } else {
      try {
        parse();
      } catch (IncompleteLineException e) {
        cutOff();
        return false;
      }
    }
    operations++;
    return true;
  }

  private void cutOff() throws TruncatedHistoryException {
    truncated = true;
    if (!allowTruncated) {
      throw new TruncatedHistoryException(
          name
              + " is cut off at line "
              + lines.number()
              + "; "
              + operations
              + (operations == 1 ? " complete operation precedes" : " complete operations precede")
              + " it: record it again, or give --allow-truncated to judge what is there.",
          lines.number(),
          operations);
    }
  }

  private void parse() throws HistoryFormatException {
    FieldParser f = fields;
    f.start(lines.start(), lines.end(), lines.number());
    type = f.type();
    f.text(1);
    keyStart = f.textStart();
    keyLength = f.textLength();
    version = f.number(2, HistoryFormat.NO_VERSION);
    invokeNanos = f.instant(3);
    completeNanos = f.instant(4);
    f.text(5);
    clientStart = f.textStart();
    clientLength = f.textLength();
    level = f.level();
    outcome = f.outcome();
    checkMeaning();
  }

  private void checkMeaning() throws HistoryFormatException {
    if (invokeNanos == HistoryFormat.NEVER) {
      throw fields.error(3, "is empty, but every operation has one; give the instant in ns");
    }
    boolean write = type == OperationType.WRITE;
    if (write && version == HistoryFormat.NO_VERSION) {
      throw fields.error(2, "is empty, but every write has one; give the version it wrote");
    }
    if (outcome == Outcome.OK && completeNanos == HistoryFormat.NEVER) {
      throw fields.error(4, "is empty, but the outcome is ok; give the instant in ns");
    }
    if (write && outcome == Outcome.TIMEOUT && completeNanos != HistoryFormat.NEVER) {
      throw fields.error(
          4, "is given, but a write that timed out never completed; leave the field empty");
    }
    if (completeNanos < invokeNanos) {
      throw fields.error(4, "is before invoke_ns; take both instants from one clock");
    }
    if (outcome != Outcome.OK && !write) {
      version = HistoryFormat.NO_VERSION;
    }
  }

  /** Complete operations read so far. */
  public long operations() {
    return operations;
  }

  /** Whether the history was cut off, and that was allowed; known once {@link #next} is false. */
  public boolean truncated() {
    return truncated;
  }

  /** The bytes that hold key and client of the current operation. */
  public byte[] buffer() {
    return lines.buffer();
  }

  /** Where the key starts in {@link #buffer()}. */
  public int keyStart() {
    return keyStart;
  }

  /** The length of the key in bytes, at least 1. */
  public int keyLength() {
    return keyLength;
  }

  /** Where the name of the client starts in {@link #buffer()}. */
  public int clientStart() {
    return clientStart;
  }

  /** The length of the name of the client in bytes, at least 1. */
  public int clientLength() {
    return clientLength;
  }

  /** Whether the operation is a read or a write. */
  public OperationType type() {
    return type;
  }

  /** How the operation ended. */
  public Outcome outcome() {
    return outcome;
  }

  /** The level that was sent. */
  public Level level() {
    return level;
  }

  /**
   * The version written or returned; {@link HistoryFormat#NO_VERSION} for a read that found no row
   * or has no result.
   */
  public long version() {
    return version;
  }

  /** When the operation was sent, in ns, between -2^62 and 2^62 - 1. */
  public long invokeNanos() {
    return invokeNanos;
  }

  /** When it completed, in ns, or {@link HistoryFormat#NEVER} where the field is empty. */
  public long completeNanos() {
    return completeNanos;
  }
}
