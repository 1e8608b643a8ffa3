package org.quorate.core.staleness;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;

/**
 * What one process knows of a table beside rates: its own reads by age and class of their key, what
 * pairs of reads have shown, how much others write, how long replicas take, where they are behind,
 * and what it may send. Immutable.
 *
 * @param reads of late, by the age of the row's newest write by this process
 * @param pairs of late, likewise
 * @param classes both of them by the class of the key too, as far as that is known, also reads of
 *     others
 * @param othersWrites by other processes for each write whose age is counted in classes, of late or
 *     as it was last known; NaN where it never was
 * @param likeOwn how many processes like this one the reads in classes are of, at least 1
 * @param roundTrips of late between replicas
 * @param behind where a replica may lack writes because it was away, or for another known reason
 * @param strongest level that reads may be sent at, or null where any may
 * @param clocksApart whether clocks that rows are dated by are so far ahead of this process's that
 *     pairs hide what is stale
 */
public record Evidence(
    AgeCounts reads,
    AgedPairCounts pairs,
    ClassCounts classes,
    double othersWrites,
    double likeOwn,
    RoundTrips roundTrips,
    List<KeyRange> behind,
    @Nullable Level strongest,
    boolean clocksApart) {
  /** Nothing. */
  public static final Evidence NONE =
      new Evidence(AgeCounts.NONE, AgedPairCounts.NONE, RoundTrips.NONE, List.of(), null);

  public Evidence {
    behind = List.copyOf(behind);
  }

  /** Where clocks are not known to be apart. */
  public Evidence(
      AgeCounts reads,
      AgedPairCounts pairs,
      ClassCounts classes,
      double othersWrites,
      RoundTrips roundTrips,
      List<KeyRange> behind,
      @Nullable Level strongest) {
    this(reads, pairs, classes, othersWrites, 1, roundTrips, behind, strongest, false);
  }

  /** Where neither classes nor how much others write is known. */
  public Evidence(
      AgeCounts reads,
      AgedPairCounts pairs,
      RoundTrips roundTrips,
      List<KeyRange> behind,
      @Nullable Level strongest) {
    this(
        reads,
        pairs,
        ClassCounts.unclassed(reads, pairs),
        Double.NaN,
        roundTrips,
        behind,
        strongest);
  }

  /** Reads and pairs by class. */
  public Evidence(
      ClassCounts classes,
      double othersWrites,
      RoundTrips roundTrips,
      List<KeyRange> behind,
      @Nullable Level strongest) {
    this(
        classes.allReads(),
        classes.allPairs(),
        classes,
        othersWrites,
        roundTrips,
        behind,
        strongest);
  }

  /** The same, with clocks that are apart or not. */
  public Evidence withClocksApart(boolean areApart) {
    return new Evidence(
        reads, pairs, classes, othersWrites, likeOwn, roundTrips, behind, strongest, areApart);
  }
}
