package org.quorate.core.recency;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Reads, and what pairs of reads have shown, by the class of their key and by the age of its newest
 * write by this process. Immutable.
 *
 * @param reads of each class of {@link KeyPlace}
 * @param pairs likewise
 * @param lost pairs of which no answer came in time, of all classes; not among {@code pairs}
 * @param between what pairs at a level between the weakest and the safe one have shown, of a sample
 *     of all classes; not among {@code pairs}
 */
public record ClassCounts(
    List<AgeCounts> reads, List<AgedPairCounts> pairs, double lost, BetweenPairs between) {
  /** No reads, no pairs. */
  public static final ClassCounts NONE =
      new ClassCounts(
          Collections.nCopies(KeyPlace.CLASSES, AgeCounts.NONE),
          Collections.nCopies(KeyPlace.CLASSES, AgedPairCounts.NONE));

  /** So many lost ones may be by chance. */
  private static final double FEW_LOST = 20;

  /** Where no pair was lost. */
  public ClassCounts(List<AgeCounts> reads, List<AgedPairCounts> pairs) {
    this(reads, pairs, 0);
  }

  /** Where no level between was looked at. */
  public ClassCounts(List<AgeCounts> reads, List<AgedPairCounts> pairs, double lost) {
    this(reads, pairs, lost, BetweenPairs.NONE);
  }

  /**
   * @throws IllegalArgumentException if there are not as many as classes
   */
  public ClassCounts {
    reads = List.copyOf(reads);
    pairs = List.copyOf(pairs);
    if (reads.size() != KeyPlace.CLASSES || pairs.size() != KeyPlace.CLASSES) {
      throw new IllegalArgumentException(
          "There are %d classes of keys, but counts of %d and %d."
              .formatted(KeyPlace.CLASSES, reads.size(), pairs.size()));
    }
  }

  /**
   * The share of pairs that were answered, from 0 to 1, as far as that can be told: what those that
   * were lost would have found is not known, and likely not what the others did.
   */
  public double answered() {
    double known = FEW_LOST;
    for (AgedPairCounts each : pairs) {
      known += each.compared().total();
    }
    return known / (known + lost);
  }

  /** Counts of keys whose classes are not known, which count as the hottest. */
  public static ClassCounts unclassed(AgeCounts reads, AgedPairCounts pairs) {
    return new ClassCounts(
        IntStream.range(0, KeyPlace.CLASSES)
            .mapToObj(each -> isHottest(each) ? reads : AgeCounts.NONE)
            .toList(),
        IntStream.range(0, KeyPlace.CLASSES)
            .mapToObj(each -> isHottest(each) ? pairs : AgedPairCounts.NONE)
            .toList());
  }

  /**
   * These reads and others of which no class is known: they are taken to be of the same classes, in
   * each doubling of the age.
   */
  public ClassCounts withUnclassed(AgeCounts others) {
    return others.total() > 0 ? plusReads(ClassParts.of(reads).split(others, 0)) : this;
  }

  /** Reads of keys that may not have had a class when they were counted. */
  public AgeCounts hottestReads() {
    return reads.get(KeyPlace.CLASSES - 1);
  }

  /** The same pairs and reads, without those of the hottest class. */
  public ClassCounts withoutHottestReads() {
    List<AgeCounts> others = new ArrayList<>(reads);
    others.set(KeyPlace.CLASSES - 1, AgeCounts.NONE);
    return new ClassCounts(others, pairs, lost, between);
  }

  private static boolean isHottest(int keyClass) {
    return keyClass == KeyPlace.keyClass(KeyPlace.UNKNOWN);
  }

  /** Reads of all classes. */
  public AgeCounts allReads() {
    return reads.stream().reduce(AgeCounts.NONE, AgeCounts::plus);
  }

  /** Pairs of all classes. */
  public AgedPairCounts allPairs() {
    return pairs.stream().reduce(AgedPairCounts.NONE, AgedPairCounts::plus);
  }

  /** These and those. */
  public ClassCounts plus(ClassCounts others) {
    return new ClassCounts(
        joined(reads, others.reads, AgeCounts::plus),
        joined(pairs, others.pairs, AgedPairCounts::plus),
        lost + others.lost,
        between.plus(others.between));
  }

  /** The same, and reads of each class. */
  public ClassCounts plusReads(List<AgeCounts> others) {
    return new ClassCounts(joined(reads, others, AgeCounts::plus), pairs, lost, between);
  }

  /** These without those that were counted earlier. */
  public ClassCounts since(ClassCounts earlier) {
    return new ClassCounts(
        joined(reads, earlier.reads, AgeCounts::since),
        joined(pairs, earlier.pairs, AgedPairCounts::since),
        Math.max(0, lost - earlier.lost),
        between.since(earlier.between));
  }

  /**
   * Each read and each pair counting for a part of one.
   *
   * @param ofRead at least 0
   * @param ofPair likewise
   */
  public ClassCounts times(double ofRead, double ofPair) {
    return new ClassCounts(
        changed(reads, each -> each.times(ofRead)),
        changed(pairs, each -> each.times(ofPair)),
        lost * ofPair,
        between.times(ofPair));
  }

  /** The same, and what others have found at a level between. */
  public ClassCounts plusBetween(BetweenPairs others) {
    return new ClassCounts(reads, pairs, lost, between.plus(others));
  }

  /** The same, and nothing known of a level between. */
  public ClassCounts withoutBetween() {
    return new ClassCounts(reads, pairs, lost);
  }

  private static <T> List<T> joined(List<T> these, List<T> those, BinaryOperator<T> how) {
    return IntStream.range(0, these.size())
        .mapToObj(each -> how.apply(these.get(each), those.get(each)))
        .toList();
  }

  private static <T> List<T> changed(List<T> these, UnaryOperator<T> how) {
    return these.stream().map(how).toList();
  }
}
