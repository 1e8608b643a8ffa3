package org.quorate.study.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the monitor saw during one run and what the policy made of it. Estimates are a model's,
 * never measured; what was measured is in {@link StalenessResult}.
 *
 * @param counterSource where reads and writes were counted, for people
 * @param propagationSource where the propagation time came from, for people
 * @param propagationMeaning what that source's number is and how it errs, one sentence
 * @param meanEstimatesAtOne mean over the run's decisions of the estimated stale-read rate at ONE,
 *     by the name of the staleness model; raw, may be above 1; empty where nothing was decided
 * @param meanEstimatesAtLevel the same at the levels that were in effect
 * @param levelShares share of the run's reads that were sent at each level, by the level's name; 0
 *     to 1, together 1, empty where no read was sent
 * @param decisions in the order of time
 */
public record MonitorResult(
    String counterSource,
    String propagationSource,
    String propagationMeaning,
    Map<String, Double> meanEstimatesAtOne,
    Map<String, Double> meanEstimatesAtLevel,
    Map<String, Double> levelShares,
    List<DecisionPoint> decisions) {
  public MonitorResult {
    meanEstimatesAtOne = Collections.unmodifiableMap(new TreeMap<>(meanEstimatesAtOne));
    meanEstimatesAtLevel = Collections.unmodifiableMap(new TreeMap<>(meanEstimatesAtLevel));
    levelShares = Collections.unmodifiableMap(new LinkedHashMap<>(levelShares));
    decisions = List.copyOf(decisions);
  }
}
