package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Look;
import org.quorate.report.svg.Marker;

/**
 * A table of data: a caption, columns with their units, and rows whose first cell names them. It
 * scrolls sideways inside its own frame, so that a page never does; on a desk it fits, since one of
 * many columns is set closer. Numbers carry their exact value for sorting.
 */
final class Table {
  /** Of longer names only the beginning is shown, and the whole when the pointer rests on it. */
  private static final int LONG = 90;

  /** Tables of as many columns are set closer, and those of as many as the second still closer. */
  private static final int DENSE = 8;

  private static final int DENSEST = 12;

  /** Longer tables are folded. */
  private static final int MOST_ROWS = 30;

  private record Column(String name, String unit, boolean numeric) {}

  /** One value: what it says, a smaller second line, and the number to sort by. */
  record Value(String text, String detail, double sort) {
    static Value of(String text) {
      return new Value(text, "", Double.NaN);
    }

    static Value of(String text, long sort) {
      return new Value(text, "", (double) sort);
    }

    static Value of(String text, double sort) {
      return new Value(text, "", sort);
    }
  }

  private record Row(String label, Look look, List<Value> values) {}

  private final String caption;
  private final String rowName;
  private final boolean keys;
  private boolean wholeNames;
  private boolean folded;
  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param caption what the table holds
   * @param rowName heading of the first column
   * @param keys whether rows are cells of the study and show their colour and marker
   */
  Table(String caption, String rowName, boolean keys) {
    this.caption = caption;
    this.rowName = rowName;
    this.keys = keys;
  }

  /** Shows the names of rows whole, however long they are. */
  Table wholeNames() {
    wholeNames = true;
    return this;
  }

  /** Shows only the caption until a reader asks for more. */
  Table folded() {
    folded = true;
    return this;
  }

  /** A column of numbers. */
  Table number(String name, String unit) {
    columns.add(new Column(name, unit, true));
    return this;
  }

  /** A column of words. */
  Table words(String name) {
    columns.add(new Column(name, "", false));
    return this;
  }

  Table row(String label, Look look, List<Value> values) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "A row of " + caption + " has " + values.size() + " values, not " + columns.size() + ".");
    }
    rows.add(new Row(label, look, values));
    return this;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  void write(Html html) {
    boolean shut = folded || rows.size() > MOST_ROWS;
    if (shut) {
      html.open("details", "class", "fold");
      html.element(
          "summary", folded ? caption : "Table: " + caption + " (" + rows.size() + " rows)");
    }
    rows(html);
    if (shut) {
      html.close().newline();
    }
  }

  private void rows(Html html) {
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table", "class", density());
    html.element("caption", caption).open("thead").open("tr");
    html.element("th", rowName, "scope", "col", "class", "w");
    for (Column column : columns) {
      html.open("th", "scope", "col", "class", column.numeric ? "" : "w");
      html.text(column.name);
      if (!column.unit.isEmpty()) {
        html.text(" ").element("small", column.unit);
      }
      html.close();
    }
    html.close().close().open("tbody");
    for (Row row : rows) {
      html.open("tr").open("th", "scope", "row", "class", keys ? "cell" : "");
      if (keys) {
        key(html, row.look);
      }
      boolean cut = row.label.length() > LONG && !wholeNames;
      html.element("span", cut ? shortened(row.label) : row.label, "title", cut ? row.label : "");
      html.close();
      for (int i = 0; i < columns.size(); i++) {
        cell(html, row.values.get(i), columns.get(i));
      }
      html.close();
    }
    html.close().close().close().newline();
  }

  private String density() {
    return columns.size() < DENSE ? "" : columns.size() < DENSEST ? "dense" : "dense densest";
  }

  private static String shortened(String label) {
    int end = Character.isHighSurrogate(label.charAt(LONG - 11)) ? LONG - 11 : LONG - 10;
    return label.substring(0, end) + "\u2026";
  }

  private static void cell(Html html, Value value, Column column) {
    html.open(
        "td",
        "class",
        column.numeric ? "" : "w",
        "data-v",
        Double.isFinite(value.sort) ? Float.toString((float) value.sort) : "");
    html.text(value.text);
    if (!value.detail.isEmpty()) {
      html.text(" ").element("small", value.detail);
    }
    html.close();
  }

  /** A cell's colour and marker, as on the charts. */
  static void key(Html html, Look look) {
    html.raw("<svg class=\"k h" + look.hue() + "\" aria-hidden=\"true\"><use href=\"#");
    html.raw(look.marker().name() + "\"/></svg>");
  }

  /** The markers that {@link #key} refers to; once in a page. */
  static String markers() {
    StringBuilder symbols = new StringBuilder("<svg class=\"symbols\" aria-hidden=\"true\">");
    for (Marker marker : Marker.values()) {
      symbols.append("<symbol id=\"").append(marker.name()).append("\" viewBox=\"0 0 14 14\">");
      symbols.append("<path class=\"").append(marker.hollow() ? "hollow" : "solid");
      symbols
          .append("\" d=\"")
          .append(marker.at(7, 7, marker.hollow() ? 4.6 : 5.6))
          .append("\"/></symbol>");
    }
    return symbols.append("</svg>").toString();
  }
}
