package org.quorate.core.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.RoundTrips;

/**
 * What several other processes tell of a table, put together. Immutable.
 *
 * @param reads of all
 * @param pairs of all
 * @param between what pairs at a level between have shown those that are like the process that
 *     hears, each of at most {@value #ALIKE} times its own pairs
 * @param roundTrips of all
 * @param classes reads of those that are like the process that hears, by the classes that keys have
 *     in it
 * @param ofWrites which share of all writes each of these has done, on average over their reads
 * @param writers which share of all writes these have done together; 1 where nobody else writes
 */
public record OthersEvidence(
    AgeCounts reads,
    AgedPairCounts pairs,
    BetweenPairs between,
    RoundTrips roundTrips,
    List<AgeCounts> classes,
    double ofWrites,
    double writers) {
  /** Times as many reads, or as large a share of writes, as that of a process that is alike. */
  private static final double ALIKE = 1.5;

  /** Nobody tells anything. */
  public static final OthersEvidence NONE =
      new OthersEvidence(AgeCounts.NONE, AgedPairCounts.NONE, RoundTrips.NONE);

  /** Values of which nothing is known by class. */
  OthersEvidence(AgeCounts reads, AgedPairCounts pairs, RoundTrips roundTrips) {
    this(reads, pairs, BetweenPairs.NONE, roundTrips, ClassCounts.NONE.reads(), 0, 0);
  }

  /** Whether one is much like another: neither is known not to be, where both are nothing. */
  private static boolean areAlike(double one, double other) {
    return (one == 0 && other == 0) || (one < ALIKE * other && other < ALIKE * one);
  }

  /**
   * The same some time later.
   *
   * @param ofRead for how much a read counts by then, 0 to 1
   * @param ofPair likewise
   */
  public OthersEvidence times(double ofRead, double ofPair) {
    return new OthersEvidence(
        reads.times(ofRead),
        pairs.times(ofPair),
        between.times(ofPair),
        roundTrips,
        classes.stream().map(each -> each.times(ofRead)).toList(),
        ofWrites,
        writers);
  }

  /**
   * The sum of what was heard.
   *
   * @param readsWeight for how much each value's reads count, 0 to 1
   * @param pairsWeight for how much its pairs do
   * @param ownReads of the process that hears, of late: a key is in a hotter class of who sends
   *     more
   * @param ownShare of all writes, 0 to 1, or NaN where it is not known
   * @param ownBetween its pairs at a level between, of late
   */
  public static OthersEvidence sum(
      List<Heard> heard,
      ToDoubleFunction<Heard> readsWeight,
      ToDoubleFunction<Heard> pairsWeight,
      double ownReads,
      double ownShare,
      double ownBetween) {
    AgeCounts reads = AgeCounts.NONE;
    AgedPairCounts pairs = AgedPairCounts.NONE;
    BetweenPairs between = BetweenPairs.NONE;
    List<RoundTrips> trips = new ArrayList<>();
    ClassCounts classes = ClassCounts.NONE;
    double classed = 0;
    double ofWrites = 0;
    double writers = 0;
    for (Heard each : heard) {
      ProcessEvidence value = each.value();
      AgeCounts ofReads = value.reads().times(readsWeight.applyAsDouble(each));
      double ofPair = pairsWeight.applyAsDouble(each);
      reads = reads.plus(ofReads);
      pairs = pairs.plus(value.pairs().times(ofPair));
      trips.add(value.roundTrips());
      double told = value.reads().total();
      double share = 1 / (1 + value.othersWrites());
      writers += Double.isNaN(share) ? 0 : share;
      if (areAlike(told, ownReads)
          && areAlike(share, ownShare)
          && areAlike(1 - share, 1 - ownShare)) {
        // A sample of other reads is none of these, and no model stands beside what one tells.
        BetweenPairs sample = value.between().times(ofPair);
        double part = EvidencePool.part(ALIKE * ownBetween, sample.compared());
        between = between.plus(sample.times(part));
        double hotterBy = Math.log(ownReads / told) / Math.log(2);
        classes = classes.plusReads(value.classes().split(ofReads, hotterBy));
        classed += ofReads.total();
        ofWrites += share * ofReads.total();
      }
    }
    return new OthersEvidence(
        reads,
        pairs,
        between,
        RoundTrips.of(trips),
        classes.reads(),
        classed > 0 ? ofWrites / classed : 0,
        writers);
  }
}
