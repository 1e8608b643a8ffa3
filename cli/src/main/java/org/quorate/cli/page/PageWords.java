package org.quorate.cli.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.quorate.report.format.Numbers;
import org.quorate.report.page.Html;

/** Times, counts, and the small pieces of which pages are made. Pure. */
public final class PageWords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private PageWords() {}

  /** Such as {@code 2026-11-26 23:40:07 UTC}. */
  public static String time(Instant at) {
    return TIME.format(at);
  }

  /** {@code 1 node}, {@code 3 nodes}. */
  public static String count(long count, String one) {
    return Numbers.count(count) + " " + one + (count == 1 ? "" : "s");
  }

  /** A name with its value, as an entry of a list of them. */
  public static void fact(Html out, String name, String value) {
    out.open("div").element("dt", name).element("dd", value).close();
  }

  /** The head of a table, of which the first column has words. */
  public static void head(Html out, List<String> names) {
    out.open("thead").open("tr");
    for (int i = 0; i < names.size(); i++) {
      out.element("th", names.get(i), "scope", "col", "class", i == 0 ? "w" : "");
    }
    out.close().close();
  }

  /**
   * A value in a table.
   *
   * @param detail a smaller second line, or empty
   */
  public static void cell(Html out, String text, String detail) {
    out.open("td").text(text);
    if (!detail.isEmpty()) {
      out.text(" ").element("small", detail);
    }
    out.close();
  }

  /** A sentence in the place of a chart that there is nothing to draw of. */
  public static void unknown(Html out, String title, String sentence) {
    out.open("div", "class", "unknown").element("p", title, "class", "what");
    out.element("p", sentence, "class", "note").close();
  }
}
