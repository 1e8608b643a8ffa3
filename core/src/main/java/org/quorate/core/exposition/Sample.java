package org.quorate.core.exposition;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the text exposition format: {@code name{label="value",...} value [timestamp]}. In
 * label values a backslash escapes a backslash, a quotation mark, and {@code n} for a line feed.
 *
 * @param value may be NaN or infinite
 * @param stampedAt the exporter's own time of the value, milliseconds since 1970 in the format;
 *     null where it gives none, as most do
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Exposition
 *     formats</a>
 */
public record Sample(
    String name, Map<String, String> labels, double value, @Nullable Instant stampedAt) {
  /** Copies the labels. */
  public Sample {
    labels = Map.copyOf(labels);
  }

  /** The metric's name in a line, or nothing where the line is a comment or empty. */
  public static String name(String line) {
    if (line.startsWith("#")) {
      return "";
    }
    int end = 0;
    while (end < line.length() && line.charAt(end) > ' ' && line.charAt(end) != '{') {
      end++;
    }
    return line.substring(0, end);
  }

  /** Reads a line; null where it is a comment, empty, or not of the format. */
  public static @Nullable Sample parse(String line) {
    String name = name(line);
    if (name.isEmpty()) {
      return null;
    }
    Map<String, String> labels = new HashMap<>();
    int at = labels(line, name.length(), labels);
    if (at < 0) {
      return null;
    }
    String[] rest = line.substring(at).strip().split("\\s+", 3);
    try {
      return new Sample(name, labels, value(rest[0]), rest.length > 1 ? instant(rest[1]) : null);
    } catch (NumberFormatException notOfTheFormat) {
      return null;
    }
  }

  private static double value(String text) {
    return switch (text) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  /** The time of a sample; null where it is something else, such as the exemplar of OpenMetrics. */
  private static @Nullable Instant instant(String text) {
    try {
      return Instant.ofEpochMilli(Long.parseLong(text));
    } catch (NumberFormatException noTime) {
      return null;
    }
  }

  /**
   * Reads the labels that begin at {@code start}, if there are any.
   *
   * @return where the line goes on after them, or -1 where they are not of the format
   */
  public static int labels(String line, int start, Map<String, String> labels) {
    int at = skipBlanks(line, start);
    if (at >= line.length() || line.charAt(at) != '{') {
      return at;
    }
    at = skipBlanks(line, at + 1);
    while (at < line.length() && line.charAt(at) != '}') {
      int equals = line.indexOf('=', at);
      if (equals < 0) {
        return -1;
      }
      String label = line.substring(at, equals).strip();
      at = skipBlanks(line, equals + 1);
      if (at >= line.length() || line.charAt(at) != '"') {
        return -1;
      }
      StringBuilder value = new StringBuilder();
      at = quoted(line, at + 1, value);
      if (at < 0) {
        return -1;
      }
      labels.put(label, value.toString());
      at = skipBlanks(line, at);
      if (at < line.length() && line.charAt(at) == ',') {
        at = skipBlanks(line, at + 1);
      }
    }
    return at < line.length() ? at + 1 : -1;
  }

  /** Reads up to the closing quotation mark; returns what follows it, or -1 without one. */
  private static int quoted(String line, int start, StringBuilder value) {
    for (int at = start; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        return at + 1;
      }
      if (c == '\\' && at + 1 < line.length()) {
        at++;
        c = line.charAt(at) == 'n' ? '\n' : line.charAt(at);
      }
      value.append(c);
    }
    return -1;
  }

  private static int skipBlanks(String line, int start) {
    int at = start;
    while (at < line.length() && line.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }
}
