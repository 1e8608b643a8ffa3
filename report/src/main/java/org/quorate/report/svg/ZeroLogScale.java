package org.quorate.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic scale with a place of its own for zero, apart from the rest, because "none at all"
 * has no place on a logarithmic axis and is the most important value a rate can have.
 *
 * @param positive the scale of values above zero
 * @param zeroAt the coordinate of zero and below
 */
public record ZeroLogScale(LogScale positive, double zeroAt) implements Scale {
  @Override
  public double at(double value) {
    return value <= 0 ? zeroAt : positive.at(value);
  }

  @Override
  public List<Double> ticks(int about) {
    List<Double> ticks = new ArrayList<>();
    ticks.add(0.0);
    ticks.addAll(positive.ticks(about));
    return ticks;
  }

  @Override
  public double low() {
    return 0;
  }

  @Override
  public double high() {
    return positive.high();
  }
}
