package org.quorate.cli.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.quorate.report.page.Html;
import org.quorate.report.page.Page;
import org.quorate.report.svg.Markup;

/**
 * The page as a document of its own, which has all its parts inside before any script runs: the one
 * that renews itself, and the one of a moment, which has no script. Both may fetch nothing from
 * anywhere, but the first its own events. Pure.
 */
final class LiveDocument {
  private static final String STYLE = Page.style() + load("live.css");
  private static final String SCRIPT = load("live.js");

  private static final List<String> LIMITS =
      List.of(
          "How far the clocks of the nodes are apart: the agent does not measure it.",
          "Which level an application has chosen, and why: the level in use is told from how many"
              + " replicas executed a read. The agent decides no level; a session of the library"
              + " explains its own.",
          "How much of a tolerance is spent: nobody states one to the agent.",
          "Joules per operation: the agent reads no meters; ./quorate observe --meters does.",
          "Whether a node is up by any other's word than the driver's, which hears of it by and"
              + " by.",
          "What was before the agent began, or more than an hour ago: its history has that.");

  /** Names the make of style, script and all that is not in a part. */
  static final String MAKE =
      Page.digest(live(Picture.first("", Map.of()), "") + TableParts.frame(""));

  private final Map<String, String> parts;
  private final Html out = new Html();

  private LiveDocument(Picture picture) {
    this.parts = picture.markup();
  }

  /** The page that renews itself. */
  static String live(Picture picture) {
    return live(picture, MAKE);
  }

  private static String live(Picture picture, String make) {
    LiveDocument document = new LiveDocument(picture);
    document.head(
        "Cluster, live", "script-src '" + Page.digest(SCRIPT) + "'; connect-src 'self'; ");
    document.out.open("body", "data-id", picture.id(), "data-page", make);
    document.content(true, "The agent's look at a running cluster");
    document.out.open("footer").text("Served by the Quorate agent. ");
    document.out.text("Nothing on this page comes from anywhere else.").close();
    document.out.raw("<script>").raw(SCRIPT).raw("</script>").close();
    return document.out.close() + "\n";
  }

  /**
   * A file of a moment.
   *
   * @param at when was looked last
   * @param saved when the file was made
   */
  static String moment(Picture picture, Instant at, Instant saved) {
    LiveDocument document = new LiveDocument(picture);
    String time = LiveWords.time(at);
    document.head("Cluster at " + time, "");
    document.out.open("body");
    document.content(false, "The agent's look at a running cluster, as of " + time);
    document.out.open("footer").text("Saved from the page of the Quorate agent at ");
    document.out.text(LiveWords.time(saved));
    document.out.text(". It does not renew itself, and fetches nothing.").close().close();
    return document.out.close() + "\n";
  }

  private void head(String title, String allowed) {
    out.raw("<!doctype html>\n").open("html", "lang", "en").open("head");
    out.raw("<meta charset=\"utf-8\">");
    meta("name", "viewport", "width=device-width, initial-scale=1");
    meta("name", "color-scheme", "light dark");
    meta("http-equiv", "Content-Security-Policy", Page.contentPolicy(STYLE, allowed));
    out.element("title", title + " \u00b7 Quorate");
    out.raw("<link rel=\"icon\" href=\"" + Page.icon() + "\">");
    out.raw("<style>").raw(STYLE).raw("</style>").close().raw("\n");
  }

  private void meta(String kind, String name, String content) {
    out.raw("<meta " + kind + "=\"" + name + "\" content=\"" + Markup.escape(content) + "\">");
  }

  private void content(boolean isLive, String eyebrow) {
    out.element("a", "To the tables", "class", "skip", "href", "#overview");
    out.open("div", "class", "bar").open("a", "class", "brand", "href", "#top");
    out.raw(Page.logo()).text("Quorate").close().close();
    out.open("div", "class", "live", "id", "top").open("main").open("div", "class", "verdict");
    out.element("p", eyebrow, "class", "eyebrow");
    out.open("div", "role", "status", "aria-live", "polite", "data-part", "state");
    out.raw(markup("state")).close();
    if (isLive) {
      String waiting = "Without a script this page does not renew itself; load it again.";
      out.element("p", waiting, "id", "connection", "role", "status", "aria-live", "polite");
    }
    place("reading");
    if (isLive) {
      out.open("p", "class", "save");
      out.element("a", "Save this moment as a file", "id", "save", "href", "snapshot.html").close();
    }
    out.close();
    overview();
    hour();
    section("nodes", "Nodes and replicas", "Held by the driver, which hears of it by and by.");
    nodes();
    out.close();
    section(
        "cluster",
        "Counted by the nodes",
        "Counts are the servers' own; of each propagation time it is said where it comes from.");
    out.close();
    section("told", "What the agent told", "Its latest sentences, the latest first.");
    out.close();
    out.open("section", "id", "limits").element("h2", "What this page does not know");
    out.open("ul", "class", "caveats");
    LIMITS.forEach(limit -> out.element("li", limit));
    out.close().close().close().close();
  }

  private void overview() {
    out.open("section", "id", "overview").element("h2", "Tables");
    lead(
        "Rates and replicas are counted by the nodes. Stale reads are measured where pairs of reads"
            + " of sampled keys are compared, and estimated by models else; no estimate is a"
            + " measurement.");
    String label = "Tables at their latest reading";
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    place("overview");
    out.close().close();
  }

  private void hour() {
    out.open("section", "id", "hour").element("h2", "The last hour");
    lead(
        "Minutes that have ended, in UTC. Grey is before this page remembers the table, light red"
            + " are minutes without a reading; no line is drawn over what is not known.");
    out.open("div", "id", "tables");
    for (String name : parts.keySet()) {
      if (name.startsWith(TableParts.FRAME)) {
        out.open("section", "data-part", name).raw(framed(name)).close();
      }
    }
    out.close().close();
  }

  private void section(String name, String title, String lead) {
    out.open("section", "id", name).element("h2", title);
    lead(lead);
    place(name);
  }

  /** Whether the list is folded, and where it is scrolled to, outlives a node's change. */
  private void nodes() {
    out.open("details", "class", "fold", "open", "open");
    out.element("summary", "Each node's state, as the driver holds it");
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Nodes");
    place("node list");
    out.close().close();
  }

  private void lead(String sentence) {
    out.element("p", sentence, "class", "lead");
  }

  private void place(String part) {
    out.raw(place(part, markup(part)));
  }

  private static String place(String part, String markup) {
    return new Html().open("div", "data-part", part).raw(markup).close().toString();
  }

  private String markup(String part) {
    return parts.getOrDefault(part, "");
  }

  /** A table's frame, with what it frames. */
  private String framed(String name) {
    String frame = markup(name);
    String table = name.substring(TableParts.FRAME.length());
    for (String kind : TableParts.FRAMED) {
      String place = "data-part=\"" + Markup.escape(kind + table) + "\">";
      frame = frame.replace(place, place + markup(kind + table));
    }
    return frame;
  }

  private static String load(String name) {
    try (InputStream stream = LiveDocument.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("The page's file " + name + " is missing.");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
