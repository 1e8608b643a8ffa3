package org.quorate.core.history;

import java.nio.charset.StandardCharsets;
import org.quorate.core.level.Level;

/**
 * Writes operations as lines of the history format into a byte array, without allocating. Stateless
 * and thread-safe.
 */
public final class OperationEncoder {
  /** No line is longer than this many bytes, its line end included. */
  public static final int MAX_LINE_BYTES = 160;

  private static final byte[][] TYPE_AND_KEY_PREFIX = {
    bytes(OperationType.READ.text() + "," + HistoryFormat.KEY_PREFIX),
    bytes(OperationType.WRITE.text() + "," + HistoryFormat.KEY_PREFIX),
  };
  private static final byte[][] LEVEL_AND_OUTCOME = levelsAndOutcomes();
  private static final int OUTCOMES = Outcome.values().length;
  private static final byte[] DIGIT_PAIRS = digitPairs();
  private static final byte[] SMALLEST_LONG = bytes(Long.toString(Long.MIN_VALUE));

  private OperationEncoder() {}

  /** The header line with its line end, in UTF-8. */
  public static byte[] header() {
    return bytes(HistoryFormat.HEADER + "\n");
  }

  /**
   * Writes one line, its line end included.
   *
   * @param target has at least {@link #MAX_LINE_BYTES} bytes of room from {@code at}
   * @param key the number of the key, written as {@code user<key>}
   * @param version {@link HistoryFormat#NO_VERSION} leaves the field empty
   * @param completeNanos {@link HistoryFormat#NEVER} leaves the field empty
   * @param tag everything else, see {@link OperationTag}
   * @return the index after the last byte written
   */
  public static int encode(
      byte[] target,
      int at,
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      long tag) {
    byte[] head = TYPE_AND_KEY_PREFIX[OperationTag.isWrite(tag) ? 1 : 0];
    System.arraycopy(head, 0, target, at, head.length);
    int next = number(target, at + head.length, key);
    target[next++] = ',';
    if (version != HistoryFormat.NO_VERSION) {
      next = number(target, next, version);
    }
    target[next++] = ',';
    next = number(target, next, invokeNanos);
    target[next++] = ',';
    if (completeNanos != HistoryFormat.NEVER) {
      next = number(target, next, completeNanos);
    }
    target[next++] = ',';
    next = number(target, next, OperationTag.client(tag));
    byte[] tail =
        LEVEL_AND_OUTCOME[
            OperationTag.levelOrdinal(tag) * OUTCOMES + OperationTag.outcomeOrdinal(tag)];
    System.arraycopy(tail, 0, target, next, tail.length);
    return next + tail.length;
  }

  private static int number(byte[] target, int at, long value) {
    int next = at;
    long rest = value;
    if (rest < 0) {
      if (rest == Long.MIN_VALUE) {
        System.arraycopy(SMALLEST_LONG, 0, target, next, SMALLEST_LONG.length);
        return next + SMALLEST_LONG.length;
      }
      target[next++] = '-';
      rest = -rest;
    }
    int end = next + digits(rest);
    int position = end;
    while (rest >= 100) {
      long quotient = rest / 100;
      int pair = (int) (rest - quotient * 100) << 1;
      rest = quotient;
      target[--position] = DIGIT_PAIRS[pair + 1];
      target[--position] = DIGIT_PAIRS[pair];
    }
    if (rest >= 10) {
      int pair = (int) rest << 1;
      target[--position] = DIGIT_PAIRS[pair + 1];
      target[--position] = DIGIT_PAIRS[pair];
    } else {
      target[--position] = (byte) ('0' + rest);
    }
    return end;
  }

  private static int digits(long value) {
    int digits = 1;
    long limit = 10;
    while (digits < 19 && value >= limit) {
      digits++;
      limit *= 10;
    }
    return digits;
  }

  // Ordinals index tables in memory and are never stored.
  @SuppressWarnings("EnumOrdinal")
  private static byte[][] levelsAndOutcomes() {
    Level[] levels = Level.values();
    Outcome[] outcomes = Outcome.values();
    byte[][] tails = new byte[levels.length * outcomes.length][];
    for (Level level : levels) {
      for (Outcome outcome : outcomes) {
        tails[level.ordinal() * outcomes.length + outcome.ordinal()] =
            bytes("," + level.name() + "," + outcome.text() + "\n");
      }
    }
    return tails;
  }

  private static byte[] digitPairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
