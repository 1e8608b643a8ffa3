package org.quorate.core.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Byte sizes and bandwidths as text. Units are decimal ({@code kB}, {@code MB}, {@code GB}, {@code
 * TB}), binary ({@code KiB}, {@code MiB}, {@code GiB}, {@code TiB}) or bits ({@code bit}, {@code
 * kbit}, {@code Mbit}, {@code Gbit}); a bare number means bytes. Upper and lower case count,
 * because {@code Mb} means megabits to some and megabytes to others and is therefore refused.
 * Stateless.
 */
public final class ByteSizes {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

  private ByteSizes() {}

  /**
   * Reads a number of bytes.
   *
   * @param text for example {@code 10MiB}, {@code 64kB}, {@code 512}
   * @return bytes, at least zero
   * @throws IllegalArgumentException if the text is not a size, is not a whole number of bytes, or
   *     is a bandwidth (see {@link #parsePerSecond})
   */
  public static long parse(String text) {
    return parse(text, text, "a size in bytes", "10MiB");
  }

  /**
   * Reads a bandwidth.
   *
   * @param text for example {@code 1Gbit/s}, {@code 10MB/s}
   * @return bytes per second, at least zero; {@code 1Gbit/s} is 125,000,000
   * @throws IllegalArgumentException if the text is not a bandwidth
   */
  public static long parsePerSecond(String text) {
    String stripped = text.strip();
    if (!stripped.endsWith("/s")) {
      throw refusal(text, "a bandwidth", "1Gbit/s or 10MB/s");
    }
    return parse(
        text, stripped.substring(0, stripped.length() - 2), "a bandwidth", "1Gbit/s or 10MB/s");
  }

  /**
   * Writes a number of bytes for people, in the largest binary unit that it reaches, rounded to two
   * decimals: {@code 10MiB}, {@code 1.5KiB}, {@code 999B}. Not always exact.
   *
   * @param bytes at least zero
   */
  public static String format(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("A size of " + bytes + " bytes is negative.");
    }
    int unit = 0;
    while (unit < BINARY.length - 1 && bytes >> (10 * (unit + 1)) > 0) {
      unit++;
    }
    BigDecimal number =
        BigDecimal.valueOf(bytes)
            .divide(BigDecimal.valueOf(1L << (10 * unit)), 2, RoundingMode.HALF_UP);
    return Amount.plain(number) + BINARY[unit];
  }

  private static long parse(String whole, String size, String what, String example) {
    Amount amount = Amount.read(size);
    BigDecimal unit = amount == null ? null : bytes(amount.unit());
    if (amount == null || unit == null) {
      throw refusal(whole, what, example);
    }
    BigDecimal bytes = amount.number().multiply(unit);
    if (bytes.compareTo(LARGEST) > 0) {
      throw new IllegalArgumentException("\"" + whole + "\" is too large for " + what + ".");
    }
    try {
      return bytes.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "\"" + whole + "\" is not a whole number of bytes; write fewer digits.", e);
    }
  }

  private static @Nullable BigDecimal bytes(String unit) {
    return switch (unit) {
      case "", "B" -> BigDecimal.ONE;
      case "kB", "KB" -> BigDecimal.valueOf(1_000L);
      case "MB" -> BigDecimal.valueOf(1_000_000L);
      case "GB" -> BigDecimal.valueOf(1_000_000_000L);
      case "TB" -> BigDecimal.valueOf(1_000_000_000_000L);
      case "KiB", "kiB" -> BigDecimal.valueOf(1L << 10);
      case "MiB" -> BigDecimal.valueOf(1L << 20);
      case "GiB" -> BigDecimal.valueOf(1L << 30);
      case "TiB" -> BigDecimal.valueOf(1L << 40);
      case "bit" -> new BigDecimal("0.125");
      case "kbit", "Kbit" -> BigDecimal.valueOf(125L);
      case "Mbit" -> BigDecimal.valueOf(125_000L);
      case "Gbit" -> BigDecimal.valueOf(125_000_000L);
      default -> null;
    };
  }

  private static IllegalArgumentException refusal(String text, String what, String example) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" is not "
            + what
            + "; write a number and a unit out of B, kB, MB, GB, KiB, MiB, GiB, kbit, Mbit, Gbit,"
            + " such as "
            + example
            + ".");
  }
}
