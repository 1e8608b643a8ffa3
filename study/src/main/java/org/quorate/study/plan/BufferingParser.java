package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;

/** Reads a {@link Buffering} from the text of a study file. Stateless. */
final class BufferingParser {
  private static final String NUMBER = "(?:\\d{1,9}(?:\\.\\d{1,9})?|\\.\\d{1,9})";
  private static final String SIZE = NUMBER + "\\s*(?:B|[kK]B|MB|GB|[kK]iB|MiB|GiB)";
  private static final String PART = NUMBER + "\\s*(?:ms|s|min|m|h)";
  private static final String TIME = PART + "(?:\\s*" + PART + ")*";

  private static final Pattern STOCK =
      Pattern.compile("stock(?:\\s+(" + SIZE + "))?(?:\\s+(?:flush\\s+)?(" + TIME + "))?");
  private static final Pattern BOUNDED =
      Pattern.compile(
          "bounded\\s+("
              + TIME
              + ")(?:\\s+("
              + SIZE
              + "))?(?:\\s+(\\d{1,9})\\s+writes)?(?:\\s+(?:adaptive|fixed\\s+("
              + SIZE
              + ")))?");

  private static final List<String> KINDS = List.of("none", "stock", "bounded");
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final long MOST_BYTES = 1L << 30;

  private BufferingParser() {}

  static Buffering parse(String text) {
    if (text.equals("none")) {
      return new Buffering.Unbuffered();
    }
    Matcher stock = STOCK.matcher(text);
    if (stock.matches()) {
      Long bytes = bytes(stock.group(1));
      return new Buffering.StockBuffer(
          bytes == null ? Buffering.StockBuffer.USUAL_BYTES : bytes, time(stock.group(2)));
    }
    Matcher bounded = BOUNDED.matcher(text);
    if (bounded.matches()) {
      Duration time = time(bounded.group(1));
      if (time != null) {
        return new Buffering.BoundedDeferral(
            time, bytes(bounded.group(2)), writes(bounded.group(3)), bytes(bounded.group(4)));
      }
    }
    throw refusal(text);
  }

  /** A size as {@link #parse} reads it, exactly. */
  static String size(long bytes) {
    return bytes % (1L << 20) == 0
        ? (bytes >> 20) + "MiB"
        : bytes % (1L << 10) == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
  }

  private static @Nullable Duration time(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Duration time = Durations.parse(text);
    if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no time for which writes may be kept back; write 1ms to 1h.");
    }
    // HBase's clients count in milliseconds.
    return Duration.ofMillis(time.toMillis());
  }

  private static @Nullable Long bytes(@Nullable String text) {
    if (text == null) {
      return null;
    }
    long bytes = ByteSizes.parse(text);
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no size of writes that are kept back; write 1B to 1GiB.");
    }
    return bytes;
  }

  private static @Nullable Long writes(@Nullable String text) {
    if (text == null) {
      return null;
    }
    long writes = Long.parseLong(text);
    if (writes < 1) {
      throw new IllegalArgumentException(
          "At least 1 write may be kept back; write another number.");
    }
    return writes;
  }

  private static IllegalArgumentException refusal(String text) {
    String kind = text.split("\\s+", 2)[0];
    return new IllegalArgumentException(
        "\""
            + text
            + "\" is no buffering; write one such as "
            + String.join(", ", Buffering.EXAMPLES)
            + "."
            + (KINDS.contains(kind) ? "" : Suggestions.didYouMean(kind, KINDS)));
  }
}
