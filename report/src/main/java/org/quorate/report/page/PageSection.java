package org.quorate.report.page;

import java.util.List;
import org.quorate.report.chart.Chart;

/** One part of the page. */
interface PageSection {
  /** Anchor of the section, also its name in the table of contents' address. */
  String id();

  String title();

  /** The charts it shows, in order. */
  default List<Chart> charts() {
    return List.of();
  }

  /** Writes what comes below the title. */
  void write(Html html);

  /** The sentence that says how to read the section, with the sources of its numbers. */
  static void lead(Html html, String sentence, Source... sources) {
    html.open("p", "class", "lead").text(sentence);
    for (Source source : sources) {
      html.text(" ");
      source.write(html);
    }
    html.close().newline();
  }

  /** A remark below a figure or table. */
  static void note(Html html, String text) {
    html.element("p", text, "class", "note");
  }
}
