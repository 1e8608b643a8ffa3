package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.quorate.core.policy.LevelMixes.Left;
import org.quorate.core.policy.LevelMixes.Mix;
import org.quorate.core.policy.LevelMixes.Rung;

class LevelMixesTest {
  private static ToDoubleFunction<List<Left>> sum(double[] stale) {
    return left -> {
      double sum = 0;
      for (int of = 0; of < stale.length; of++) {
        sum += stale[of] * left.get(of).share();
      }
      return sum;
    };
  }

  /**
   * 2,000 random tables of up to four classes and four levels; seed 30. The optimum of a linear
   * programme with one limit is at a vertex, where at most one class has a mix of two levels: so
   * all of these are tried. The solution may be dearer by one part of a class, which is rounded up.
   */
  @Test
  void noChoiceThatKeepsTheLimitIsCheaperThanTheMixes() {
    SplittableRandom random = new SplittableRandom(30);
    for (int round = 0; round < 2_000; round++) {
      List<Rung> rungs = rungs(random);
      int classes = 1 + random.nextInt(4);
      double[] reads = random.doubles(classes, 0.01, 1).toArray();
      double[] stale = random.doubles(classes, 0, 0.2).toArray();
      double limit = random.nextDouble() * 0.3;
      LevelMixes mixes = new LevelMixes(rungs, reads, stale);
      List<Mix> chosen = mixes.cheapest(left -> sum(stale).applyAsDouble(left) <= limit);
      assertThat(sum(stale).applyAsDouble(mixes.left(chosen))).isLessThanOrEqualTo(limit + 1e-12);
      double best = best(rungs, reads, stale, limit);
      assertThat(mixes.cost(chosen)).isGreaterThanOrEqualTo(best - 1e-9);
      double cost = mixes.cost(chosen);
      assertThat(mixes.areEnoughBelow(cost * 1.001 + 1e-9, left -> isWithin(stale, left, limit)))
          .as("the question that leaves a window out agrees with the search")
          .isTrue();
      double dearest = rungs.get(rungs.size() - 1).cost() / LevelMixes.PARTS;
      if (cost > 2 * dearest) {
        assertThat(mixes.areEnoughBelow(cost - 2 * dearest, left -> isWithin(stale, left, limit)))
            .as("and below what the search found, but for a part of a class, nothing is enough")
            .isFalse();
      }
      double most = rungs.get(rungs.size() - 1).cost();
      assertThat(mixes.cost(chosen)).isLessThanOrEqualTo(best + most / LevelMixes.PARTS);
    }
  }

  private static boolean isWithin(double[] stale, List<Left> left, double limit) {
    return sum(stale).applyAsDouble(left) <= limit;
  }

  private static List<Rung> rungs(SplittableRandom random) {
    int count = 2 + random.nextInt(3);
    List<Double> left =
        new ArrayList<>(
            random
                .doubles(count - 2, 0.01, 0.99)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .toList());
    left.add(0, 1.0);
    left.add(0.0);
    List<Rung> rungs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rungs.add(new Rung(i, left.get(i)));
    }
    return rungs;
  }

  private static double best(List<Rung> rungs, double[] reads, double[] stale, double limit) {
    double best = Double.POSITIVE_INFINITY;
    int choices = (int) Math.pow(rungs.size(), reads.length);
    for (int choice = 0; choice < choices; choice++) {
      double cost = 0;
      double left = 0;
      int rest = choice;
      int[] rung = new int[reads.length];
      for (int of = 0; of < reads.length; of++) {
        rung[of] = rest % rungs.size();
        rest /= rungs.size();
        cost += reads[of] * rungs.get(rung[of]).cost();
        left += stale[of] * rungs.get(rung[of]).left();
      }
      if (left <= limit) {
        best = Math.min(best, cost);
      }
      for (int of = 0; of < reads.length && left > limit; of++) {
        for (Rung other : rungs) {
          double spared = stale[of] * (rungs.get(rung[of]).left() - other.left());
          if (left - spared <= limit) {
            double part = (left - limit) / spared;
            best =
                Math.min(
                    best, cost + part * reads[of] * (other.cost() - rungs.get(rung[of]).cost()));
          }
        }
      }
    }
    return best;
  }

  @Test
  void aLevelAboveTheLineBetweenTwoOthersIsNeverUsed() {
    List<Rung> rungs = List.of(new Rung(0, 1), new Rung(1, 0.6), new Rung(2, 0));
    double[] stale = {0.1, 0.1};
    List<Mix> chosen =
        new LevelMixes(rungs, new double[] {1, 2}, stale)
            .cheapest(left -> sum(stale).applyAsDouble(left) <= 0.15 + 1e-9);
    assertThat(chosen).containsExactly(new Mix(0, 2, 128), new Mix(0, 0, 0));
  }

  @Test
  void whereNothingIsEnoughAllAreAtTheStrongestLevel() {
    List<Rung> rungs = List.of(new Rung(0, 1), new Rung(2, 0));
    LevelMixes mixes = new LevelMixes(rungs, new double[] {1, 0}, new double[] {0.1, 0});
    List<Mix> chosen = mixes.cheapest(left -> false);
    assertThat(chosen).containsExactly(new Mix(1, 1, 0), new Mix(1, 1, 0));
    assertThat(mixes.cost(chosen)).isEqualTo(2);
  }

  @Test
  void whereKeysAreDrawnWhatIsLeftVaries() {
    List<Rung> rungs = List.of(new Rung(0, 1), new Rung(2, 0));
    LevelMixes mixes = new LevelMixes(rungs, new double[] {1}, new double[] {1});
    assertThat(mixes.left(List.of(new Mix(0, 1, 64))))
        .containsExactly(new Left(0.75, 1, 0.25 * 0.75));
    assertThat(mixes.left(List.of(new Mix(1, 1, 0)))).containsExactly(new Left(0, 0, 0));
  }
}
