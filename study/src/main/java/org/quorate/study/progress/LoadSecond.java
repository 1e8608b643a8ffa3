package org.quorate.study.progress;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a load that is under way did in one second, by the instant at which operations ended.
 * Whether a read was stale is not known yet: that is judged from the whole history.
 *
 * @param second whole seconds since it began
 * @param isWhole whether it was a second; else less, what is left at the end, which is no rate
 * @param ok operations that succeeded
 * @param failed operations that did not
 * @param responseP50 median response time of those that succeeded, nanoseconds; 0 where none did
 * @param responseP99 99th percentile likewise
 * @param levelShares share of the reads so far that were sent at each level, by its name; 0 to 1,
 *     together 1; empty where the load's level is fixed or nobody counts
 */
public record LoadSecond(
    int second,
    boolean isWhole,
    long ok,
    long failed,
    long responseP50,
    long responseP99,
    Map<String, Double> levelShares) {
  public LoadSecond {
    levelShares = Collections.unmodifiableMap(new LinkedHashMap<>(levelShares));
  }
}
