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
  private static final double BESIDE = 600;

  private Figures() {}

  /** One chart over the whole width, or several beside each other where there is room. */
  static void write(Html html, List<Chart> charts) {
    if (charts.isEmpty()) {
      return;
    }
    boolean alone = charts.size() == 1;
    html.open("div", "class", alone ? "figures" : "figures pair");
    for (Chart chart : charts) {
      figure(html, chart, alone ? FULL : HALF);
    }
    html.close();
  }

  private static void figure(Html html, Chart chart, double width) {
    html.open("figure").element("figcaption", chart.title());
    html.raw(variant(chart, width, "wide"));
    html.raw(variant(chart, Chart.PHONE, "narrow"));
    html.close().newline();
  }

  /** A chart that leaves room for a column of text on its right. */
  static void writeBeside(Html html, Chart chart) {
    html.open("div", "class", "figures");
    figure(html, chart, BESIDE);
    html.close();
  }

  /** Charts of the same kind below each other, each over the whole width, all but one folded. */
  static void fold(Html html, List<Chart> charts) {
    for (int i = 0; i < charts.size(); i++) {
      if (i > 0) {
        html.open("details", "class", "fold").element("summary", charts.get(i).title());
      }
      write(html, List.of(charts.get(i)));
      if (i > 0) {
        html.close().newline();
      }
    }
  }

  /** Charts beside each other, or folded where a study's cells are divided into groups. */
  static void write(Html html, Context context, List<Chart> charts) {
    if (context.crowded()) {
      fold(html, charts);
    } else {
      write(html, charts);
    }
  }

  private static String variant(Chart chart, double width, String name) {
    return chart.draw(width, "").replaceFirst("class=\"chart\"", "class=\"chart " + name + "\"");
  }
}
