package org.quorate.core.control.budget;

import java.util.Arrays;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StaleByAge;

/**
 * Which part of what would be stale if all reads were sent at the weakest level is stale at the
 * levels of a decision, by age and class.
 *
 * <p>It is nothing at a level that meets every write; at one in between that of how many replicas
 * have to lack a write, C(N-W, R) / C(N, R) beside that of the weakest, as if they were slow
 * together. Raises of token ranges are left out, since counts know no tokens, and a window that
 * ends within a bin of ages does not count for that bin: both make it greater. Immutable.
 */
public final class LeftStale {
  private final double[] byAge = new double[AgeBins.COUNT];
  private final double[] byClass = new double[KeyPlace.CLASSES];

  /**
   * @param sent at which the reads were
   * @param levels that there are
   * @param observation of the same replicas
   */
  public LeftStale(Decision sent, ReadLevels levels, Observation observation) {
    double ofAll = left(sent.level(), levels, observation);
    Arrays.fill(byAge, ofAll);
    Arrays.fill(byClass, ofAll);
    double[][] byDraw = new double[sent.isByClass() ? KeyPlace.CLASSES : 0][KeyPlace.DRAWS];
    for (double[] draws : byDraw) {
      Arrays.fill(draws, ofAll);
    }
    for (Raise raise : sent.raises()) {
      double raised = left(raise.level(), levels, observation);
      if (raise instanceof Raise.RecentlyWritten recent) {
        for (int bin = 0; bin < AgeBins.NEVER && isWithin(bin, recent); bin++) {
          byAge[bin] = Math.min(byAge[bin], raised);
        }
      } else if (raise instanceof Raise.OfClass some) {
        double[] draws = byDraw[some.keyClass()];
        for (int draw = 0; draw < some.draws(); draw++) {
          draws[draw] = Math.min(draws[draw], raised);
        }
      }
    }
    for (int of = 0; of < byDraw.length; of++) {
      byClass[of] = Arrays.stream(byDraw[of]).sum() / KeyPlace.DRAWS;
    }
  }

  /** Whether all ages of a bin are within a window. */
  private static boolean isWithin(int bin, Raise.RecentlyWritten recent) {
    long end = bin == AgeBins.OLDEST ? Long.MAX_VALUE : AgeBins.fromNanos(bin + 1);
    return end <= recent.withinNanos();
  }

  private static double left(Level level, ReadLevels levels, Observation observation) {
    Level weakest = levels.weakest();
    if (levels.meetsEveryWrite(level)) {
      return 0;
    }
    double ofWeakest = StaleByAge.missed(observation, levels.counted(weakest));
    return levels.replicas(level) <= levels.replicas(weakest) || ofWeakest == 0
        ? 1
        : Math.min(1, StaleByAge.missed(observation, levels.counted(level)) / ofWeakest);
  }

  /**
   * The share of stale ones among reads that are sent so, by what pairs show alone: of each class
   * and doubling of the age, as many of its weak reads as of its pairs. Without bound or model;
   * what has no pairs counts for nothing.
   *
   * @param counted reads and pairs of late
   * @return 0 to 1
   */
  public double shownBy(ClassCounts counted) {
    double reads = 0;
    double stale = 0;
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      AgeCounts sent = counted.reads().get(of);
      AgedPairCounts pairs = counted.pairs().get(of);
      for (int first = 0; first < AgeBins.COUNT; first = AgeBins.nextDoubling(first)) {
        double weak = 0;
        double compared = 0;
        double found = 0;
        for (int bin = first; bin < AgeBins.nextDoubling(first); bin++) {
          double share = share(bin, of);
          reads += sent.count(bin);
          weak += share * sent.count(bin);
          compared += share * pairs.compared().count(bin);
          found += share * pairs.stale().count(bin);
        }
        // A stale pair may have been told of just before it was counted.
        stale += compared > 0 ? weak * Math.min(1, found / compared) : 0;
      }
    }
    return reads > 0 ? stale / reads : 0;
  }

  /**
   * The part that is left.
   *
   * @param bin of ages
   * @param keyClass of the key
   * @return 0 to 1
   */
  public double share(int bin, int keyClass) {
    return Math.min(byAge[bin], byClass[keyClass]);
  }
}
