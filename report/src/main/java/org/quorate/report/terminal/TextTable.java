package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Mean;

/**
 * A table of text that fits a width: the columns that matter least are left out until the rest
 * fits, then the first column is shortened. Not thread-safe.
 */
final class TextTable<T> {
  private static final int GAP = 2;
  private static final int SHORTEST_LABEL = 8;

  private record Column(String name, String unit, int weight, List<String> values) {
    int width() {
      int width = Math.max(Style.width(name), Style.width(unit));
      for (String value : values) {
        width = Math.max(width, Style.width(value));
      }
      return width;
    }
  }

  private final String rowName;
  private final List<T> things;
  private final List<String> labels;
  private final List<Column> columns = new ArrayList<>();
  private final Style style;

  /** A row for each of some things, and no columns yet but that of their labels. */
  TextTable(String rowName, List<T> things, Function<T, String> label, Style style) {
    this.rowName = rowName;
    this.things = things;
    this.labels = things.stream().map(thing -> style.plain(label.apply(thing))).toList();
    this.style = style;
  }

  /**
   * Adds a column.
   *
   * @param name first heading line
   * @param unit second heading line
   * @param weight the higher, the longer it stays
   */
  void add(String name, String unit, int weight, Function<T, String> value) {
    columns.add(
        new Column(
            style.plain(name),
            style.plain(unit),
            weight,
            things.stream().map(thing -> style.plain(value.apply(thing))).toList()));
  }

  /** Adds a column of means. */
  void mean(String name, String unit, int weight, Function<T, @Nullable Mean> of) {
    add(name, unit, weight, thing -> number(of.apply(thing), 1));
  }

  /** Adds a column of means of shares, as percentages. */
  void percent(String name, String unit, int weight, Function<T, @Nullable Mean> of) {
    add(name, unit, weight, thing -> number(of.apply(thing), 100));
  }

  /** Adds a column of the intervals of means, times a factor. */
  void interval(int weight, Function<T, @Nullable Mean> of, double factor) {
    add("95 % of", "runs", weight, thing -> interval(of.apply(thing), factor));
  }

  private static String number(@Nullable Mean mean, double factor) {
    return mean == null ? Numbers.UNKNOWN : Numbers.of(mean.mean() * factor);
  }

  private static String interval(@Nullable Mean mean, double factor) {
    String text = mean == null ? "" : Numbers.interval(mean.low() * factor, mean.high() * factor);
    return text.isEmpty() ? Numbers.UNKNOWN : text.replace("\u2009", "");
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

    List<List<String>> rows = new ArrayList<>();
    rows.add(row(rowName, shown, Column::name));
    rows.add(row("", shown, Column::unit));
    for (int row = 0; row < labels.size(); row++) {
      int number = row;
      rows.add(row(shorten(labels.get(row), first), shown, column -> cell(column, number)));
    }
    Grid grid = new Grid(1, rows);
    List<String> lines = grid.lines(grid.columns());
    StringBuilder out = new StringBuilder();
    out.append(style.bold(lines.get(0))).append('\n');
    out.append(style.dim(lines.get(1))).append('\n');
    String rule = style.unicode() ? "\u2500" : "-";
    out.append(style.dim(rule.repeat(grid.width(grid.columns())))).append('\n');
    lines.stream().skip(2).forEach(line -> out.append(line).append('\n'));
    return out.toString();
  }

  private static List<String> row(
      String label, List<Column> columns, Function<Column, String> cell) {
    return Stream.concat(Stream.of(label), columns.stream().map(cell)).toList();
  }

  private String cell(Column column, int row) {
    String value = column.values.get(row);
    if (!column.name.equals("stale")) {
      return value;
    }
    return switch (value) {
      case "0" -> style.green(value);
      case "-", "\u2013" -> value;
      default -> style.yellow(value);
    };
  }

  private static int total(List<Column> columns) {
    return columns.stream().mapToInt(column -> GAP + column.width()).sum();
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
    return Style.cut(text.substring(0, from), width - Style.width(end)) + end;
  }
}
