package org.quorate.core.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.core.level.Level;

/** Takes the fields of one line, from left to right. */
final class FieldParser {
  /** Instants lie in [-2^62, 2^62), so that the difference of two of them is a long. */
  static final long INSTANT_BOUND = 1L << 62;

  private static final int SHOWN_CHARACTERS = 60;
  private static final String NO_CLOSING_QUOTE =
      "has an opening quote without a closing one before the comma; add it";
  private static final Level[] LEVELS = Level.values();
  private static final byte[][] LEVEL_NAMES =
      Stream.of(LEVELS).map(level -> bytes(level.name())).toArray(byte[][]::new);
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final byte[][] OUTCOME_NAMES =
      Stream.of(OUTCOMES).map(outcome -> bytes(outcome.text())).toArray(byte[][]::new);
  private static final byte[] READ = bytes(OperationType.READ.text());
  private static final byte[] WRITE = bytes(OperationType.WRITE.text());

  private final String name;
  private final byte[] buffer;
  private long line;
  private int at;
  private int end;
  private int fieldStart;
  private int fieldEnd;
  private int textStart;
  private int textLength;
  private int lastLevel;

  FieldParser(String name, byte[] buffer) {
    this.name = name;
    this.buffer = buffer;
  }

  /** Starts a line that lies between two indices of the buffer. */
  void start(int lineStart, int lineEnd, long lineNumber) {
    at = lineStart;
    end = lineEnd;
    line = lineNumber;
  }

  OperationType type() throws HistoryFormatException {
    take(0);
    if (matches(READ)) {
      return OperationType.READ;
    }
    if (matches(WRITE)) {
      return OperationType.WRITE;
    }
    throw error(0, "is '" + field() + "'; write read or write");
  }

  /** Takes a text that is not empty; in quotes where it has a comma or a quote. */
  void text(int column) throws HistoryFormatException {
    if (at < end && buffer[at] == '"') {
      quotedText(column);
    } else {
      take(column);
      textStart = fieldStart;
      textLength = fieldEnd - fieldStart;
    }
    if (textLength == 0) {
      throw error(column, "is empty; every operation has one");
    }
  }

  private void quotedText(int column) throws HistoryFormatException {
    textStart = at;
    int written = at;
    int i = at + 1;
    while (i < end) {
      if (buffer[i] == '"') {
        if (i + 1 < end && buffer[i + 1] == '"') {
          i++;
        } else {
          break;
        }
      }
      buffer[written++] = buffer[i++];
    }
    if (i + 1 >= end) {
      throw new IncompleteLineException(place(column, NO_CLOSING_QUOTE), line);
    }
    if (buffer[i + 1] != ',') {
      throw error(column, NO_CLOSING_QUOTE);
    }
    textLength = written - textStart;
    at = i + 2;
  }

  int textStart() {
    return textStart;
  }

  int textLength() {
    return textLength;
  }

  /** Takes an instant in ns; {@link HistoryFormat#NEVER} where the field is empty. */
  long instant(int column) throws HistoryFormatException {
    long instant = number(column, HistoryFormat.NEVER);
    if (instant != HistoryFormat.NEVER && (instant < -INSTANT_BOUND || instant >= INSTANT_BOUND)) {
      throw error(column, "is '" + field() + "'; an instant lies between -2^62 and 2^62 - 1 ns");
    }
    return instant;
  }

