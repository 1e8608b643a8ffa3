package org.quorate.cli.estimate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.LevelForecast;
import org.quorate.report.chart.LineChart;
import org.quorate.report.chart.Look;
import org.quorate.report.chart.Looks;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Mean;

/** Estimated stale reads over load or delay, a line for each level. Stateless. */
final class EstimateChart {
  private EstimateChart() {}

  static LineChart of(Estimated estimated, Over over) {
    List<String> xs = estimated.swept().stream().map(each -> x(each, over)).toList();
    List<LineChart.Series> lines = new ArrayList<>();
    for (int i = 0; i < estimated.forecast().levels().size(); i++) {
      lines.add(line(estimated, over, i));
    }
    return new LineChart(
        "estimated-stale-reads",
        "Estimated stale reads over " + over + ": " + estimated.situation().label(),
        "A line for each read level, with 95 % intervals, by its own error and by that on servers.",
        over == Over.LOAD ? "operations per second" : "delay, times the stated one",
        "estimated share of stale reads",
        share -> Numbers.tick(100 * share) + "\u00a0%",
        xs,
        lines,
        Double.NaN);
  }

  private static LineChart.Series line(Estimated estimated, Over over, int level) {
    List<LineChart.Point> points =
        estimated.swept().stream()
            .map(forecast -> point(forecast, forecast.levels().get(level), over))
            .toList();
    LevelForecast of = estimated.forecast().levels().get(level);
    return new LineChart.Series(
        of.level().name(), Looks.ofLevel(of.level()), Look.Listed.HUE, points);
  }

  private static LineChart.Point point(Forecast forecast, LevelForecast level, Over over) {
    return new LineChart.Point(
        x(forecast, over),
        new Mean(
            level.stale().rate(), level.staleInterval().low(), level.staleInterval().high(), 2),
        level.level() + "\n" + Numbers.percent(level.stale().rate()) + ", estimated");
  }

  /** A plain number, so that the chart has a scale of numbers. */
  private static String x(Forecast forecast, Over over) {
    double x =
        over == Over.LOAD
            ? forecast.readsPerSecond() + forecast.writesPerSecond()
            : forecast.delayFactor();
    return BigDecimal.valueOf(x).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
