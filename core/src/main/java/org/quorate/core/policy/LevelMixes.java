package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.quorate.core.recency.KeyPlace;

/**
 * Which level, or mix of two, each class of keys needs so that stale reads stay within a limit at
 * the fewest replica reads: of each class the lower convex hull of its levels, by replica reads and
 * stale reads, and over all classes the fractional knapsack, which takes what spares most stale
 * reads for a replica read first.
 *
 * <p>For a limit on a sum of the classes' stale reads this is exact, up to the {@value #PARTS}th of
 * one class that the last step is rounded up to (Dantzig, Discrete-variable extremum problems,
 * Operations Research 5, 1957; with a hull for each class it is the linear multiple-choice
 * knapsack, Sinha and Zoltners, Operations Research 27, 1979). An upper bound of such a sum is no
 * sum of bounds; then the order stays that of what is expected, and the bound says how far down the
 * order one has to go.
 */
final class LevelMixes {
  /** Parts of a class that a mix is told in. */
  static final int PARTS = KeyPlace.DRAWS;

  /**
   * A level of any class.
   *
   * @param cost replica reads of one read, at least 0
   * @param left of what is stale at the weakest level, 0 to 1
   */
  record Rung(double cost, double left) {}

  /**
   * What a class gets.
   *
   * @param lower rung of the reads that are not drawn
   * @param upper rung of those that are
   * @param parts of {@link #PARTS} that are drawn; 0 where the lower one is all there is
   */
  record Mix(int lower, int upper, int parts) {}

  /**
   * What a class is left with of what would be stale at the first rung.
   *
   * @param share of all its keys, 0 to 1
   * @param most of keys that are not drawn
   * @param variance of what one key is left with, since keys are drawn and not reads
   */
  record Left(double share, double most, double variance) {
    /** All of it. */
    static final Left ALL = new Left(1, 1, 0);
  }

  /** From one rung of one class to the next of its hull. */
  private record Step(int of, int from, int to, double gain) {
    Step withGain(double known) {
      return new Step(of, from, to, known);
    }
  }

  private final List<Rung> rungs;
  private final double[] reads;
  private final List<Step> steps = new ArrayList<>();

  /**
   * @param rungs from the cheapest on; what one leaves is less than what the one before does
   * @param reads of each class, at least 0
   * @param stale of each class at the first rung, in the unit of the limit
   */
  LevelMixes(List<Rung> rungs, double[] reads, double[] stale) {
    this.rungs = rungs;
    this.reads = reads.clone();
    List<Integer> hull = hull(rungs);
    for (int of = 0; of < reads.length; of++) {
      for (int i = 1; i < hull.size(); i++) {
        Rung from = rungs.get(hull.get(i - 1));
        Rung to = rungs.get(hull.get(i));
        double spared = stale[of] * (from.left() - to.left());
        Step step = new Step(of, hull.get(i - 1), hull.get(i), 0);
        steps.add(spared == 0 ? step : step.withGain(spared / cost(step)));
      }
    }
    // Sorting is stable, so that steps of one class keep their order.
    steps.sort(Comparator.comparingDouble(Step::gain).reversed());
  }

  /** Andrew's monotone chain, of points that are in order. */
  private static List<Integer> hull(List<Rung> rungs) {
    List<Integer> hull = new ArrayList<>();
    for (int next = 0; next < rungs.size(); next++) {
      while (hull.size() > 1
          && isAbove(
              rungs.get(hull.get(hull.size() - 2)),
              rungs.get(hull.get(hull.size() - 1)),
              rungs.get(next))) {
        hull.remove(hull.size() - 1);
      }
      hull.add(next);
    }
    return hull;
  }

  /** Whether a middle point is no lower than the line between the others. */
  private static boolean isAbove(Rung first, Rung middle, Rung last) {
    return (middle.left() - first.left()) * (last.cost() - first.cost())
        >= (last.left() - first.left()) * (middle.cost() - first.cost());
  }

  /**
   * The mixes with the fewest replica reads that are enough, or those at the last rung where none
   * are.
   *
   * @param isEnough whether what is stale is within the limit, by what classes are left with
   */
  List<Mix> cheapest(Predicate<List<Left>> isEnough) {
    int enough = steps.size();
    int tooFew = -1;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      if (isEnough.test(left(mixes(middle, 0)))) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    if (enough == 0) {
      return mixes(0, 0);
    }
    int most = PARTS;
    int least = 0;
    while (most - least > 1) {
      int middle = (least + most) >>> 1;
      if (isEnough.test(left(mixes(enough - 1, middle)))) {
        most = middle;
      } else {
        least = middle;
      }
    }
    return mixes(enough - 1, most);
  }

  /**
   * Whether any mixes that cost less can be enough, which asks once where {@link #cheapest} asks a
   * dozen times.
   *
   * @param most replica reads of all classes, in the unit of the reads
   */
  boolean areEnoughBelow(double most, Predicate<List<Left>> isEnough) {
    double cost = cost(mixes(0, 0));
    int whole = 0;
    while (whole < steps.size() && cost + cost(steps.get(whole)) < most) {
      cost += cost(steps.get(whole));
      whole++;
    }
    int parts =
        whole == steps.size()
            ? 0
            : (int) Math.max(0, Math.floor(PARTS * (most - cost) / cost(steps.get(whole))));
    // Of drawn keys the bound has their variance in it, so that a part may be less than none.
    return isEnough.test(left(mixes(whole, 0)))
        || (parts > 0 && isEnough.test(left(mixes(whole, Math.min(parts, PARTS)))));
  }

  private double cost(Step step) {
    return reads[step.of()] * (rungs.get(step.to()).cost() - rungs.get(step.from()).cost());
  }

  /** After so many whole steps and a part of the next. */
  private List<Mix> mixes(int whole, int parts) {
    Mix[] mixes = new Mix[reads.length];
    Arrays.fill(mixes, new Mix(0, 0, 0));
    for (Step step : steps.subList(0, whole)) {
      mixes[step.of()] = new Mix(step.to(), step.to(), 0);
    }
    if (parts > 0) {
      Step next = steps.get(whole);
      mixes[next.of()] =
          parts == PARTS
              ? new Mix(next.to(), next.to(), 0)
              : new Mix(next.from(), next.to(), parts);
    }
    return List.of(mixes);
  }

  /** What classes are left with. */
  List<Left> left(List<Mix> mixes) {
    return mixes.stream().map(this::left).toList();
  }

  private Left left(Mix mix) {
    double drawn = (double) mix.parts() / PARTS;
    double most = rungs.get(mix.lower()).left();
    double spared = most - rungs.get(mix.upper()).left();
    return new Left(mean(mix, Rung::left), most, spared * spared * drawn * (1 - drawn));
  }

  /** Replica reads of all classes, in the unit of the reads. */
  double cost(List<Mix> mixes) {
    double sum = 0;
    for (int of = 0; of < reads.length; of++) {
      sum += reads[of] * mean(mixes.get(of), Rung::cost);
    }
    return sum;
  }

  private double mean(Mix mix, ToDoubleFunction<Rung> of) {
    double lower = of.applyAsDouble(rungs.get(mix.lower()));
    double upper = of.applyAsDouble(rungs.get(mix.upper()));
    return lower + (upper - lower) * mix.parts() / PARTS;
  }
}
