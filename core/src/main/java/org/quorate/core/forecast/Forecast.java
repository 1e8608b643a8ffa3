package org.quorate.core.forecast;

import java.util.List;

/**
 * What reads of a table would do at one load. Estimated. Immutable.
 *
 * @param readsPerSecond of the whole table
 * @param writesPerSecond likewise
 * @param delayFactor by which all delays are longer than they were stated
 * @param levels from the weakest to the strongest
 */
public record Forecast(
    double readsPerSecond, double writesPerSecond, double delayFactor, List<LevelForecast> levels) {
  public Forecast {
    levels = List.copyOf(levels);
  }
}
