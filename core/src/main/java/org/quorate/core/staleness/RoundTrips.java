package org.quorate.core.staleness;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What waiting for other replicas added to requests, and what these took without, as it was
 * measured: the raw material of {@link Visibility}, where {@link Propagation} is their summary.
 * Immutable.
 *
 * @param slowest for all of them, so each value is that of the slowest
 * @param single for a majority: of three replicas for one that the coordinator chose, which is
 *     mostly the nearest
 * @param jitter how far two requests were apart that waited for no other replica, of the same
 *     client to the same coordinator: what the values above contain that is no waiting, since each
 *     is the difference of two requests
 * @param alone how long requests took that waited for no other replica
 */
public record RoundTrips(
    DelaySample slowest, DelaySample single, DelaySample jitter, DelaySample alone) {
  /** Of fewer values the tail is not known. */
  public static final int FEWEST_JITTERS = 30;

  /** Of requests that wait for no other replica, so many may be taken for as fast as any. */
  static final double ONE_IN_TEN = 0.1;

  /** What clients take may hide of one way's median, at most. */
  public static final double MOST_OF_A_WAY = 0.5;

  /** Nothing was measured. */
  public static final RoundTrips NONE = new RoundTrips(DelaySample.NONE, DelaySample.NONE);

  /** Round trips of which it is not known how long requests take without them. */
  public RoundTrips(DelaySample slowest, DelaySample single, DelaySample jitter) {
    this(slowest, single, jitter, DelaySample.NONE);
  }

  /** Round trips whose jitter is not known, nor how long requests take without them. */
  public RoundTrips(DelaySample slowest, DelaySample single) {
    this(slowest, single, DelaySample.NONE);
  }

  /** All that was measured in some rounds. */
  public static RoundTrips of(Collection<RoundTrips> rounds) {
    return new RoundTrips(
        all(rounds, RoundTrips::slowest),
        all(rounds, RoundTrips::single),
        all(rounds, RoundTrips::jitter),
        all(rounds, RoundTrips::alone));
  }

  /**
   * The same, with the slowest so many times as long.
   *
   * @param factor above 0
   */
  public RoundTrips withSlowestTimes(double factor) {
    return factor == 1 ? this : new RoundTrips(slowest.times(factor), single, jitter, alone);
  }

  /** Whether enough requests were measured that waited for no other replica. */
  public boolean isAloneKnown() {
    return alone.size() >= OneWayDelay.FEWEST_ROUND_TRIPS;
  }

  /**
   * A quantile of what requests take that wait for no other replica, in seconds, at most half of
   * one way's median: a process that has just begun takes far longer for its first requests than it
   * will for later ones. 0 where too few were measured.
   *
   * @param q from 0, the shortest, to 1
   * @param delay one way to another replica
   */
  public double believedAlone(double q, OneWayDelay delay) {
    return isAloneKnown()
        ? Math.min(alone.quantile(q), MOST_OF_A_WAY * Math.exp(delay.logMedian()))
        : 0;
  }

  /**
   * The same, with requests that waited for no other replica taken for no longer than those of late
   * were, quantile by quantile: since what stands of the others is of both, more would make writes
   * that were missed too young.
   *
   * @param late of the last rounds
   */
  public RoundTrips withAloneAtMost(DelaySample late) {
    int size = alone.size();
    if (late.size() < OneWayDelay.FEWEST_ROUND_TRIPS || size < OneWayDelay.FEWEST_ROUND_TRIPS) {
      return this;
    }
    return new RoundTrips(
        slowest,
        single,
        jitter,
        DelaySample.of(
            IntStream.range(0, size)
                .mapToObj(i -> Math.min(alone.value(i), late.quantile(i / (size - 1.0))))
                .toList()));
  }

  private static DelaySample all(
      Collection<RoundTrips> rounds, Function<RoundTrips, DelaySample> which) {
    List<DelaySample> samples = rounds.stream().map(which).toList();
    return DelaySample.all(samples);
  }

  /**
   * All that was measured in some rounds, without the jitter of those that know theirs; as it is
   * where these have fewer than {@value #FEWEST_JITTERS} values of it.
   *
   * @param replicationFactor how many replicas a row has, at least 1
   */
  public static RoundTrips withoutJitter(Collection<RoundTrips> rounds, int replicationFactor) {
    RoundTrips jittery = of(rounds.stream().filter(each -> each.jitter.size() > 0).toList());
    if (jittery.jitter.size() < FEWEST_JITTERS || replicationFactor < 2) {
      RoundTrips all = of(rounds);
      return new RoundTrips(all.slowest, all.single, DelaySample.NONE, all.alone);
    }
    List<RoundTrips> left =
        new ArrayList<>(rounds.stream().filter(each -> each.jitter.size() == 0).toList());
    left.add(
        new RoundTrips(
            RoundTripTime.withoutJitter(jittery.slowest, replicationFactor - 1, jittery.jitter),
            RoundTripTime.withoutJitter(
                jittery.single, othersInMajority(replicationFactor), jittery.jitter),
            DelaySample.NONE,
            jittery.alone));
    return of(left);
  }

  /** For how many others a coordinator waits that is a replica, at a majority of its row. */
  static int othersInMajority(int replicationFactor) {
    return replicationFactor / 2;
  }
}
