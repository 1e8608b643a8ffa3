package org.quorate.core.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as text: a number and a unit out of {@code ns}, {@code us}, {@code ms}, {@code s},
 * {@code m} (minutes), {@code h} and {@code d}, such as {@code 5ms} or {@code 1.5s}; several may
 * follow one another, such as {@code 1m30s}. Stateless.
 */
public final class Durations {
  private static final Pattern PART = Pattern.compile("\\G\\s*([0-9.]+)\\s*([a-zµμ]+)\\s*");
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Durations() {}

  /**
   * Reads a duration of at least zero.
   *
   * @param text for example {@code 250us}, {@code 1.5s}, {@code 1h30m}; a bare {@code 0} is zero
   * @throws IllegalArgumentException if the text is not a duration, has a part smaller than a
   *     nanosecond, or is longer than 292 years (what a {@code long} of nanoseconds holds)
   */
  public static Duration parse(String text) {
    if (text.strip().equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal total = BigDecimal.ZERO;
    Matcher matcher = PART.matcher(text);
    int end = 0;
    while (matcher.find()) {
      Amount amount = Amount.read(matcher.group(1));
      BigDecimal unit = nanoseconds(matcher.group(2));
      if (amount == null || unit == null) {
        throw notADuration(text);
      }
      total = total.add(amount.number().multiply(unit));
      end = matcher.end();
    }
    if (end == 0 || end != text.length()) {
      throw notADuration(text);
    }
    if (total.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is longer than 292 years; write a shorter duration.");
    }
    try {
      return Duration.ofNanos(total.setScale(0, RoundingMode.UNNECESSARY).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a whole number of nanoseconds; write fewer digits.", e);
    }
  }

  /**
   * Writes a duration so that {@link #parse} gives it back exactly: below one minute in the largest
   * fitting unit ({@code 1.5s}, {@code 250us}), from there in parts ({@code 1h30m}).
   *
   * @param duration at least zero and at most 292 years
   * @throws IllegalArgumentException if it is negative
   * @throws ArithmeticException if it is longer than 292 years
   */
  public static String format(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("A duration of " + duration + " is negative.");
    }
    long nanoseconds = duration.toNanos();
    if (nanoseconds == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder();
    if (duration.toDays() > 0) {
      text.append(duration.toDays()).append('d');
    }
    if (duration.toHoursPart() > 0) {
      text.append(duration.toHoursPart()).append('h');
    }
    if (duration.toMinutesPart() > 0) {
      text.append(duration.toMinutesPart()).append('m');
    }
    long rest = nanoseconds % 60_000_000_000L;
    if (rest > 0) {
      String unit =
          rest >= 1_000_000_000 ? "s" : rest >= 1_000_000 ? "ms" : rest >= 1000 ? "us" : "ns";
      int digits = rest >= 1_000_000_000 ? 9 : rest >= 1_000_000 ? 6 : rest >= 1000 ? 3 : 0;
      text.append(Amount.plain(BigDecimal.valueOf(rest, digits))).append(unit);
    }
    return text.toString();
  }

  private static @Nullable BigDecimal nanoseconds(String unit) {
    return switch (unit) {
      case "ns" -> BigDecimal.ONE;
      case "us", "µs", "μs" -> BigDecimal.valueOf(1_000L);
      case "ms" -> BigDecimal.valueOf(1_000_000L);
      case "s" -> BigDecimal.valueOf(1_000_000_000L);
      case "m", "min" -> BigDecimal.valueOf(60_000_000_000L);
      case "h" -> BigDecimal.valueOf(3_600_000_000_000L);
      case "d" -> BigDecimal.valueOf(86_400_000_000_000L);
      default -> null;
    };
  }

  private static IllegalArgumentException notADuration(String text) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" is not a duration; write a number and one of ns, us, ms, s, m, h, d, such as"
            + " 250ms.");
  }
}
