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
 * @param idleResolutionWatts what the smallest step of the meters makes of all hosts' baselines
 *     together, to either side; null where no baseline is known
 */
public record EnergyResult(
    Instant from,
    Instant to,
    List<HostResult> hosts,
    Map<String, Double> idleWatts,
    @Nullable Double idleResolutionWatts) {
  /** A result is off by its resolution at either end, and so is the one it is compared with. */
  private static final double STEPS_OF_A_PAIR = 2;

  /** Copies the collections. */
  public EnergyResult {
    hosts = List.copyOf(hosts);
    idleWatts = Collections.unmodifiableMap(new LinkedHashMap<>(idleWatts));
  }

  /** One without a baseline. */
  public EnergyResult(Instant from, Instant to, List<HostResult> hosts) {
    this(from, to, hosts, Map.of(), null);
  }

  /** The same with a baseline. */
  public EnergyResult withIdle(IdleBaseline baseline) {
    return new EnergyResult(from, to, hosts, baseline.watts(), baseline.resolutionWatts());
  }

  /** The same from a whole second of the window on, which all hosts must know. */
  EnergyResult from(int second) {
    return new EnergyResult(
        from.plusSeconds(second),
        to,
        hosts.stream().map(host -> host.from(second)).toList(),
        idleWatts,
        idleResolutionWatts);
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
   * How far off the ratio of these joules to others of the same hosts may be, as a share: what is
   * said of the worst of the hosts' models or meters, or twice what their steps make of the sum,
   * whichever is more. Infinite where nobody has said how far off an estimate may be.
   */
  public double comparisonError() {
    double stated = hosts.stream().mapToDouble(HostResult::comparisonError).max().orElse(0);
    return Math.max(stated, steps(resolutionJoules(), joules()));
  }

  private static double steps(double resolution, double of) {
    return resolution == 0 ? 0 : STEPS_OF_A_PAIR * resolution / of;
  }

  /**
   * The same of the joules above idle; infinite where no baseline is known, or nothing lies above
   * it. Where nothing is said of such ratios, an error of the totals is one of the much smaller
   * part above idle.
   */
  public double dynamicError() {
    Double above = dynamicJoules();
    if (above == null || above <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double stated = 0;
    for (HostResult host : hosts) {
      Double ofHost = host.dynamicError();
      stated =
          Math.max(stated, ofHost == null ? host.comparisonError() * joules() / above : ofHost);
    }
    double ofBaseline = idleResolutionWatts == null ? 0 : idleResolutionWatts * seconds();
    return Math.max(stated, steps(resolutionJoules() + ofBaseline, above));
  }

  /** What the smallest steps of the meters make of the sum, to either side. */
  public double resolutionJoules() {
    return hosts.stream().mapToDouble(HostResult::resolutionJoules).sum();
  }

  /**
   * The largest relative error of its hosts, without their resolution; 0 where all are measured by
   * meters of which nothing is said.
   */
  public double relativeError() {
    return hosts.stream().mapToDouble(HostResult::relativeError).max().orElse(0);
  }
}
