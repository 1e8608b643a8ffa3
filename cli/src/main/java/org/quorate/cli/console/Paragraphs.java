package org.quorate.cli.console;

import java.util.List;
import org.quorate.report.terminal.Grid;
import org.quorate.report.terminal.Style;
import org.quorate.report.terminal.Wrapping;

/** Lines of text that fit a width. Not thread-safe. */
public final class Paragraphs {
  private static final int NAME_WIDTH = 20;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final int USUAL = 80;

  private final StringBuilder text = new StringBuilder();
  private final Style style;
  private final int width;

  /**
   * @param width columns, at least 40
   */
  public Paragraphs(Style style, int width) {
    this.style = style;
    this.width = width;
  }

  /** Paragraphs as wide as the terminal that the results go to, within reason. */
  public static Paragraphs of(Console console) {
    return new Paragraphs(
        new Style(console.colourOutput(), console.unicode()),
        Math.max(NARROWEST, Math.min(WIDEST, console.outputColumns().orElse(USUAL))));
  }

  /** An empty line. */
  public void blank() {
    text.append('\n');
  }

  /** A line that stands out. */
  public void heading(String heading) {
    for (String line : Wrapping.wrap(style.plain(heading), width)) {
      text.append(style.bold(line)).append('\n');
    }
  }

  /** A sentence, each of its lines so far from the left. */
  public void sentence(int indent, String sentence) {
    for (String line : Wrapping.wrap(style.plain(sentence), width - indent)) {
      text.append(" ".repeat(indent)).append(line).append('\n');
    }
  }

  /** A name and what is known of it. */
  public void fact(String name, String value) {
    fact(NAME_WIDTH, name, value);
  }

  /**
   * A name and what is known of it.
   *
   * @param nameWidth columns of the name and the space behind it
   */
  public void fact(int nameWidth, String name, String value) {
    List<String> lines = Wrapping.wrap(style.plain(value), width - nameWidth - 2);
    for (int i = 0; i < lines.size(); i++) {
      String before = i == 0 ? name : "";
      text.append("  ")
          .append(before)
          .append(" ".repeat(Math.max(1, nameWidth - Style.width(before))))
          .append(lines.get(i))
          .append('\n');
    }
  }

  /** A line that is not broken however long it is, such as a command to be copied. */
  public void verbatim(int indent, String line) {
    text.append(" ".repeat(indent)).append(style.plain(line)).append('\n');
  }

  /** Whether a table of these rows is no wider than the text. */
  public boolean fits(int indent, List<List<String>> rows) {
    Grid grid = grid(rows);
    return indent + grid.width(grid.columns()) <= width;
  }

  private Grid grid(List<List<String>> rows) {
    return new Grid(1, rows.stream().map(row -> row.stream().map(style::plain).toList()).toList());
  }

  /**
   * Rows of cells below a head, the first column to the left, the others to the right. Where a
   * table is wider than the text, columns are left out from the right.
   */
  public void table(int indent, List<List<String>> rows) {
    Grid grid = grid(rows);
    int shown = grid.columns();
    while (shown > 1 && indent + grid.width(shown) > width) {
      shown--;
    }
    List<String> lines = grid.lines(shown);
    for (int row = 0; row < lines.size(); row++) {
      String line = " ".repeat(indent) + lines.get(row);
      text.append(row == 0 ? style.dim(line) : line).append('\n');
    }
  }

  /** All lines so far. */
  public String text() {
    return text.toString();
  }
}
