package org.quorate.core.staleness;

/**
 * {@link HarmonyFormula} key by key: each key has its share of the read and write rates, and its
 * result counts by its share of the reads. What differs from {@link HarmonyModel} is wrong with the
 * cluster-wide rates; what then still differs from the truth is wrong with the formula.
 */
public final class PerKeyHarmonyModel implements StalenessModel {
  @Override
  public String name() {
    return "harmony-per-key";
  }

  @Override
  public String meaning() {
    return "chance that the read that follows a write of the same key is stale, by the rates of each"
        + " key (Harmony 2012, formula 6)";
  }

  @Override
  public double raw(Observation observation, double propagationSeconds, int readReplicas) {
    return observation
        .popularity()
        .mean(
            share ->
                HarmonyFormula.staleProbability(
                    observation.replicationFactor(),
                    readReplicas,
                    observation.readsPerSecond() * share,
                    1 / (observation.writesPerSecond() * share),
                    propagationSeconds));
  }
}
