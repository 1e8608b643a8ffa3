package org.quorate.core.staleness;

/**
 * Harmony as published: {@link HarmonyFormula} on the rates of the whole table. It knows writes
 * acknowledged by one replica only; more acknowledgements do not lower its estimate.
 */
public final class HarmonyModel implements StalenessModel {
  @Override
  public String name() {
    return "harmony";
  }

  @Override
  public String meaning() {
    return "chance that the read that follows a write is stale, as if the table were one key"
        + " (Harmony 2012, formula 6)";
  }

  @Override
  public double raw(Observation observation, double propagationSeconds, int readReplicas) {
    return HarmonyFormula.staleProbability(
        observation.replicationFactor(),
        readReplicas,
        observation.readsPerSecond(),
        1 / observation.writesPerSecond(),
        propagationSeconds);
  }
}
