package org.quorate.core.staleness;

import java.util.List;
import org.quorate.core.level.KeyRange;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;

/**
 * What one process knows of a table beside rates: its own reads by age, what pairs of reads have
 * shown, how long replicas take, and where they are behind. Immutable.
 *
 * @param reads of late, by the age of the row's newest write by this process
 * @param pairs of late, likewise
 * @param roundTrips of late between replicas
 * @param behind where a replica may lack writes because it was away, or for another known reason
 */
public record Evidence(
    AgeCounts reads, AgedPairCounts pairs, RoundTrips roundTrips, List<KeyRange> behind) {
  /** Nothing. */
  public static final Evidence NONE =
      new Evidence(AgeCounts.NONE, AgedPairCounts.NONE, RoundTrips.NONE, List.of());

  public Evidence {
    behind = List.copyOf(behind);
  }
}
