package org.quorate.report.page;

import java.util.ArrayDeque;
import java.util.Deque;
import org.quorate.report.svg.Markup;

/** HTML written element by element; every text and attribute is escaped. Not thread-safe. */
public final class Html {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an attribute with an empty value is left out
   */
  public Html open(String element, String... attributes) {
    start(element, attributes);
    open.push(element);
    return this;
  }

  /** An element without content, such as {@code <br>}. */
  Html empty(String element, String... attributes) {
    start(element, attributes);
    return this;
  }

  /** Closes the innermost element. */
  public Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** A text, escaped. */
  public Html text(String text) {
    out.append(Markup.escape(text));
    return this;
  }

  /** An element that holds only text. */
  public Html element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** Markup that this program made itself; never text from a study or a cluster. */
  public Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** A line break of the source, for those who read it. */
  Html newline() {
    out.append('\n');
    return this;
  }

  private void start(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"");
        out.append(Markup.escape(attributes[i + 1])).append('"');
      }
    }
    out.append('>');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
