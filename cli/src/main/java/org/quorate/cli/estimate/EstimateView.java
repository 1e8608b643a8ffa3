package org.quorate.cli.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.Forecaster;
import org.quorate.core.forecast.LevelForecast;

/** Estimates for programs: the fields of {@code --json}; times in seconds, shares from 0 to 1. */
record EstimateView(int trials, List<SituationView> estimates) {
  /** One cell or table; {@code swept} is empty without {@code --over}. */
  record SituationView(
      String label,
      int replicas,
      String writeLevel,
      String keys,
      String oneWay,
      ForecastView estimated,
      List<ForecastView> swept) {}

  /** At one load and delay. */
  record ForecastView(
      double readsPerSecond, double writesPerSecond, double delayFactor, List<LevelView> levels) {}

  /** At one level; ages are null where no read is stale. */
  record LevelView(
      String level,
      int replicaReads,
      boolean meetsEveryWrite,
      double staleRate,
      double standardError,
      double staleRateLow,
      double staleRateHigh,
      @Nullable Double medianAgeSeconds,
      @Nullable Double age99Seconds,
      double replicaReadsPerSecond) {}

  static EstimateView of(List<Estimated> estimates) {
    return new EstimateView(
        Forecaster.TRIALS, estimates.stream().map(EstimateView::situation).toList());
  }

  private static SituationView situation(Estimated estimated) {
    Situation situation = estimated.situation();
    return new SituationView(
        situation.label(),
        situation.replicas(),
        situation.writeLevel().name(),
        situation.keysText(),
        situation.legText(),
        forecast(estimated.forecast()),
        estimated.swept().stream().map(EstimateView::forecast).toList());
  }

  private static ForecastView forecast(Forecast forecast) {
    return new ForecastView(
        forecast.readsPerSecond(),
        forecast.writesPerSecond(),
        forecast.delayFactor(),
        forecast.levels().stream().map(EstimateView::level).toList());
  }

  private static LevelView level(LevelForecast level) {
    return new LevelView(
        level.level().name(),
        level.replicas(),
        level.meetsEveryWrite(),
        level.stale().rate(),
        level.stale().standardError(),
        level.stale().interval().low(),
        level.stale().interval().high(),
        known(level.medianAgeSeconds()),
        known(level.slowAgeSeconds()),
        level.replicaReadsPerSecond());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }
}
