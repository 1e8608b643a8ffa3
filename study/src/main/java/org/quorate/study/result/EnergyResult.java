package org.quorate.study.result;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The energy of one run.
 *
 * @param from start of the window on the clock of {@code power.csv}
 * @param to its end
 * @param hosts one for each host, in order; at least one
 * @param idleWatts what hosts drew without load around this run's block, by host; empty where no
 *     baseline is known
 */
public record EnergyResult(
    Instant from, Instant to, List<HostResult> hosts, Map<String, Double> idleWatts) {
  /** Copies the collections. */
  public EnergyResult {
    hosts = List.copyOf(hosts);
    idleWatts = Collections.unmodifiableMap(new LinkedHashMap<>(idleWatts));
  }

  /** The same with a baseline. */
  public EnergyResult withIdleWatts(Map<String, Double> baseline) {
    return new EnergyResult(from, to, hosts, baseline);
  }

  /** Joules above what the same time without load takes; null where no baseline is known. */
  public @Nullable Double dynamicJoules() {
    double idle = 0;
    for (HostResult host : hosts) {
      Double watts = idleWatts.get(host.host());
      if (watts == null) {
        return null;
      }
      idle += watts * seconds();
    }
    return joules() - idle;
  }

  /** Joules of all hosts. */
  public double joules() {
    return hosts.stream().mapToDouble(HostResult::joules).sum();
  }

  /** Length of the window in seconds. */
  public double seconds() {
    return java.time.Duration.between(from, to).toNanos() / 1e9;
  }

  /** Mean power of all hosts together. */
  public double meanWatts() {
    return joules() / seconds();
  }

  /** Whether a model made a part of it. */
  public boolean isEstimated() {
    return hosts.stream().anyMatch(HostResult::isEstimated);
  }

  /**
   * The largest error of a comparison of one of its hosts with itself; 0 where all are measured.
   */
  public double comparisonError() {
    return hosts.stream().mapToDouble(HostResult::comparisonError).max().orElse(0);
  }

  /** The largest relative error of its hosts; 0 where all are measured. */
  public double relativeError() {
    return hosts.stream().mapToDouble(HostResult::relativeError).max().orElse(0);
  }
}
