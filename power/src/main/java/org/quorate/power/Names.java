package org.quorate.power;

import java.util.Locale;

/** Names that devices and users give, made fit for tables and files of lines. */
public final class Names {
  private Names() {}

  /**
   * A name with its control characters and line separators written out as in Java, such as {@code
   * \n}; the same name where it has none.
   */
  public static String printable(String name) {
    if (name.chars().noneMatch(Names::breaks)) {
      return name;
    }
    StringBuilder printable = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '\n' -> printable.append("\\n");
        case '\r' -> printable.append("\\r");
        case '\t' -> printable.append("\\t");
        default -> {
          if (breaks(c)) {
            printable.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            printable.append(c);
          }
        }
      }
    }
    return printable.toString();
  }

  private static boolean breaks(int c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
