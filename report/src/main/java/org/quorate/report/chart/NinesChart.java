package org.quorate.report.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.svg.Axis;
import org.quorate.report.svg.Drawing;
import org.quorate.report.svg.Drawing.Anchor;
import org.quorate.report.svg.LogScale;
import org.quorate.report.svg.NinesScale;
import org.quorate.report.svg.PathData;
import org.quorate.report.svg.Scale;
import org.quorate.study.summary.CellSummary;

/**
 * Latency distributions by nines: quantiles across, time up, both so stretched that the tail is
 * seen. A line ends where fewer than one operation would lie beyond.
 */
public record NinesChart(String name, String title, String description, List<Series> series)
    implements Chart {
  private static final List<Double> MARKED = List.of(0.5, 0.9, 0.99, 0.999, 0.9999);

  /**
   * One cell's distribution.
   *
   * @param nanos response time at {@link CellSummary#CHART_QUANTILES}
   * @param count how many operations the distribution is of
   */
  public record Series(String label, Look look, List<Long> nanos, long count) {
    /** How many of the quantiles the count supports. */
    int supported() {
      int points = 0;
      while (points < Math.min(nanos.size(), CellSummary.CHART_QUANTILES.size())
          && (1 - CellSummary.CHART_QUANTILES.get(points)) * count >= 1 - 1e-9) {
        points++;
      }
      return points;
    }
  }

  public NinesChart {
    series = List.copyOf(series);
  }

  @Override
  public String draw(double width, String css) {
    double height = width < NARROW ? 300 : 340;
    double top = 24;
    double bottom = height - 42;
    DoubleStream drawn =
        series.stream()
            .flatMapToDouble(
                line -> line.nanos.stream().limit(line.supported()).mapToDouble(Long::doubleValue))
            .filter(nanos -> nanos > 0);
    var range = drawn.summaryStatistics();
    boolean empty = range.getCount() == 0;
    Scale vertical =
        LogScale.round(empty ? 1e6 : range.getMin(), empty ? 1e9 : range.getMax(), bottom, top);
    Axis timeAxis = new Axis(vertical, TimeUnits::tick);
    double left = timeAxis.labelWidth(6) + 10;
    double right = width - 18;
    Scale horizontal = new NinesScale(4, left, right);
    String id = name + "-" + (int) width;
    Drawing drawing = new Drawing(id, width, height, title, description, css);
    drawing.text(1, 12, Anchor.START, "a", "response time (log scale)");
    timeAxis.vertical(drawing, left, right, 6);
    Axis percentiles = new Axis(horizontal, NinesChart::percentile);
    percentiles.grid(drawing, top, bottom, right - left);
    percentiles.labels(drawing, bottom, 0, width, right - left);
    drawing.text(left, bottom + 33, Anchor.START, "a", "percentile, by nines");
    for (Series line : series) {
      line(drawing, line, horizontal, vertical);
    }
    return drawing.finish();
  }

  private static void line(Drawing drawing, Series line, Scale horizontal, Scale vertical) {
    PathData path = new PathData();
    int points = line.supported();
    for (int i = 0; i < points; i++) {
      double x = horizontal.at(CellSummary.CHART_QUANTILES.get(i));
      double y = vertical.at(line.nanos.get(i));
      if (path.isEmpty()) {
        path.move(x, y);
      } else {
        path.line(x, y);
      }
    }
    line.look.mark(drawing, line.label + hover(line, points));
    drawing.path(path, "line d" + line.look.shape());
    for (int i = 0; i < points; i++) {
      double quantile = CellSummary.CHART_QUANTILES.get(i);
      if (MARKED.contains(quantile)) {
        drawing.marker(
            line.look.marker(), horizontal.at(quantile), vertical.at(line.nanos.get(i)), 3.5);
      }
    }
    drawing.end();
  }

  private static String hover(Series line, int points) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < points; i++) {
      double quantile = CellSummary.CHART_QUANTILES.get(i);
      if (MARKED.contains(quantile)) {
        text.append("\n").append(percentile(quantile)).append("  ");
        text.append(TimeUnits.text(line.nanos.get(i)));
      }
    }
    return text.toString();
  }

  private static String percentile(double quantile) {
    double percent = Math.round(quantile * 1e6) / 1e4;
    String text = percent == Math.rint(percent) ? Numbers.tick(percent) : String.valueOf(percent);
    return "p" + text;
  }
}
