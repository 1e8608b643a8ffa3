package org.quorate.cli.console;

import java.util.ArrayList;
import java.util.List;
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
    int columns = rows.get(0).size();
    int[] widths = widths(rows.stream().map(this::plain).toList());
    int taken = indent + 2 * (columns - 1);
    for (int columnWidth : widths) {
      taken += columnWidth;
    }
    return taken <= width;
  }

  private List<String> plain(List<String> row) {
    return row.stream().map(style::plain).toList();
  }

  private static int[] widths(List<List<String>> plain) {
    int[] widths = new int[plain.get(0).size()];
    plain.forEach(
        row -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], Style.width(row.get(i)));
          }
        });
    return widths;
  }

  /**
   * Rows of cells below a head, the first column to the left, the others to the right. Where a
   * table is wider than the text, columns are left out from the right.
   */
  public void table(int indent, List<List<String>> rows) {
    List<List<String>> plain = rows.stream().map(this::plain).toList();
    int[] widths = widths(plain);
    int columns = widths.length;
    int shown = 1;
    int taken = indent + widths[0];
    while (shown < columns && taken + 2 + widths[shown] <= width) {
      taken += 2 + widths[shown++];
    }
    for (int row = 0; row < plain.size(); row++) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < shown; i++) {
        String cell = plain.get(row).get(i);
        String gap = " ".repeat(widths[i] - Style.width(cell));
        cells.add(i == 0 ? cell + gap : gap + cell);
      }
      String line = " ".repeat(indent) + String.join("  ", cells).stripTrailing();
      text.append(row == 0 ? style.dim(line) : line).append('\n');
    }
  }

  /** All lines so far. */
  public String text() {
    return text.toString();
  }
}
