package org.quorate.core.evidence;

import java.util.List;
import java.util.stream.IntStream;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.KeyPlace;

/**
 * Which parts of a process's tallies are of keys of each class. Immutable.
 *
 * @param reads of its reads
 * @param compared of pairs of reads
 * @param stale of those that found something stale
 */
public record ToldClasses(ClassParts reads, ClassParts compared, ClassParts stale) {
  /** Nothing is told of classes. */
  public static final ToldClasses NONE =
      new ToldClasses(ClassParts.NONE, ClassParts.NONE, ClassParts.NONE);

  /** Of reads and pairs by class. */
  static ToldClasses of(ClassCounts counts) {
    List<AgedPairCounts> pairs = counts.pairs();
    return new ToldClasses(
        ClassParts.of(counts.reads()),
        ClassParts.of(pairs.stream().map(AgedPairCounts::compared).toList()),
        ClassParts.of(pairs.stream().map(AgedPairCounts::stale).toList()));
  }

  /**
   * Splits tallies as these were.
   *
   * @param hotterBy as of {@link ClassParts#split}
   */
  ClassCounts split(AgeCounts allReads, AgedPairCounts allPairs, double hotterBy) {
    List<AgeCounts> all = compared.split(allPairs.compared(), hotterBy);
    List<AgeCounts> older = stale.split(allPairs.stale(), hotterBy);
    return new ClassCounts(
        reads.split(allReads, hotterBy),
        IntStream.range(0, KeyPlace.CLASSES)
            .mapToObj(of -> new AgedPairCounts(all.get(of), older.get(of)))
            .toList());
  }
}
