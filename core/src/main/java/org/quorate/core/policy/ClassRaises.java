package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StaleByAge;

/**
 * What is raised of a table that other processes write too: reads of rows that this one wrote
 * within a window, and of the others a mix of levels for each class of keys; of all windows, tried
 * in doublings, the one that costs fewest replica reads with its mixes.
 *
 * <p>What a level between the weakest and the one that meets every write leaves stale is taken from
 * how many replicas have to lack a write, C(N-W, R) / C(N, R), beside that of the weakest, as if
 * those that lack it were slow together.
 *
 * @param cost replica reads that are added to each read, on average
 * @param bin that begins where the window ends; 0 for none
 * @param raises that say it
 * @param bound of the share of all reads that are stale
 */
record ClassRaises(double cost, int bin, List<Raise> raises, double bound) {
  /** Nothing is raised in any class. */
  static final List<LevelMixes.Left> EVERYTHING =
      Collections.nCopies(KeyPlace.CLASSES, LevelMixes.Left.ALL);

  private static final int DOUBLING = 8;

  ClassRaises {
    raises = List.copyOf(raises);
  }

  /** The levels that a class may have. */
  private record Ladder(List<Level> levels, List<LevelMixes.Rung> rungs) {
    static Ladder of(Observation observation, ReadLevels levels, Level strongest) {
      Level weakest = levels.weakest();
      double atWeakest = StaleByAge.missed(observation, levels.counted(weakest));
      List<Level> all = new ArrayList<>();
      List<LevelMixes.Rung> rungs = new ArrayList<>();
      for (Level level : levels.all()) {
        double missed = StaleByAge.missed(observation, levels.counted(level));
        boolean isBetween =
            levels.replicas(level) > levels.replicas(weakest)
                && levels.replicas(level) < levels.replicas(strongest)
                && missed > 0;
        if (level == weakest || isBetween || level == strongest) {
          all.add(level);
          double left = level == weakest ? 1 : level == strongest ? 0 : missed / atWeakest;
          rungs.add(
              new LevelMixes.Rung(
                  (double) levels.replicas(level) - levels.replicas(weakest), left));
        }
      }
      return new Ladder(all, rungs);
    }

    double mostCost() {
      return rungs.get(rungs.size() - 1).cost();
    }
  }

  /**
   * The cheapest raises that keep a limit; empty where nothing tells what others make stale.
   *
   * @param strongest level, which meets every write
   * @param limit of the bound of the share of all reads that are stale
   * @param shortest window that is tried
   */
  static Optional<ClassRaises> cheapest(
      ClassShares shares,
      Observation observation,
      ReadLevels levels,
      Level strongest,
      double limit,
      int shortest) {
    Ladder ladder = Ladder.of(observation, levels, strongest);
    Optional<ClassRaises> best = Optional.empty();
    for (int bin = shortest; bin <= AgeBins.NEVER; bin++) {
      boolean isTried = bin == shortest || bin % DOUBLING == 1 || bin == AgeBins.NEVER;
      if (isTried) {
        ClassShares.Older older = shares.olderThan(bin);
        double within = 1;
        for (double each : older.reads()) {
          within -= each;
        }
        double ofWindow = Math.max(0, within) * ladder.mostCost();
        if (best.isPresent() && ofWindow >= best.get().cost()) {
          return best;
        }
        double most = best.map(ClassRaises::cost).orElse(Double.POSITIVE_INFINITY);
        Optional<ClassRaises> next = of(older, bin, ofWindow, most, ladder, limit);
        if (next.isPresent() && (best.isEmpty() || next.get().cost() < best.get().cost())) {
          best = next;
        }
      }
    }
    return best;
  }

  private static Optional<ClassRaises> of(
      ClassShares.Older older, int bin, double ofWindow, double most, Ladder ladder, double limit) {
    if (!older.isKnown()) {
      return Optional.empty();
    }
    LevelMixes mixes = new LevelMixes(ladder.rungs(), older.reads(), older.means());
    Predicate<List<LevelMixes.Left>> isEnough = left -> older.isWithin(limit, left);
    if (most < Double.POSITIVE_INFINITY && !mixes.areEnoughBelow(most - ofWindow, isEnough)) {
      return Optional.empty();
    }
    List<LevelMixes.Mix> chosen = mixes.cheapest(isEnough);
    List<Raise> raises = new ArrayList<>();
    if (bin > 0) {
      raises.add(RecencyPolicy.window(bin, ladder.levels().get(ladder.levels().size() - 1)));
    }
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      LevelMixes.Mix mix = chosen.get(of);
      if (mix.lower() > 0) {
        raises.add(new Raise.OfClass(of, KeyPlace.DRAWS, ladder.levels().get(mix.lower())));
      }
      if (mix.parts() > 0) {
        raises.add(new Raise.OfClass(of, mix.parts(), ladder.levels().get(mix.upper())));
      }
    }
    return Optional.of(
        new ClassRaises(
            ofWindow + mixes.cost(chosen), bin, raises, older.bound(mixes.left(chosen))));
  }
}
