package org.quorate.core.staleness;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * What waiting for other replicas added to requests, as it was measured: the raw material of {@link
 * Visibility}, where {@link Propagation} is their summary. Immutable.
 *
 * @param slowest for all of them, so each value is that of the slowest
 * @param single for one that the coordinator chose, which is mostly the nearest
 * @param jitter how far two requests were apart that waited for no other replica, of the same
 *     client to the same coordinator: what the values above contain that is no waiting, since each
 *     is the difference of two requests
 */
public record RoundTrips(DelaySample slowest, DelaySample single, DelaySample jitter) {
  /** Nothing was measured. */
  public static final RoundTrips NONE = new RoundTrips(DelaySample.NONE, DelaySample.NONE);

  /** Round trips whose jitter is not known. */
  public RoundTrips(DelaySample slowest, DelaySample single) {
    this(slowest, single, DelaySample.NONE);
  }

  /** All that was measured in some rounds. */
  public static RoundTrips of(Collection<RoundTrips> rounds) {
    return new RoundTrips(
        all(rounds, RoundTrips::slowest),
        all(rounds, RoundTrips::single),
        all(rounds, RoundTrips::jitter));
  }

  private static DelaySample all(
      Collection<RoundTrips> rounds, Function<RoundTrips, DelaySample> which) {
    List<DelaySample> samples = rounds.stream().map(which).toList();
    return DelaySample.all(samples);
  }

  /** Each of the samples changed in the same way. */
  public RoundTrips map(Function<DelaySample, DelaySample> change) {
    return new RoundTrips(change.apply(slowest), change.apply(single), change.apply(jitter));
  }
}
