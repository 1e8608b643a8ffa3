package org.quorate.study.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.PowerCurve;

/**
 * The energy of one host over a run, or over a time without load.
 *
 * @param host the host's name
 * @param nodes the names of the servers on it
 * @param joules over the whole time, at the scope of its meters
 * @param origin {@code measured} or {@code estimated}; estimated as soon as a part of it is
 * @param relativeError how far off the joules may be, as a share of them, by what is said of the
 *     power model or the meters; 0 for meters of which nothing is said, infinite for estimates of
 *     which nothing is said. The resolution is no part of it
 * @param comparisonError how far off the ratio of two such numbers of this host may be, likewise
 * @param dynamicError how far off the ratio of what lies above idle in two such numbers may be;
 *     null where nothing is said but {@code comparisonError}
 * @param resolutionJoules what the smallest step of the meters makes of the sum, to either side
 * @param wattsBySecond mean power of each whole second
 * @param utilisationBySecond processor time of its servers over the processor time that they may
 *     use, for each whole second, 0 to about 1; empty where it is not known
 * @param processorSeconds processor time of its servers; null where it is not known
 * @param effectiveSamples readings that said something new, of the channel that had the fewest
 * @param refreshSeconds how often the slowest of its channels really refreshes; NaN where no value
 *     changed
 * @param imputedSeconds how much was bridged over gaps of the meters
 * @param channels what each channel said
 * @param notes what a reader must know
 */
public record HostResult(
    String host,
    List<String> nodes,
    double joules,
    String origin,
    double relativeError,
    double comparisonError,
    @Nullable Double dynamicError,
    double resolutionJoules,
    List<Double> wattsBySecond,
    List<Double> utilisationBySecond,
    @Nullable Double processorSeconds,
    long effectiveSamples,
    double refreshSeconds,
    double imputedSeconds,
    List<ChannelResult> channels,
    List<String> notes) {
  /** The origin of numbers from a power model. */
  public static final String ESTIMATED = "estimated";

  /** The origin of numbers from meters. */
  public static final String MEASURED = "measured";

  /** Copies the lists. */
  public HostResult {
    nodes = List.copyOf(nodes);
    wattsBySecond = List.copyOf(wattsBySecond);
    utilisationBySecond = List.copyOf(utilisationBySecond);
    channels = List.copyOf(channels);
    notes = List.copyOf(notes);
  }

  /**
   * What one channel of a meter said.
   *
   * @param meter the meter's name, as in {@code power.csv}
   * @param channel the channel's name, as there
   * @param quantity {@code power} in watts or {@code energy} in joules
   * @param scope what it sees, in words such as {@code at the wall}
   * @param counted whether it is part of the sum
   * @param wrapsAt joules at which the counter starts again, or null
   * @param joules over the window; NaN where it was refused, which only one apart may be
   */
  public record ChannelResult(
      String meter,
      String channel,
      String quantity,
      String scope,
      boolean counted,
      @Nullable Double wrapsAt,
      double joules) {}

  /**
   * The same from a whole second on. What a host's processors took is divided as its use was.
   *
   * @throws IllegalArgumentException if so many whole seconds are not known
   */
  HostResult from(int second) {
    if (second > wattsBySecond.size()) {
      throw new IllegalArgumentException(
          host + " is known for " + wattsBySecond.size() + " seconds, not for " + second + ".");
    }
    double before =
        sum(utilisationBySecond.subList(0, Math.min(second, utilisationBySecond.size())));
    double all = sum(utilisationBySecond);
    double left = all == 0 ? 1 : 1 - before / all;
    return new HostResult(
        host,
        nodes,
        joules - sum(wattsBySecond.subList(0, second)),
        origin,
        relativeError,
        comparisonError,
        dynamicError,
        resolutionJoules,
        wattsBySecond.subList(second, wattsBySecond.size()),
        utilisationBySecond.subList(
            Math.min(second, utilisationBySecond.size()), utilisationBySecond.size()),
        processorSeconds == null ? null : Double.valueOf(processorSeconds * left),
        effectiveSamples,
        refreshSeconds,
        imputedSeconds,
        channels,
        notes);
  }

  /** Whether it is known how busy the host was in each second that its power is known of. */
  boolean isUseKnown() {
    return !wattsBySecond.isEmpty() && utilisationBySecond.size() == wattsBySecond.size();
  }

  /**
   * What the same use would have taken on another server. What disk and network add is the same.
   *
   * @param own by which the joules were estimated
   * @param other that of the other server
   * @param share of such a server that this host stands for
   * @param seconds of the whole time; what lies behind the last whole second counts as the mean
   */
  HostResult replayed(PowerCurve own, PowerCurve other, double share, double seconds) {
    List<Double> watts = new ArrayList<>();
    double more = 0;
    for (int second = 0; second < wattsBySecond.size(); second++) {
      double utilisation = utilisationBySecond.get(second);
      double change = share * (other.watts(utilisation) - own.watts(utilisation));
      watts.add(wattsBySecond.get(second) + change);
      more += change;
    }
    return new HostResult(
        host,
        nodes,
        joules + more * seconds / watts.size(),
        origin,
        relativeError,
        comparisonError,
        dynamicError,
        resolutionJoules,
        watts,
        utilisationBySecond,
        processorSeconds,
        effectiveSamples,
        refreshSeconds,
        imputedSeconds,
        channels,
        notes);
  }

  private static double sum(List<Double> seconds) {
    return seconds.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Whether a model made a part of it. */
  public boolean isEstimated() {
    return origin.equals(ESTIMATED);
  }
}
