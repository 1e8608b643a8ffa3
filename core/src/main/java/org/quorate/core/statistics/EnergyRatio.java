package org.quorate.core.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By what factor two levels differ in energy, with both that this is known from a sample and that
 * the meters or the power model may be wrong. The error is a bound and not chance: more runs do not
 * make it smaller. So the interval is widened by all of it, on the logarithmic scale, and what is
 * claimed holds wherever within its error the meter is. Which of the two levels is called the first
 * makes no difference: the reversed ratio has the mirrored interval and the same p-value.
 *
 * <p>An error of a share e widens either side by -ln(1 - e), the larger of the two steps that a
 * share can mean: an estimate of which e may be missing or too much lies within a factor of 1 - e
 * to 1 + e of the truth, so that the truth lies within 1 / (1 + e) to 1 / (1 - e) of the estimate.
 *
 * <p>Where energy is estimated, the same runs can be replayed through what other servers of the
 * kind draw. Then the interval reaches over those of all of them, and a change is claimed only
 * where it would be claimed of each: what the model may be wrong by is how much they disagree about
 * this very ratio.
 *
 * @param ratio energy of second over first
 * @param replays the same of the same runs, through other servers' curves; empty where a constant
 *     error stands for what a model may be wrong by
 * @param relativeError what the meter or power model may be wrong by in such a ratio, as a share of
 *     it, such as 0.25; 0 for a meter that is trusted; from 1 on nothing may be said, which is what
 *     an infinite one says too: nobody states it
 */
public record EnergyRatio(LogRatio ratio, List<? extends LogRatio> replays, double relativeError) {
  /**
   * @throws IllegalArgumentException if the error is negative
   */
  public EnergyRatio {
    if (!(relativeError >= 0)) {
      throw new IllegalArgumentException(
          "A relative error is at least 0, but this one is " + relativeError + ".");
    }
    replays = List.copyOf(replays);
  }

  /** One without replays. */
  public EnergyRatio(LogRatio ratio, double relativeError) {
    this(ratio, List.of(), relativeError);
  }

  /**
   * The interval of the ratio, widened by the error; empty where there are too few runs to bound
   * anything.
   */
  public Optional<Interval> interval() {
    Optional<Interval> bounds = ratio.interval();
    for (LogRatio replay : replays) {
      Optional<Interval> others = replay.interval();
      bounds = bounds.flatMap(one -> others.map(other -> over(one, other)));
    }
    return bounds.map(all -> widened(all, relativeError));
  }

  private static Interval over(Interval one, Interval other) {
    return new Interval(
        Math.min(one.low(), other.low()), Math.max(one.high(), other.high()), one.confidence());
  }

  /** The ratio itself through all curves, its own included; empty where nothing is replayed. */
  public Optional<Range> range() {
    return replays.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Range(
                all().mapToDouble(LogRatio::ratio).min().orElseThrow(),
                all().mapToDouble(LogRatio::ratio).max().orElseThrow()));
  }

  /**
   * From the smallest to the largest of some ratios, without chance.
   *
   * @param low above 0
   * @param high at least {@code low}
   */
  public record Range(double low, double high) {
    /** Whether some of the ratios say less and others more. */
    boolean isOnBothSides() {
      return low < 1 && high > 1;
    }
  }

  private Stream<LogRatio> all() {
    return Stream.concat(Stream.of(ratio), replays.stream());
  }

  /**
   * Two-sided, for a true ratio that is as far from one as the error may make it look: below 1 -
   * confidence exactly where the interval excludes one. 1 where there are too few runs.
   */
  public double pValue() {
    if (relativeError >= 1 || isDisputed()) {
      return 1;
    }
    double distance = -Math.log1p(-relativeError);
    return all().mapToDouble(each -> each.pValueBeyond(distance)).max().orElseThrow();
  }

  /** Whether some servers would have drawn less, and others more. */
  boolean isDisputed() {
    return range().filter(Range::isOnBothSides).isPresent();
  }

  /** Whether a ratio is no farther from one than the error may make it look. */
  boolean isWithinError(double of) {
    return relativeError >= 1 || Math.abs(Math.log(of)) <= -Math.log1p(-relativeError);
  }

  /**
   * An interval of a ratio with what an error adds to either side of it.
   *
   * @param bounds that may be of ratios below 0, as where something has been subtracted
   * @param relativeError as a share, at least 0
   */
  public static Interval widened(Interval bounds, double relativeError) {
    double share = Math.max(0, 1 - relativeError);
    return new Interval(
        bounds.low() > 0 ? bounds.low() * share : apart(bounds.low(), share),
        bounds.high() < 0 ? bounds.high() * share : apart(bounds.high(), share),
        bounds.confidence());
  }

  private static double apart(double bound, double share) {
    return bound == 0 ? 0 : bound / share;
  }
}
