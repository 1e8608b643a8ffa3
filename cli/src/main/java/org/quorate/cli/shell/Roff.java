package org.quorate.cli.shell;

import java.util.List;
import java.util.Locale;

/** A page that grows, in the macros of man(7). What it is handed is plain text. */
final class Roff {
  private final StringBuilder page = new StringBuilder();

  /** The page's head; without a date. */
  void title(String name) {
    page.append(".TH \"").append(escaped(name)).append("\" 1 \"\" \"Quorate\" \"Quorate\"\n");
    // Left-aligned and without hyphens, as the help is.
    page.append(".ad l\n.nh\n");
  }

  void section(String heading) {
    page.append(".SH ").append(heading.toUpperCase(Locale.ROOT)).append('\n');
  }

  void paragraph(String text) {
    page.append(".PP\n").append(line(text));
  }

  /** A term in bold, and what is said of it. */
  void item(String term, List<String> paragraphs) {
    page.append(".TP\n\\fB").append(escaped(term)).append("\\fR\n");
    page.append(String.join(".br\n", paragraphs.stream().map(Roff::line).toArray(String[]::new)));
  }

  /** Lines as they are. */
  void lines(List<String> lines) {
    page.append(".nf\n");
    lines.forEach(text -> page.append(line(text)));
    page.append(".fi\n");
  }

  @Override
  public String toString() {
    return page.toString();
  }

  /** One line of text, which never begins a request. */
  private static String line(String text) {
    String escaped = escaped(text).replace("\n", "\n.br\n");
    return (escaped.matches("(?s)['.].*") ? "\\&" : "") + escaped + "\n";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }
}
