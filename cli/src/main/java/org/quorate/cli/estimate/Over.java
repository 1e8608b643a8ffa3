package org.quorate.cli.estimate;

import java.util.List;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.Forecaster;

/** What an estimate is repeated for. */
enum Over {
  /** Reads and writes, by the same factor. */
  LOAD,

  /** The time of every message. */
  DELAY;

  /** By which it is multiplied. */
  static final List<Double> FACTORS = List.of(0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0);

  /** The one of a word. */
  static Over parse(String word) {
    return switch (word) {
      case "load" -> LOAD;
      case "delay" -> DELAY;
      default ->
          throw new IllegalArgumentException(
              "--over is load or delay, but it is \"" + word + "\".");
    };
  }

  Forecast at(Forecaster forecaster, Situation situation, double factor) {
    double load = this == LOAD ? factor : 1;
    return forecaster.at(
        load * situation.readsPerSecond(),
        load * situation.writesPerSecond(),
        this == DELAY ? factor : 1);
  }

  /** As options write it. */
  @Override
  public String toString() {
    return this == LOAD ? "load" : "delay";
  }
}
