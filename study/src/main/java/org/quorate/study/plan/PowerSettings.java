package org.quorate.study.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.EnergyFactor;

/**
 * How a study accounts for energy.
 *
 * @param profile name or file of the power profile of hosts that have no meter
 * @param period how often a host without a meter is looked at
 * @param imputeGaps whether gaps in what meters say are bridged and told of; otherwise they make a
 *     run invalid
 * @param idle how long servers without a load are measured before and after each block; zero for no
 *     idle baseline
 * @param meters host to its meters; hosts that are not named have none
 * @param price of energy, or null where cost is not asked for
 * @param carbon of energy, or null where emissions are not asked for
 * @param cap by what cold nodes are capped, where a run caps them
 * @param untilQuiet for how long at most energy is recorded after a run, until servers are quiet;
 *     zero where nobody waits for them
 * @param margins how much worse what saves may be and still count as equal
 */
public record PowerSettings(
    String profile,
    Duration period,
    boolean imputeGaps,
    Duration idle,
    Map<String, List<Meter>> meters,
    @Nullable Price price,
    @Nullable Carbon carbon,
    CapKind cap,
    Duration untilQuiet,
    Margins margins) {
  /** Settings with the usual margins, by which energy is recorded until a run's end. */
  public PowerSettings(
      String profile,
      Duration period,
      boolean imputeGaps,
      Duration idle,
      Map<String, List<Meter>> meters,
      @Nullable Price price,
      @Nullable Carbon carbon,
      CapKind cap) {
    this(
        profile,
        period,
        imputeGaps,
        idle,
        meters,
        price,
        carbon,
        cap,
        Duration.ZERO,
        Margins.USUAL);
  }

  /** Copies the meters. */
  public PowerSettings {
    Map<String, List<Meter>> copy = new LinkedHashMap<>();
    meters.forEach((host, each) -> copy.put(host, List.copyOf(each)));
    meters = Collections.unmodifiableMap(copy);
  }

  /** Which meters measure which host, for people: {@code h1 by snmp and ipmi, h2 by redfish}. */
  public String metersText() {
    return meters.entrySet().stream()
        .map(
            host ->
                host.getKey()
                    + " by "
                    + host.getValue().stream()
                        .map(Meter::kind)
                        .collect(Collectors.joining(" and ")))
        .collect(Collectors.joining(", "));
  }

  /**
   * The margins of non-inferiority: what takes less energy saves "at equal p99 and staleness" only
   * where it is shown to be worse by less than this.
   *
   * @param p99 the largest ratio of 99th percentiles that counts as equal, at least 1
   * @param staleRate the largest difference of stale-read rates that does, 0 to 1
   */
  public record Margins(double p99, double staleRate) {
    /** p99 at most 1.2 times, and one read of a thousand more stale. */
    public static final Margins USUAL = new Margins(1.2, 0.001);

    /**
     * @throws IllegalArgumentException if one is out of its range
     */
    public Margins {
      if (!(p99 >= 1) || !(staleRate >= 0 && staleRate <= 1)) {
        throw new IllegalArgumentException(
            "A margin of p99 is at least 1, and one of stale-read rates between 0 and 1.");
      }
    }
  }

  /**
   * A meter of a host.
   *
   * @param kind such as {@code snmp}
   * @param options what the kind needs to know; never a password
   */
  public record Meter(String kind, Map<String, String> options) {
    /** Copies the options. */
    public Meter {
      options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
  }

  /**
   * What energy costs.
   *
   * @param perKilowattHour in the currency, at all times or by the hour
   * @param currency such as {@code EUR}
   */
  public record Price(EnergyFactor perKilowattHour, String currency) {}

  /**
   * What energy emits, for the software carbon intensity of ISO/IEC 21031: ((E I) + M) per
   * operation.
   *
   * @param gramsPerKilowattHour location-based intensity I, grams of CO2 equivalent, at all times
   *     or by the hour
   * @param embodiedGramsPerHostHour share M of the hosts' own making, grams for each hour of a host
   * @param overhead power usage effectiveness: total energy of the site over that of its computers,
   *     at least 1
   * @param source where the numbers come from, and of when
   */
  public record Carbon(
      EnergyFactor gramsPerKilowattHour,
      double embodiedGramsPerHostHour,
      double overhead,
      String source) {}
}
