package org.quorate.report.terminal;

import java.util.regex.Pattern;

/**
 * What a terminal can show.
 *
 * @param colour whether ANSI colours may be used
 * @param unicode whether it shows more than ASCII
 */
public record Style(boolean colour, boolean unicode) {
  private static final String RESET = "\u001b[0m";
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9]+m");

  public String bold(String text) {
    return wrap("\u001b[1m", text);
  }

  public String dim(String text) {
    return wrap("\u001b[2m", text);
  }

  String green(String text) {
    return wrap("\u001b[32m", text);
  }

  String yellow(String text) {
    return wrap("\u001b[33m", text);
  }

  private String wrap(String code, String text) {
    return colour && !text.isEmpty() ? code + text + RESET : text;
  }

  /**
   * The text as this terminal can show it: typographic spaces become plain ones, control characters
   * are replaced, and without Unicode so is everything beyond ASCII, by its nearest likeness where
   * it has one.
   */
  public String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(plain, point));
    return plain.toString();
  }

  private void append(StringBuilder plain, int point) {
    if (point == '\u00a0' || point == '\u2009' || point == '\u202f' || point == '\t') {
      plain.append(' ');
    } else if (Character.getType(point) == Character.CONTROL
        || Character.getType(point) == Character.FORMAT
        || Character.getType(point) == Character.SURROGATE) {
      plain.append('?');
    } else if (unicode || point < 128) {
      plain.appendCodePoint(point);
    } else {
      plain.append(
          switch (point) {
            case '\u2013', '\u2014', '\u2212' -> "-";
            case '\u00d7' -> "x";
            case '\u00b5' -> "u";
            case '\u2019', '\u2018' -> "'";
            case '\u201c', '\u201d' -> "\"";
            case '\u2026' -> "...";
            case '\u2192' -> "->";
            case '\u221e' -> "inf";
            case '\u00b1' -> "+/-";
            case '\u00b7' -> "*";
            default -> "?";
          });
    }
  }

  /** Columns that a text takes; characters of East Asia take two, and colours none. */
  public static int width(String text) {
    return COLOUR.matcher(text).replaceAll("").codePoints().map(Style::width).sum();
  }

  /** The longest beginning of a text without colours that takes at most so many columns. */
  public static String cut(String text, int width) {
    int end = 0;
    for (int left = width; end < text.length(); end = text.offsetByCodePoints(end, 1)) {
      left -= width(text.codePointAt(end));
      if (left < 0) {
        break;
      }
    }
    return text.substring(0, end);
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (point >= 0x1100 && point <= 0x115f)
            || (point >= 0x2e80 && point <= 0xa4cf)
            || (point >= 0xac00 && point <= 0xd7a3)
            || (point >= 0xf900 && point <= 0xfaff)
            || (point >= 0xfe30 && point <= 0xfe6f)
            || (point >= 0xff00 && point <= 0xff60)
            || (point >= 0x1f300 && point <= 0x1faff)
            || (point >= 0x20000 && point <= 0x3fffd);
    return wide ? 2 : 1;
  }
}
