package org.quorate.report.page;

import java.util.List;
import org.quorate.report.chart.Chart;

/**
 * Charts on the page, each drawn twice: wide, and narrow for telephones. The style sheet shows one
 * of them.
 */
final class Figures {
  static final double FULL = 860;
  private static final double HALF = 430;

  private Figures() {}

  /** One chart over the whole width, or several beside each other where there is room. */
  static void write(Html html, List<Chart> charts) {
    boolean alone = charts.size() == 1;
    html.open("div", "class", alone ? "figures" : "figures pair");
    for (Chart chart : charts) {
      html.open("figure").element("figcaption", chart.title());
      html.raw(variant(chart, alone ? FULL : HALF, "wide"));
      html.raw(variant(chart, Chart.PHONE, "narrow"));
      html.close().newline();
    }
    html.close();
  }

  private static String variant(Chart chart, double width, String name) {
    return chart.draw(width, "").replaceFirst("class=\"chart\"", "class=\"chart " + name + "\"");
  }
}