  /** Takes a whole number. */
  long number(int column, long whereEmpty) throws HistoryFormatException {
    byte[] bytes = buffer;
    int limit = end;
    int i = at;
    boolean negative = i < limit && bytes[i] == '-';
    if (negative) {
      i++;
    }
    int digitsStart = i;
    long value = 0;
    int digit;
    // Eighteen digits cannot overflow; the rest is left to the slow path.
    int fast = Math.min(limit, i + 18);
    while (i < fast && (digit = bytes[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      i++;
    }
    if (i < limit && bytes[i] == ',' && i > digitsStart) {
      fieldStart = at;
      fieldEnd = i;
      at = i + 1;
      return negative ? -value : value;
    }
    take(column);
    return slowNumber(column, whereEmpty);
  }

  private long slowNumber(int column, long whereEmpty) throws HistoryFormatException {
    if (fieldStart == fieldEnd) {
      return whereEmpty;
    }
    String text = new String(buffer, fieldStart, fieldEnd - fieldStart, StandardCharsets.UTF_8);
    try {
      long value = Long.parseLong(text);
      if (text.charAt(0) != '+' && value != Long.MIN_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw notANumber(column);
    }
    throw notANumber(column);
  }

  private HistoryFormatException notANumber(int column) {
    return error(
        column, "is '" + field() + "'; write a whole number between -2^63 + 1 and 2^63 - 1");
  }

  Level level() throws HistoryFormatException {
    take(6);
    if (matches(LEVEL_NAMES[lastLevel])) {
      return LEVELS[lastLevel];
    }
    for (int i = 0; i < LEVELS.length; i++) {
      if (matches(LEVEL_NAMES[i])) {
        lastLevel = i;
        return LEVELS[i];
      }
    }
    throw error(6, "is '" + field() + "'; write one of " + Arrays.toString(LEVELS));
  }

  Outcome outcome() throws HistoryFormatException {
    fieldStart = at;
    fieldEnd = end;
    for (int i = 0; i < OUTCOMES.length; i++) {
      if (matches(OUTCOME_NAMES[i])) {
        return OUTCOMES[i];
      }
    }
    for (int i = fieldStart; i < fieldEnd; i++) {
      if (buffer[i] == ',') {
        throw new HistoryFormatException(
            name
                + ", line "
                + line
                + ": the line has more than 8 fields; quote a key that has a comma.",
            line);
      }
    }
    String problem =
        "is '"
            + field()
            + "'; write one of "
            + Stream.of(OUTCOMES).map(Outcome::text).collect(Collectors.joining(", "));
    throw startsAnOutcome()
        ? new IncompleteLineException(place(7, problem), line)
        : error(7, problem);
  }

  private boolean startsAnOutcome() {
    int length = fieldEnd - fieldStart;
    for (byte[] word : OUTCOME_NAMES) {
      if (length < word.length && Arrays.equals(buffer, fieldStart, fieldEnd, word, 0, length)) {
        return true;
      }
    }
    return false;
  }

  private void take(int column) throws HistoryFormatException {
    byte[] bytes = buffer;
    int limit = end;
    int i = at;
    while (i < limit && bytes[i] != ',') {
      i++;
    }
    if (i == limit) {
      throw new IncompleteLineException(
          name
              + ", line "
              + line
              + ": the line has "
              + (column + 1)
              + (column == 0 ? " field" : " fields")
              + ", but an operation has 8: "
              + HistoryFormat.HEADER
              + "; correct the line or remove it.",
          line);
    }
    fieldStart = at;
    fieldEnd = i;
    at = i + 1;
  }

  private boolean matches(byte[] word) {
    return Arrays.equals(buffer, fieldStart, fieldEnd, word, 0, word.length);
  }

  private String field() {
    return shortened(new String(buffer, fieldStart, fieldEnd - fieldStart, StandardCharsets.UTF_8));
  }

  HistoryFormatException error(int column, String problem) {
    return new HistoryFormatException(place(column, problem), line);
  }

  private String place(int column, String problem) {
    return name + ", line " + line + ": " + HistoryFormat.COLUMNS.get(column) + " " + problem + ".";
  }

  /** A text as a message shows it: control characters replaced, no longer than a line. */
  static String shortened(String text) {
    String shown = text.replaceAll("\\p{Cntrl}", "?");
    return shown.length() <= SHOWN_CHARACTERS
        ? shown
        : shown.substring(0, SHOWN_CHARACTERS) + "...";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
