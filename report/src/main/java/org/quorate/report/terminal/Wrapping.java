package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.List;

/** Breaks sentences into lines. */
public final class Wrapping {
  private Wrapping() {}

  /** Lines of at most so many columns, broken at spaces; a longer word is cut. */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split(" +", -1)) {
      String rest = word;
      if (line.length() > 0 && Style.width(line + " " + rest) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (line.length() == 0 && Style.width(rest) > width) {
        int end = Math.max(Style.cut(rest, width).length(), rest.offsetByCodePoints(0, 1));
        lines.add(rest.substring(0, end));
        rest = rest.substring(end);
      }
      line.append(line.length() == 0 ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }
}
