package org.quorate.core.staleness;

import java.util.Collection;
import java.util.List;

/**
 * What waiting for other replicas added to requests, as it was measured: the raw material of {@link
 * Visibility}, where {@link Propagation} is their summary. Immutable.
 *
 * @param slowest for all of them, so each value is that of the slowest
 * @param single for one that the coordinator chose, which is mostly the nearest
 */
public record RoundTrips(DelaySample slowest, DelaySample single) {
  /** Nothing was measured. */
  public static final RoundTrips NONE = new RoundTrips(DelaySample.NONE, DelaySample.NONE);

  /** All that was measured in some rounds. */
  public static RoundTrips of(Collection<RoundTrips> rounds) {
    List<DelaySample> slowest = rounds.stream().map(RoundTrips::slowest).toList();
    List<DelaySample> single = rounds.stream().map(RoundTrips::single).toList();
    return new RoundTrips(DelaySample.all(slowest), DelaySample.all(single));
  }
}
