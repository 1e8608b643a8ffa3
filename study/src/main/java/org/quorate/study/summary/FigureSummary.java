package org.quorate.study.summary;

import java.util.List;
import org.quorate.study.plan.Figure;

/**
 * A figure of the study with its numbers.
 *
 * @param figure as the study file asks for it
 * @param axis what the axis of the values says, without the unit
 * @param unit of the values; a share of reads is given from 0 to 1 (estimates may be above); of a
 *     figure of ratios what they are to, such as {@code ratio to 1 node}
 * @param xs levels of the figure's x factor in the order of the study file, as far as a line has a
 *     point there
 * @param series lines in the order of the study file, each with at least one point
 */
public record FigureSummary(
    Figure figure, String axis, String unit, List<String> xs, List<Series> series) {
  public FigureSummary {
    xs = List.copyOf(xs);
    series = List.copyOf(series);
  }

  /**
   * One line.
   *
   * @param name the level of the series factor; empty in a figure of a single line
   * @param points in the order of {@link FigureSummary#xs()}; levels of which nothing is known are
   *     left out
   */
  public record Series(String name, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * One point.
   *
   * @param x one of {@link FigureSummary#xs()}
   * @param estimate mean over runs, or of ratios of pairs of runs, with its 95 % interval; 1
   *     without an interval for what others are shown as a ratio to
   */
  public record Point(String x, Mean estimate) {}
}
