package org.quorate.lab.engine;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory in bytes, above zero, read and written as users of Java write it: {@code
 * 192M}, {@code 1G}; 1K is 1,024 bytes.
 */
public record MemorySize(long bytes) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15})\\s*([KMG]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

  public MemorySize {
    if (bytes <= 0) {
      throw new IllegalArgumentException("A memory size must be above 0, but it is " + bytes + ".");
    }
  }

  /** {@code count} times 1,048,576 bytes. */
  public static MemorySize ofMebibytes(long count) {
    return new MemorySize(Math.multiplyExact(count, 1L << 20));
  }

  /**
   * Reads a size such as {@code 192M}, {@code 1G}, {@code 512MiB} or a number of bytes.
   *
   * @throws IllegalArgumentException when the text is none of these
   */
  public static MemorySize parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a memory size; write it as 192M or 1G.");
    }
    int shift =
        switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
          case "K" -> 10;
          case "M" -> 20;
          case "G" -> 30;
          default -> 0;
        };
    long count = Long.parseLong(matcher.group(1));
    if (count > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("\"" + text + "\" is more memory than there can be.");
    }
    return new MemorySize(count << shift);
  }

  /** Whole mebibytes, rounded down. */
  public long mebibytes() {
    return bytes >> 20;
  }

  /** The shortest form that {@link #parse} reads back to the same size. */
  @Override
  public String toString() {
    if (bytes % (1L << 30) == 0) {
      return (bytes >> 30) + "G";
    }
    if (bytes % (1L << 20) == 0) {
      return (bytes >> 20) + "M";
    }
    return bytes % (1L << 10) == 0 ? (bytes >> 10) + "K" : Long.toString(bytes);
  }
}
