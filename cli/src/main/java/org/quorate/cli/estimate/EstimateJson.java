package org.quorate.cli.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.Forecaster;
import org.quorate.core.forecast.LevelForecast;

/** Estimates for programs: the fields of {@code --json}; times in seconds, shares from 0 to 1. */
record EstimateJson(int trials, List<SituationJson> estimates) {
  /** One cell or table; {@code swept} is empty without {@code --over}. */
  record SituationJson(
      String label,
      int replicas,
      String writeLevel,
      String keys,
      String oneWay,
      String replicaChoice,
      ForecastJson estimated,
      List<ForecastJson> swept) {}

  /** At one load and delay. */
  record ForecastJson(
      double readsPerSecond, double writesPerSecond, double delayFactor, List<LevelJson> levels) {}

  /** At one level; ages are null where no read is stale. */
  record LevelJson(
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

  static EstimateJson of(List<Estimated> estimates) {
    return new EstimateJson(
        Forecaster.TRIALS, estimates.stream().map(EstimateJson::situation).toList());
  }

  private static SituationJson situation(Estimated estimated) {
    Situation situation = estimated.situation();
    return new SituationJson(
        situation.label(),
        situation.replicas(),
        situation.writeLevel().name(),
        situation.keysText(),
        situation.legText(),
        ReplicaChoices.word(situation.choice()),
        forecast(estimated.forecast()),
        estimated.swept().stream().map(EstimateJson::forecast).toList());
  }

  private static ForecastJson forecast(Forecast forecast) {
    return new ForecastJson(
        forecast.readsPerSecond(),
        forecast.writesPerSecond(),
        forecast.delayFactor(),
        forecast.levels().stream().map(EstimateJson::level).toList());
  }

  private static LevelJson level(LevelForecast level) {
    return new LevelJson(
        level.level().name(),
        level.replicas(),
        level.meetsEveryWrite(),
        level.stale().rate(),
        level.stale().standardError(),
        level.staleInterval().low(),
        level.staleInterval().high(),
        known(level.medianAgeSeconds()),
        known(level.slowAgeSeconds()),
        level.replicaReadsPerSecond());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }
}
