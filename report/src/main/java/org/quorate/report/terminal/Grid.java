package org.quorate.report.terminal;

import java.util.List;

/**
 * Cells in rows and columns: how every table of a terminal is laid out. A column is as wide as its
 * widest cell, and columns are two blanks apart. Which of them there is room for is for the caller
 * to say. Immutable.
 */
public final class Grid {
  private static final String GAP = "  ";

  private final int left;
  private final List<List<String>> rows;
  private final int[] widths;

  /**
   * @param left how many columns, from the first, have their cells to the left; the others have
   *     them to the right
   * @param rows at least one, all of as many cells
   */
  public Grid(int left, List<List<String>> rows) {
    this.left = left;
    this.rows = rows.stream().map(List::copyOf).toList();
    this.widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], Style.width(row.get(column)));
      }
    }
  }

  /** How many columns there are. */
  public int columns() {
    return widths.length;
  }

  /** What the first so many columns take, with what is between them. */
  public int width(int columns) {
    int width = GAP.length() * (columns - 1);
    for (int column = 0; column < columns; column++) {
      width += widths[column];
    }
    return width;
  }

  /** The lines of the first so many columns, in order of the rows, without blanks at their ends. */
  public List<String> lines(int columns) {
    return rows.stream().map(row -> line(row, columns)).toList();
  }

  private String line(List<String> row, int columns) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < columns; column++) {
      String cell = row.get(column);
      String blanks = " ".repeat(widths[column] - Style.width(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(column < left ? cell + blanks : blanks + cell);
    }
    return line.toString().stripTrailing();
  }

  /** All rows, each a line with its end behind an indent of two. */
  public String text() {
    StringBuilder text = new StringBuilder();
    lines(columns()).forEach(line -> text.append(GAP).append(line).append('\n'));
    return text.toString();
  }
}
