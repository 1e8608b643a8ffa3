package org.quorate.report.svg;

/** Text made safe inside XML and HTML, as content and as the value of a quoted attribute. */
public final class Markup {
  private Markup() {}

  /**
   * The text with the five special characters escaped. Characters that XML 1.0 cannot hold
   * (controls, lone surrogates) become U+FFFD, so that no label can break a page.
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(point -> append(escaped, point));
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int point) {
    switch (point) {
      case '&' -> escaped.append("&amp;");
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '"' -> escaped.append("&quot;");
      case '\'' -> escaped.append("&#39;");
      default -> escaped.appendCodePoint(allowed(point) ? point : 0xFFFD);
    }
  }

  private static boolean allowed(int point) {
    return point == '\t'
        || point == '\n'
        || point == '\r'
        || (point >= 0x20 && point <= 0xD7FF && !(point >= 0x7F && point <= 0x9F))
        || (point >= 0xE000 && point <= 0xFFFD)
        || point >= 0x10000;
  }
}
