package org.quorate.core.replica;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.quorate.core.level.KeyRange;

/** From replicas that may lack writes to the ranges whose reads they may answer. Stateless. */
public final class RangesBehind {
  private RangesBehind() {}

  /**
   * The ranges of which one of these nodes holds the rows, as few as possible, in the order of
   * their ends.
   *
   * @param ring ranges that do not overlap
   * @param behind host ids
   */
  public static List<KeyRange> of(Collection<ReplicatedRange> ring, Set<UUID> behind) {
    return merged(
        ring.stream()
            .filter(each -> !Collections.disjoint(each.replicas(), behind))
            .map(ReplicatedRange::range)
            .sorted(Comparator.comparingLong(KeyRange::last))
            .toList());
  }

  /** Those that meet put together, of ranges in the order of their ends. */
  static List<KeyRange> merged(List<KeyRange> ranges) {
    List<KeyRange> merged = new ArrayList<>();
    for (KeyRange range : ranges) {
      int newest = merged.size() - 1;
      if (newest >= 0 && merged.get(newest).last() == range.after()) {
        merged.set(newest, new KeyRange(merged.get(newest).after(), range.last()));
      } else {
        merged.add(range);
      }
    }
    int newest = merged.size() - 1;
    if (newest > 0 && merged.get(newest).last() == merged.get(0).after()) {
      // The ring is round: the range of the smallest tokens begins where that of the largest ends.
      merged.set(0, new KeyRange(merged.remove(newest).after(), merged.get(0).last()));
    }
    return List.copyOf(merged);
  }
}
