package org.quorate.core.schedule;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.schedule.RateProfile.Piece;

/**
 * How operations arrive in an open loop: a rate over time, and whether arrivals keep an even
 * spacing or come at random as a Poisson process. Immutable and thread-safe.
 *
 * <p>As text: {@code constant 2000/s}; {@code poisson 2000/s}; {@code step 500/s 10s, 1000/s 10s}
 * (each rate for its time); {@code ramp 10/s to 2000/s over 60s} (evenly); {@code growth 10/s to
 * 2000/s over 60s} (by equal factors in equal times); {@code poisson} before {@code step}, {@code
 * ramp} or {@code growth} makes those random; {@code for 20s} behind a constant rate ends it.
 *
 * <p>The first evenly spaced arrival is at 0, and one that falls on the end is left out, so that
 * 1,000 per second for 20 s are exactly 20,000.
 */
public final class ArrivalProcess {
  private final String text;
  private final boolean poisson;
  private final RateProfile profile;
  private final List<Step> steps;

  private ArrivalProcess(String text, boolean poisson, List<Piece> pieces) {
    this(text, poisson, pieces, List.of());
  }

  private ArrivalProcess(String text, boolean poisson, List<Piece> pieces, List<Step> steps) {
    this.text = poisson ? "poisson " + text : text;
    this.poisson = poisson;
    this.profile = new RateProfile(pieces);
    this.steps = List.copyOf(steps);
  }

  /**
   * A rate that stays the same.
   *
   * @param perSecond above 0
   * @param poisson whether arrivals are random instead of evenly spaced
   * @param duration until the end, or null for none
   */
  public static ArrivalProcess constant(
      double perSecond, boolean poisson, @Nullable Duration duration) {
    requirePositive(perSecond);
    String end = duration == null ? "" : " for " + Durations.format(requirePositive(duration));
    return new ArrivalProcess(
        (poisson ? "" : "constant ") + Rates.format(perSecond) + end,
        poisson,
        List.of(
            duration == null
                ? Piece.endless(perSecond)
                : Piece.lasting(perSecond, perSecond, duration)));
  }

  /**
   * One rate after the other.
   *
   * @param steps at least one, and at least one with a rate above 0
   */
  public static ArrivalProcess step(List<Step> steps, boolean poisson) {
    if (steps.stream().noneMatch(step -> step.perSecond() > 0)) {
      throw new IllegalArgumentException("at least one step must have a rate above 0.");
    }
    return new ArrivalProcess(
        "step "
            + String.join(
                ", ",
                steps.stream()
                    .map(
                        step ->
                            Rates.format(step.perSecond())
                                + " "
                                + Durations.format(step.duration()))
                    .toList()),
        poisson,
        steps.stream()
            .map(step -> Piece.lasting(step.perSecond(), step.perSecond(), step.duration()))
            .toList(),
        steps);
  }

  /**
   * A rate that changes evenly from one value to another.
   *
   * @param from arrivals per second at the start, at least 0
   * @param to arrivals per second at the end, at least 0; one of the two above 0
   */
  public static ArrivalProcess ramp(double from, double to, Duration over, boolean poisson) {
    requirePositive(Math.max(from, to));
    requireNotNegative(Math.min(from, to));
    return new ArrivalProcess(
        "ramp " + change(from, to, over), poisson, List.of(Piece.lasting(from, to, over)));
  }

  /**
   * A rate that changes from one value to another by equal factors in equal times, so that every
   * order of magnitude gets its share of the time.
   *
   * @param from arrivals per second at the start, above 0
   * @param to arrivals per second at the end, above 0
   */
  public static ArrivalProcess growth(double from, double to, Duration over, boolean poisson) {
    requirePositive(from);
    requirePositive(to);
    return new ArrivalProcess(
        "growth " + change(from, to, over), poisson, List.of(Piece.growing(from, to, over)));
  }

  private static String change(double from, double to, Duration over) {
    return Rates.format(from)
        + " to "
        + Rates.format(to)
        + " over "
        + Durations.format(requirePositive(over));
  }

  /**
   * Reads the textual form.
   *
   * @throws IllegalArgumentException if the text is none of the forms; the message says what is
   *     wrong and what to write
   */
  public static ArrivalProcess parse(String text) {
    return ArrivalParser.parse(text);
  }

  /**
   * The share of one lane. The lanes' shares together are the whole: of evenly spaced arrivals each
   * lane takes every {@code lanes}-th, and Poisson processes of one {@code lanes}-th of the rate
   * add up to one of the whole rate.
   *
   * @param seed of a Poisson process; not used otherwise
   * @param lane from 0 to {@code lanes - 1}
   */
  public ArrivalSchedule schedule(long seed, int lane, int lanes) {
    return schedule(seed, lane, lanes, List.of());
  }

  /**
   * The share of one lane of arrivals whose rate changes to multiples of itself on the way. Until
   * the first change they are those of the same seed without changes.
   *
   * @param changes in the order of their time
   */
  public ArrivalSchedule schedule(long seed, int lane, int lanes, List<RateChange> changes) {
    if (lane < 0 || lane >= lanes) {
      throw new IllegalArgumentException("There is no lane " + lane + " among " + lanes + ".");
    }
    RateProfile changed = changes.isEmpty() ? profile : profile.with(changes);
    return poisson
        ? ProfileSchedule.poisson(changed, lanes, SeededRandom.stream(seed, lane))
        : ProfileSchedule.even(changed, lane, lanes);
  }

  /** The rate of all lanes together at an offset from the start, in arrivals per second. */
  public double rateAt(long offsetNanos) {
    return profile.rateAt(offsetNanos / 1e9);
  }

  /**
   * The number of arrivals of all lanes together that are expected from the start until an offset:
   * the integral of the rate.
   */
  public double expectedArrivals(long untilNanos) {
    return profile.arrivalsUntil(untilNanos / 1e9);
  }

  /**
   * The offset at which the schedule is over in nanoseconds, or {@link Long#MAX_VALUE} if never.
   */
  public long endNanos() {
    return Double.isInfinite(profile.seconds())
        ? Long.MAX_VALUE
        : Math.round(profile.seconds() * 1e9);
  }

  /** The steps in their order; empty unless it is made of steps. */
  public List<Step> steps() {
    return steps;
  }

  /** The textual form, which {@link #parse} reads; rates have at most three decimals. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * One step.
   *
   * @param perSecond arrivals per second, at least 0; 0 is a pause
   * @param duration above 0
   */
  public record Step(double perSecond, Duration duration) {
    public Step {
      requireNotNegative(perSecond);
      requirePositive(duration);
    }
  }

  private static void requirePositive(double perSecond) {
    if (!(perSecond > 0 && Double.isFinite(perSecond))) {
      throw new IllegalArgumentException("the rate must be above 0, such as 2000/s.");
    }
  }

  private static void requireNotNegative(double perSecond) {
    if (!(perSecond >= 0 && Double.isFinite(perSecond))) {
      throw new IllegalArgumentException("a rate must not be negative.");
    }
  }

  private static Duration requirePositive(Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException("the duration must be above 0, such as 60s.");
    }
    return duration;
  }
}
