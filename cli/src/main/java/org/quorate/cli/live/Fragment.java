package org.quorate.cli.live;

import java.util.ArrayDeque;
import java.util.Deque;
import org.quorate.report.svg.Markup;

/** A piece of HTML, written element by element; every text and attribute is escaped. */
final class Fragment {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; one with an empty value is left out
   */
  Fragment open(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"");
        out.append(Markup.escape(attributes[i + 1])).append('"');
      }
    }
    out.append('>');
    open.push(element);
    return this;
  }

  /** Closes the innermost element. */
  Fragment close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  Fragment text(String text) {
    out.append(Markup.escape(text));
    return this;
  }

  /** An element that holds only text. */
  Fragment element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** Markup that this program made itself; never text from a cluster. */
  Fragment raw(String markup) {
    out.append(markup);
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
