package org.quorate.core.yardstick;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The cheapest way to send reads so that at most a tolerated share of them is stale: every group of
 * reads may have its own mix of levels.
 *
 * <p>That is a multiple-choice knapsack whose items may be divided. Of each group only the levels
 * on the lower convex hull of cost and staleness matter, and taking the steps along all hulls in
 * the order of what a stale read less costs, the last one in part, is optimal (Sinha and Zoltners,
 * "The multiple-choice knapsack problem", Operations Research 27, 1979). Since a level leaves the
 * same share stale in every group, all groups have the same hull, stretched. O(g l log(g l)) for g
 * groups and l levels. Stateless.
 */
public final class BestMix {
  /** One step up a group's hull. */
  private record Step(double extraReplicas, double fewerStale) {
    double price() {
      return extraReplicas / fewerStale;
    }
  }

  private BestMix() {}

  /**
   * The least mean number of replicas that a read asks.
   *
   * @param groups of reads; the sum of their reads is what the tolerance is a share of
   * @param levels to choose from, in any order, the one with the fewest replicas being the weakest,
   *     at which the groups' stale reads were counted
   * @param tolerance the largest share of reads that may be stale, 0 to 1
   * @return replicas for each read, between the weakest level's and the strongest's; NaN without
   *     reads. Where not even the strongest level keeps the tolerance, all stale reads are raised
   *     as far as it helps
   * @throws IllegalArgumentException if there is no level, or the tolerance is not a share
   */
  public static double replicaReads(
      Collection<ReadGroup> groups, List<LevelEffect> levels, double tolerance) {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException("A tolerance is from 0 to 1, not " + tolerance + ".");
    }
    List<LevelEffect> hull = hull(levels);
    double reads = 0;
    double stale = 0;
    List<Step> steps = new ArrayList<>();
    for (ReadGroup group : groups) {
      reads += group.reads();
      stale += group.staleReads();
      for (int level = 1; group.staleReads() > 0 && level < hull.size(); level++) {
        LevelEffect from = hull.get(level - 1);
        LevelEffect to = hull.get(level);
        steps.add(
            new Step(
                group.reads() * (to.replicas() - from.replicas()),
                group.staleReads() * (from.staleShare() - to.staleShare())));
      }
    }
    steps.sort(Comparator.comparingDouble(Step::price));
    double excess = stale - tolerance * reads;
    double extra = 0;
    for (Step step : steps) {
      if (excess <= 0) {
        break;
      }
      double part = Math.min(1, excess / step.fewerStale());
      extra += part * step.extraReplicas();
      excess -= step.fewerStale();
    }
    return hull.get(0).replicas() + extra / reads;
  }

  /** The levels worth sending, from the weakest on, each step dearer than the one before. */
  static List<LevelEffect> hull(List<LevelEffect> levels) {
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("Without a level nothing can be read.");
    }
    List<LevelEffect> sorted = new ArrayList<>(levels);
    sorted.sort(
        Comparator.comparingDouble(LevelEffect::replicas)
            .thenComparingDouble(LevelEffect::staleShare));
    List<LevelEffect> hull = new ArrayList<>();
    // At the weakest level stale reads are stale, whatever it says of itself.
    hull.add(new LevelEffect(sorted.get(0).replicas(), 1));
    for (LevelEffect level : sorted) {
      boolean helps = level.staleShare() < hull.get(hull.size() - 1).staleShare();
      if (helps && level.replicas() > hull.get(0).replicas()) {
        while (hull.size() > 1 && !isDearer(hull, level)) {
          hull.remove(hull.size() - 1);
        }
        hull.add(level);
      }
    }
    return hull;
  }

  /** Whether the step to a level removes less for a replica than the step before it. */
  private static boolean isDearer(List<LevelEffect> hull, LevelEffect level) {
    LevelEffect last = hull.get(hull.size() - 1);
    LevelEffect before = hull.get(hull.size() - 2);
    return (last.staleShare() - level.staleShare()) * (last.replicas() - before.replicas())
        < (before.staleShare() - last.staleShare()) * (level.replicas() - last.replicas());
  }
}
