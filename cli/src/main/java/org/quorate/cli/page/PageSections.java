package org.quorate.cli.page;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.quorate.report.page.Html;

/** Sections of a page with the places of its parts, which are filled. Not thread-safe. */
public final class PageSections {
  private final Html out;
  private final Map<String, String> parts;

  PageSections(Html out, Map<String, String> parts) {
    this.out = out;
    this.parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /** What the sections are written to. */
  public Html out() {
    return out;
  }

  /** Names of all parts in their order. */
  public List<String> names() {
    return List.copyOf(parts.keySet());
  }

  /** A part's markup; empty where there is none. */
  public String markup(String part) {
    return parts.getOrDefault(part, "");
  }

  /**
   * A section.
   *
   * @param lead a paragraph of it
   */
  public void section(String id, String title, String lead, Runnable content) {
    out.open("section", "id", id).element("h2", title);
    out.element("p", lead, "class", "lead");
    content.run();
    out.close();
  }

  /** A section that is one part, of its own name. */
  public void section(String id, String title, String lead) {
    section(id, title, lead, () -> place(id));
  }

  /** The place of a part. */
  public void place(String part) {
    out.open("div", "data-part", part).raw(markup(part)).close();
  }

  /** The place of a part, usually a table, that is scrolled sideways where it is too wide. */
  public void scrolled(String label, String part) {
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    place(part);
    out.close();
  }

  /**
   * What can be folded; whether it is, and where it is scrolled to, outlives a change of what is in
   * it.
   */
  public void folded(String summary, boolean isOpen, Consumer<PageSections> content) {
    out.open("details", "class", "fold", "open", isOpen ? "open" : "");
    out.element("summary", summary);
    content.accept(this);
    out.close();
  }

  /** The last section: what the page does not know. */
  public void limits(List<String> limits) {
    out.open("section", "id", "limits").element("h2", "What this page does not know");
    out.open("ul", "class", "caveats");
    limits.forEach(limit -> out.element("li", limit));
    out.close().close();
  }
}
