package org.quorate.study.result;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.EnergyFactor;
import org.quorate.core.power.PowerCurve;

/**
 * The energy of one run. Where servers were waited for until they were quiet, all joules are also
 * those of that time; power and use are those of the measured part alone.
 *
 * @param from start of the window on the clock of {@code power.csv}
 * @param to its end
 * @param hosts one for each host, in order; at least one
 * @param idleWatts what hosts drew without load around this run's block, by host; empty where no
 *     baseline is known
 * @param idleResolutionWatts what the smallest step of the meters makes of all hosts' baselines
 *     together, to either side; null where no baseline is known
 * @param curves what all hosts were estimated by, and what other servers would have drawn; null
 *     where a host has a meter, and of results of earlier versions
 * @param after what came between the measured part and quiet servers; null where nobody waited for
 *     them
 */
public record EnergyResult(
    Instant from,
    Instant to,
    List<HostResult> hosts,
    Map<String, Double> idleWatts,
    @Nullable Double idleResolutionWatts,
    @Nullable ModelCurves curves,
    @Nullable AfterResult after) {
  /** A result is off by its resolution at either end, and so is the one it is compared with. */
  private static final double STEPS_OF_A_PAIR = 2;

  /** Copies the collections. */
  public EnergyResult {
    hosts = List.copyOf(hosts);
    idleWatts = Collections.unmodifiableMap(new LinkedHashMap<>(idleWatts));
  }

  /** One without a baseline. */
  public EnergyResult(Instant from, Instant to, List<HostResult> hosts) {
    this(from, to, hosts, Map.of(), null, null, null);
  }

  /** The same of hosts that were all estimated by one power model. */
  public EnergyResult withCurves(@Nullable ModelCurves estimatedBy) {
    return new EnergyResult(from, to, hosts, idleWatts, idleResolutionWatts, estimatedBy, after);
  }

  /** The same with a baseline. */
  public EnergyResult withIdle(IdleBaseline baseline) {
    return new EnergyResult(
        from, to, hosts, baseline.watts(), baseline.resolutionWatts(), curves, after);
  }

  /** The same with what came after the measured part. */
  public EnergyResult withAfter(AfterResult came) {
    return new EnergyResult(from, to, hosts, idleWatts, idleResolutionWatts, curves, came);
  }

  /** The same from a whole second of the window on, which all hosts must know. */
  EnergyResult from(int second) {
    return new EnergyResult(
        from.plusSeconds(second),
        to,
        hosts.stream().map(host -> host.from(second)).toList(),
        idleWatts,
        idleResolutionWatts,
        curves,
        after);
  }

  /**
   * The servers through whose published curves the recorded use of all hosts can be replayed; none
   * where a host has a meter, or its use is not known.
   */
  public Map<String, List<Double>> publishedCurves() {
    ModelCurves known = curves;
    return known != null && isUseKnown() && (after == null || after.energy().isUseKnown())
        ? known.published()
        : Map.of();
  }

  private boolean isUseKnown() {
    return hosts.stream().allMatch(host -> host.isEstimated() && host.isUseKnown());
  }

  /**
   * What the same use would have taken on another server.
   *
   * @param server one of {@link #publishedCurves}
   */
  public EnergyResult replayed(String server) {
    ModelCurves known = Objects.requireNonNull(curves);
    PowerCurve own = known.own();
    PowerCurve other = known.of(server);
    Map<String, Double> idle = new LinkedHashMap<>();
    idleWatts.forEach(
        (host, watts) -> {
          double share = known.share(host);
          double utilisation = own.utilisation(watts / share);
          idle.put(host, watts + share * (other.watts(utilisation) - own.watts(utilisation)));
        });
    return new EnergyResult(
        from,
        to,
        hosts.stream()
            .map(host -> host.replayed(own, other, known.share(host.host()), seconds()))
            .toList(),
        idle,
        idleResolutionWatts,
        curves,
        after == null
            ? null
            : new AfterResult(
                after.energy().withCurves(known).replayed(server).withCurves(null), after.left()));
  }

  /** Joules above what the same time without load takes; null where no baseline is known. */
  public @Nullable Double dynamicJoules() {
    double idle = 0;
    for (HostResult host : hosts) {
      Double watts = idleWatts.get(host.host());
      if (watts == null) {
        return null;
      }
      idle += watts * (seconds() + afterSeconds());
    }
    return joules() - idle;
  }

  /** Joules of all hosts, what came after the measured part included. */
  public double joules() {
    return measuredJoules() + (after == null ? 0 : after.energy().joules());
  }

  private double measuredJoules() {
    return hosts.stream().mapToDouble(HostResult::joules).sum();
  }

  /** How long servers were waited for after the measured part; 0 where they were not. */
  public double afterSeconds() {
    return after == null ? 0 : after.energy().seconds();
  }

  /**
   * What the joules of all hosts stand for, each by the hour in which it was used; NaN where that
   * is not known of an hour of the window.
   */
  public double times(EnergyFactor factor) {
    return hosts.stream()
            .mapToDouble(host -> factor.of(from, to, host.joules(), host.wattsBySecond()))
            .sum()
        + (after == null ? 0 : after.energy().times(factor));
  }

  /**
   * Whether hosts are estimated as the shares of whole ones that their processor time is. Those of
   * earlier versions never are.
   */
  public boolean countsShares() {
    ModelCurves known = curves;
    return known != null && !known.shares().isEmpty();
  }

  /**
   * How many whole hosts these are: fewer than there are where hosts are estimated as shares of
   * one.
   */
  public double wholeHosts() {
    ModelCurves known = curves;
    return hosts.stream().mapToDouble(host -> known == null ? 1 : known.share(host.host())).sum();
  }

  /** Length of the measured part in seconds. */
  public double seconds() {
    return java.time.Duration.between(from, to).toNanos() / 1e9;
  }

  /** Mean power of all hosts together over the measured part. */
  public double meanWatts() {
    return measuredJoules() / seconds();
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
    return Math.max(stated, comparisonStep());
  }

  /** The part of {@link #comparisonError} that the meters' steps make. */
  public double comparisonStep() {
    return steps(resolutionJoules(), joules());
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
    return Math.max(stated, dynamicStep());
  }

  /**
   * The part of {@link #dynamicError} that the meters' steps make; infinite likewise where nothing
   * lies above idle.
   */
  public double dynamicStep() {
    Double above = dynamicJoules();
    if (above == null || above <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double ofBaseline =
        idleResolutionWatts == null ? 0 : idleResolutionWatts * (seconds() + afterSeconds());
    return steps(resolutionJoules() + ofBaseline, above);
  }

  /** What the smallest steps of the meters make of the sum, to either side. */
  public double resolutionJoules() {
    return hosts.stream().mapToDouble(HostResult::resolutionJoules).sum()
        + (after == null ? 0 : after.energy().resolutionJoules());
  }

  /**
   * The largest relative error of its hosts, without their resolution; 0 where all are measured by
   * meters of which nothing is said.
   */
  public double relativeError() {
    return hosts.stream().mapToDouble(HostResult::relativeError).max().orElse(0);
  }
}
