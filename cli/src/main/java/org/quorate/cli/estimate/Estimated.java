package org.quorate.cli.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.Forecaster;
import org.quorate.core.random.SeededRandom;

/**
 * A situation and what was made of it. Immutable.
 *
 * @param forecast as the situation is
 * @param swept at {@link Over#FACTORS} times its load or delay; empty where that was not asked for
 */
record Estimated(Situation situation, Forecast forecast, List<Forecast> swept) {
  Estimated {
    swept = List.copyOf(swept);
  }

  static Estimated of(Situation situation, @Nullable Over over) {
    Forecaster forecaster =
        new Forecaster(
            situation.levels(),
            situation.rows(),
            situation.choice(),
            situation.popularity(),
            SeededRandom.stream(EstimateCommand.SEED, 0));
    return new Estimated(
        situation,
        forecaster.at(situation.readsPerSecond(), situation.writesPerSecond(), 1),
        over == null
            ? List.of()
            : Over.FACTORS.stream().map(factor -> over.at(forecaster, situation, factor)).toList());
  }
}
