package org.quorate.core.evidence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.RoundTrips;

/**
 * What several other processes tell of a table, put together. Immutable.
 *
 * @param reads of all
 * @param pairs of all
 * @param roundTrips of all
 * @param classes reads of each class of keys, of those that know how much others write, in the
 *     classes that keys have in the process that hears
 * @param ofWrites which share of all writes each of these has done, weighted by its reads
 * @param writers which share of all writes these have done together; 1 where nobody else writes
 */
public record OthersEvidence(
    AgeCounts reads,
    AgedPairCounts pairs,
    RoundTrips roundTrips,
    List<AgeCounts> classes,
    double ofWrites,
    double writers) {
  /** Nobody tells anything. */
  public static final OthersEvidence NONE =
      new OthersEvidence(AgeCounts.NONE, AgedPairCounts.NONE, RoundTrips.NONE);

  /** Values of which nothing is known by class. */
  OthersEvidence(AgeCounts reads, AgedPairCounts pairs, RoundTrips roundTrips) {
    this(reads, pairs, roundTrips, Collections.nCopies(KeyPlace.CLASSES, AgeCounts.NONE), 0, 0);
  }

  /**
   * The sum of what was heard.
   *
   * @param readsWeight for how much each value's reads count, 0 to 1
   * @param pairsWeight for how much its pairs do
   * @param ownReads of the process that hears, of late: a key is in a hotter class of who sends
   *     more
   */
  public static OthersEvidence sum(
      List<Heard> heard,
      ToDoubleFunction<Heard> readsWeight,
      ToDoubleFunction<Heard> pairsWeight,
      double ownReads) {
    AgeCounts reads = AgeCounts.NONE;
    AgedPairCounts pairs = AgedPairCounts.NONE;
    List<RoundTrips> trips = new ArrayList<>();
    List<AgeCounts> classes = NONE.classes;
    double ofWrites = 0;
    double writers = 0;
    for (Heard each : heard) {
      ProcessEvidence value = each.value();
      double weight = readsWeight.applyAsDouble(each);
      AgeCounts weighted = value.reads().times(weight);
      reads = reads.plus(weighted);
      pairs = pairs.plus(value.pairs().times(pairsWeight.applyAsDouble(each)));
      trips.add(value.roundTrips());
      double told = value.reads().total();
      if (told > 0 && ownReads > 0 && !Double.isNaN(value.othersWrites())) {
        double share = 1 / (1 + value.othersWrites());
        double hotterBy = Math.log(ownReads / told) / Math.log(2);
        classes = plus(classes, value.classes().split(weighted, hotterBy));
        ofWrites += share * weight * told;
        writers += share;
      }
    }
    double classed = total(classes);
    return new OthersEvidence(
        reads, pairs, RoundTrips.of(trips), classes, classed > 0 ? ofWrites / classed : 0, writers);
  }

  static List<AgeCounts> plus(List<AgeCounts> these, List<AgeCounts> those) {
    return IntStream.range(0, KeyPlace.CLASSES)
        .mapToObj(of -> these.get(of).plus(those.get(of)))
        .toList();
  }

  /** Reads of all classes. */
  double classed() {
    return total(classes);
  }

  private static double total(List<AgeCounts> classes) {
    return classes.stream().mapToDouble(AgeCounts::total).sum();
  }
}
