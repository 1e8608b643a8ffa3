package org.quorate.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.quorate.report.page.Html;
import org.quorate.report.page.Page;
import org.quorate.report.svg.Markup;

/**
 * What the parts of a page are put into, in the report's look, as a document that has all of them
 * inside before any script runs: the one that renews itself, and the one of a moment, which has no
 * script. Both may fetch nothing from anywhere, but the first its own events. Immutable.
 */
public final class PageFrame {
  /** The part that says how things stand, read out when it changes. */
  public static final String STATE = "state";

  /** The part below it. */
  public static final String READING = "reading";

  private static final String STYLE = Page.style() + load("live.css");
  private static final String SCRIPT = load("live.js");

  private final Words words;
  private final Consumer<PageSections> sections;
  private final String make;

  /**
   * What differs from page to page at its head and foot.
   *
   * @param title of the document that renews itself
   * @param about what is looked at, for the title of a moment, such as {@code Cluster}
   * @param eyebrow the line above the state
   * @param skip where those who use a keyboard may skip to, such as {@code To the tables}
   * @param skipTo the id of that
   * @param server who serves it, such as {@code the Quorate agent}
   */
  public record Words(
      String title, String about, String eyebrow, String skip, String skipTo, String server) {}

  /**
   * @param sections writes what is below state and reading
   * @param more markup of parts that itself is a frame of others, as far as it belongs to the make
   */
  public PageFrame(Words words, Consumer<PageSections> sections, String more) {
    this.words = words;
    this.sections = sections;
    this.make = Page.digest(live(Picture.first("", Map.of()), "") + more);
  }

  /** Names the make of style, script and all that is not in a part. */
  String make() {
    return make;
  }

  /** The page that renews itself. */
  public String live(Picture picture) {
    return live(picture, make);
  }

  private String live(Picture picture, String named) {
    Html out = new Html();
    head(out, words.title, "script-src '" + Page.digest(SCRIPT) + "'; connect-src 'self'; ");
    out.open("body", "data-id", picture.id(), "data-page", named);
    content(out, picture, true, words.eyebrow);
    out.open("footer").text("Served by " + words.server + ". ");
    out.text("Nothing on this page comes from anywhere else.").close();
    out.raw("<script>").raw(SCRIPT).raw("</script>").close();
    return out.close() + "\n";
  }

  /**
   * A file of a moment.
   *
   * @param at when was looked last
   * @param saved when the file was made
   */
  public String moment(Picture picture, Instant at, Instant saved) {
    Html out = new Html();
    String time = PageWords.time(at);
    head(out, words.about + " at " + time, "");
    out.open("body");
    content(out, picture, false, words.eyebrow + ", as of " + time);
    out.open("footer").text("Saved from the page of " + words.server + " at ");
    out.text(PageWords.time(saved));
    out.text(". It does not renew itself, and fetches nothing.").close().close();
    return out.close() + "\n";
  }

  private static void head(Html out, String title, String allowed) {
    out.raw("<!doctype html>\n").open("html", "lang", "en").open("head");
    out.raw("<meta charset=\"utf-8\">");
    meta(out, "name", "viewport", "width=device-width, initial-scale=1");
    meta(out, "name", "color-scheme", "light dark");
    meta(out, "http-equiv", "Content-Security-Policy", Page.contentPolicy(STYLE, allowed));
    out.element("title", title + " \u00b7 Quorate");
    out.raw("<link rel=\"icon\" href=\"" + Page.icon() + "\">");
    out.raw("<style>").raw(STYLE).raw("</style>").close().raw("\n");
  }

  private static void meta(Html out, String kind, String name, String content) {
    out.raw("<meta " + kind + "=\"" + name + "\" content=\"" + Markup.escape(content) + "\">");
  }

  private void content(Html out, Picture picture, boolean isLive, String eyebrow) {
    PageSections below = new PageSections(out, picture.markup());
    out.element("a", words.skip, "class", "skip", "href", "#" + words.skipTo);
    out.open("div", "class", "bar").open("a", "class", "brand", "href", "#top");
    out.raw(Page.logo()).text("Quorate").close().close();
    out.open("div", "class", "live", "id", "top").open("main").open("div", "class", "verdict");
    out.element("p", eyebrow, "class", "eyebrow");
    out.open("div", "role", "status", "aria-live", "polite", "data-part", STATE);
    out.raw(below.markup(STATE)).close();
    if (isLive) {
      String waiting = "Without a script this page does not renew itself; load it again.";
      out.element("p", waiting, "id", "connection", "role", "status", "aria-live", "polite");
    }
    below.place(READING);
    if (isLive) {
      out.open("p", "class", "save");
      out.element("a", "Save this moment as a file", "id", "save", "href", "snapshot.html").close();
    }
    out.close();
    sections.accept(below);
    out.close().close();
  }

  private static String load(String name) {
    try (InputStream stream = PageFrame.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("The page's file " + name + " is missing.");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
