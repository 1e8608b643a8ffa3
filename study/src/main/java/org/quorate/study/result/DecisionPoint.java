package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the monitor saw at one instant of a run, and the level that the policy chose for it.
 *
 * @param second seconds since the run began; below 0 for the decision that the run began with
 * @param readsPerSecond of the study's table, all nodes together
 * @param writesPerSecond of the study's table, all nodes together
 * @param propagationSeconds the propagation time that estimates were made with, seconds; NaN where
 *     it was not known
 * @param estimatesAtOne estimated stale-read rate of reads at ONE by the name of the staleness
 *     model; raw, so that formula (6) may be above 1
 * @param estimatesAtLevel the same for reads at {@code level}
 * @param boundsAtOne what {@code estimatesAtOne} may be, of those models whose bounds are wide;
 *     empty in results of earlier versions
 * @param boundsAtLevel the same of {@code estimatesAtLevel}
 * @param level of the reads that followed
 * @param reason one sentence for people
 */
public record DecisionPoint(
    double second,
    double readsPerSecond,
    double writesPerSecond,
    double propagationSeconds,
    Map<String, Double> estimatesAtOne,
    Map<String, Double> estimatesAtLevel,
    Map<String, EstimateBounds> boundsAtOne,
    Map<String, EstimateBounds> boundsAtLevel,
    String level,
    String reason) {
  public DecisionPoint {
    estimatesAtOne = Collections.unmodifiableMap(new TreeMap<>(estimatesAtOne));
    estimatesAtLevel = Collections.unmodifiableMap(new TreeMap<>(estimatesAtLevel));
    boundsAtOne = Collections.unmodifiableMap(new TreeMap<>(boundsAtOne));
    boundsAtLevel = Collections.unmodifiableMap(new TreeMap<>(boundsAtLevel));
  }

  /** The same at another instant, in seconds since the run began. */
  public DecisionPoint at(double instant) {
    return new DecisionPoint(
        instant,
        readsPerSecond,
        writesPerSecond,
        propagationSeconds,
        estimatesAtOne,
        estimatesAtLevel,
        boundsAtOne,
        boundsAtLevel,
        level,
        reason);
  }
}
