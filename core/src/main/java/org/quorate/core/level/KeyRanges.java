package org.quorate.core.level;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Ranges of the ring put together. Stateless. */
public final class KeyRanges {
  /** A range that does not wrap around, both ends in it. */
  private record Stretch(long first, long last) {}

  private KeyRanges() {}

  /**
   * The fewest ranges that have the tokens of all of these and no others, in the order of their
   * ends; one that goes through the ring's end is two.
   *
   * @param ranges may overlap
   */
  public static List<KeyRange> union(Collection<KeyRange> ranges) {
    TreeSet<Stretch> stretches =
        new TreeSet<>(Comparator.comparingLong(Stretch::first).thenComparingLong(Stretch::last));
    for (KeyRange range : ranges) {
      if (range.after() < range.last()) {
        stretches.add(new Stretch(range.after() + 1, range.last()));
      } else {
        stretches.add(new Stretch(Long.MIN_VALUE, range.last()));
        if (range.after() < Long.MAX_VALUE) {
          stretches.add(new Stretch(range.after() + 1, Long.MAX_VALUE));
        }
      }
    }
    List<Stretch> joined = new ArrayList<>();
    for (Stretch next : stretches) {
      int newest = joined.size() - 1;
      boolean meets =
          newest >= 0
              && (joined.get(newest).last() == Long.MAX_VALUE
                  || next.first() <= joined.get(newest).last() + 1);
      if (meets) {
        Stretch before = joined.get(newest);
        joined.set(newest, new Stretch(before.first(), Math.max(before.last(), next.last())));
      } else {
        joined.add(next);
      }
    }
    // The token before the least is the greatest: such a range wraps around and is the same.
    return joined.stream().map(each -> new KeyRange(each.first() - 1, each.last())).toList();
  }
}
