package org.quorate.core.staleness;

/**
 * An estimated stale-read rate. Estimated, never measured, and always to be labelled so.
 *
 * @param raw what the formula gives, which may exceed 1
 * @param rate {@code raw} held to 0 to 1
 * @param low the same at the least propagation time, or the lower bound of a model that knows its
 *     error; 0 to 1
 * @param high the same at the longest propagation time, or the upper bound; 0 to 1
 */
public record Estimate(double raw, double rate, double low, double high) {
  /** No read can be stale. */
  public static final Estimate NONE = new Estimate(0, 0, 0, 0);

  static Estimate of(double raw, double rawLow, double rawHigh) {
    return new Estimate(raw, clamp(raw), clamp(rawLow), clamp(rawHigh));
  }

  private static double clamp(double raw) {
    return Math.min(1, Math.max(0, raw));
  }
}
