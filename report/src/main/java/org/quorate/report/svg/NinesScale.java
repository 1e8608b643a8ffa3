package org.quorate.report.svg;

import java.util.List;

/**
 * A scale of quantiles "by nines": 0.9, 0.99 and 0.999 are equally far apart, which gives the tail
 * of a latency distribution the room it deserves. Position is proportional to -log10(1 - q), as in
 * the plots of HdrHistogram.
 *
 * @param nines how many nines the scale ends with: 4 for 0.9999
 * @param from coordinate of quantile 0
 * @param to coordinate of the last quantile
 */
public record NinesScale(int nines, double from, double to) implements Scale {
  private static final List<Double> TICKS = List.of(0.5, 0.9, 0.99, 0.999, 0.9999);

  @Override
  public double at(double quantile) {
    double position = quantile >= 1 ? nines : -Math.log10(1 - Math.max(0, quantile));
    return from + (to - from) * Fractions.inside(position / nines);
  }

  @Override
  public List<Double> ticks(int about) {
    return TICKS.stream().filter(tick -> tick <= high() + 1e-12).toList();
  }

  @Override
  public double low() {
    return 0;
  }

  @Override
  public double high() {
    return 1 - Math.pow(10, -nines);
  }
}
