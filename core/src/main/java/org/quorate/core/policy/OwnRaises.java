package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeBins;

/**
 * What is raised of a table for this process's own writes: reads of rows that it wrote within a
 * window, at one level. Immutable.
 *
 * @param bin that begins where the window ends
 * @param level of what is raised
 */
record OwnRaises(int bin, Level level) {
  /** Two doublings: a window that is longer yet is hardly the cheaper one. */
  private static final int MOST_LONGER = 16;

  /**
   * Of all levels the one with the fewest replica reads: a weaker one may need a longer window,
   * since what it leaves stale itself is no longer left to the others.
   *
   * @param strongest level that may be sent
   * @param tolerance the largest share of stale reads that is accepted, 0 to 1
   */
  static OwnRaises cheapest(
      StaleShare stale, ReadLevels levels, Level strongest, double tolerance) {
    int shortest = window(stale, RecencyPolicy.OF_OLDER_READS * tolerance);
    int longest = Math.min(AgeBins.NEVER, shortest + MOST_LONGER);
    List<Level> missing =
        new ArrayList<>(
            levels.all().stream()
                .filter(level -> levels.counted(level) > 1)
                .filter(level -> levels.replicas(level) < levels.replicas(strongest))
                .toList());
    OwnRaises best = new OwnRaises(shortest, strongest);
    double cost = best.cost(stale, levels);
    if (!levels.meetsEveryWrite(strongest)) {
      missing.add(strongest);
      best = new OwnRaises(longest, strongest);
      cost = Double.POSITIVE_INFINITY;
    }
    for (Level level : missing) {
      int bin = shortest;
      while (bin <= longest
          && stale.olderThan(bin) + stale.within(bin, levels.counted(level)) > tolerance) {
        bin++;
      }
      OwnRaises other = new OwnRaises(bin, level);
      if (bin <= longest && other.cost(stale, levels) <= cost) {
        best = other;
        cost = other.cost(stale, levels);
      }
    }
    return best;
  }

  /**
   * The first bin from which on reads need not be raised: more are within the window than before.
   */
  private static int window(StaleShare stale, double limit) {
    int tooShort = -1;
    int enough = AgeBins.NEVER;
    while (enough - tooShort > 1) {
      int middle = (tooShort + enough) >>> 1;
      if (stale.olderThan(middle) <= limit) {
        enough = middle;
      } else {
        tooShort = middle;
      }
    }
    return enough;
  }

  /** Replica reads that are added to each read, on average. */
  double cost(StaleShare stale, ReadLevels levels) {
    return stale.shareWithin(bin) * (levels.replicas(level) - levels.replicas(levels.weakest()));
  }
}
