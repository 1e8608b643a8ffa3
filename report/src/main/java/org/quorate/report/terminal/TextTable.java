package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table of text that fits a width: the columns that matter least are left out until the rest
 * fits, then the first column is shortened.
 */
final class TextTable {
  private static final String GAP = "  ";
  private static final int SHORTEST_LABEL = 8;

  /**
   * A column.
   *
   * @param name first heading line
   * @param unit second heading line
   * @param weight the higher, the longer it stays
   * @param values one for each row
   */
  record Column(String name, String unit, int weight, List<String> values) {
    int width() {
      int width = Math.max(Style.width(name), Style.width(unit));
      for (String value : values) {
        width = Math.max(width, Style.width(value));
      }
      return width;
    }
  }

  private final String rowName;
  private final List<String> labels;
  private final List<Column> columns;
  private final Style style;

  TextTable(String rowName, List<String> labels, List<Column> columns, Style style) {
    this.rowName = rowName;
    this.labels = labels;
    this.columns = List.copyOf(columns);
    this.style = style;
  }

  /** The table's lines, each at most so wide, with line ends. */
  String render(int width) {
    int longest = Style.width(rowName);
    for (String label : labels) {
      longest = Math.max(longest, Style.width(label));
    }
    List<Column> shown = new ArrayList<>(columns);
    int wanted = Math.min(longest, Math.max(width / 2, SHORTEST_LABEL));
    while (shown.size() > 1 && wanted + total(shown) > width) {
      shown.remove(shown.stream().min(Comparator.comparingInt(Column::weight)).orElseThrow());
    }
    int first = Math.max(1, Math.min(longest, width - total(shown)));

    StringBuilder out = new StringBuilder();
    StringBuilder names = new StringBuilder(left(rowName, first));
    StringBuilder units = new StringBuilder(left("", first));
    int all = first;
    for (Column column : shown) {
      names.append(GAP).append(right(column.name, column.width()));
      units.append(GAP).append(right(column.unit, column.width()));
      all += GAP.length() + column.width();
    }
    out.append(style.bold(names.toString().stripTrailing())).append('\n');
    out.append(style.dim(units.toString().stripTrailing())).append('\n');
    out.append(style.dim((style.unicode() ? "\u2500" : "-").repeat(all))).append('\n');
    for (int row = 0; row < labels.size(); row++) {
      StringBuilder line = new StringBuilder(left(shorten(labels.get(row), first), first));
      for (Column column : shown) {
        String value = column.values.get(row);
        String padded = right(value, column.width());
        line.append(GAP).append(column.name.equals("stale") ? tint(value, padded) : padded);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private String tint(String value, String padded) {
    return switch (value) {
      case "0" -> style.green(padded);
      case "-", "\u2013" -> padded;
      default -> style.yellow(padded);
    };
  }

  private static int total(List<Column> columns) {
    return columns.stream().mapToInt(column -> GAP.length() + column.width()).sum();
  }

  /** Leaves out the middle, because labels differ at their end as often as at their beginning. */
  private String shorten(String text, int width) {
    if (Style.width(text) <= width) {
      return text;
    }
    int from = text.length();
    while (Style.width(text.substring(from)) < width / 2) {
      from = text.offsetByCodePoints(from, -1);
    }
    String end = (style.unicode() ? "\u2026" : "~") + text.substring(from);
    int length = from;
    while (length > 0 && Style.width(text.substring(0, length) + end) > width) {
      length = text.offsetByCodePoints(length, -1);
    }
    return text.substring(0, length) + end;
  }

  private static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - Style.width(text)));
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - Style.width(text))) + text;
  }
}
