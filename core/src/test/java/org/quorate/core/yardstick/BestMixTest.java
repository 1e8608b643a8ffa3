package org.quorate.core.yardstick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BestMixTest {
  private static final LevelEffect ONE = new LevelEffect(1, 1);
  private static final LevelEffect ALL = new LevelEffect(3, 0);
  private static final List<LevelEffect> TWO_LEVELS = List.of(ONE, ALL);
  private static final int INSTANCES = 2_000;

  /**
   * A linear program with one mix for each group and one constraint across them has an optimum in
   * which all groups but one are at a single level, and that one at two at most: all of these are
   * tried, without a hull or an order.
   */
  private static double byTryingAll(
      List<ReadGroup> groups, List<LevelEffect> levels, double tolerance) {
    double reads = groups.stream().mapToLong(ReadGroup::reads).sum();
    double best = Double.POSITIVE_INFINITY;
    int choices = (int) Math.pow(levels.size(), groups.size());
    for (int choice = 0; choice < choices; choice++) {
      for (int mixed = 0; mixed < groups.size(); mixed++) {
        double cost = 0;
        double stale = 0;
        int rest = choice;
        LevelEffect first = levels.get(0);
        for (int i = 0; i < groups.size(); i++) {
          LevelEffect level = levels.get(rest % levels.size());
          rest /= levels.size();
          if (i == mixed) {
            first = level;
          } else {
            cost += groups.get(i).reads() * level.replicas();
            stale += groups.get(i).staleReads() * level.staleShare();
          }
        }
        for (LevelEffect second : levels) {
          best =
              Math.min(
                  best,
                  mixed(groups.get(mixed), first, second, cost, tolerance * reads - stale) / reads);
        }
      }
    }
    return best;
  }

  /** What all cost where one group has the cheapest mix of two levels that leaves so many stale. */
  private static double mixed(
      ReadGroup group, LevelEffect first, LevelEffect second, double cost, double allowed) {
    double staleFirst = group.staleReads() * first.staleShare();
    double staleSecond = group.staleReads() * second.staleShare();
    double best = Double.POSITIVE_INFINITY;
    List<Double> parts = new ArrayList<>(List.of(0.0, 1.0));
    if (staleFirst != staleSecond) {
      parts.add((allowed - staleFirst) / (staleSecond - staleFirst));
    }
    for (double part : parts) {
      boolean possible = part >= 0 && part <= 1;
      if (possible && staleFirst + part * (staleSecond - staleFirst) <= allowed + 1e-9) {
        double replicas = first.replicas() + part * (second.replicas() - first.replicas());
        best = Math.min(best, cost + group.reads() * replicas);
      }
    }
    return best;
  }

  private static List<ReadGroup> groups(Random random) {
    List<ReadGroup> groups = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int reads = 1 + random.nextInt(20);
      groups.add(new ReadGroup(reads, random.nextInt(3) == 0 ? 0 : random.nextInt(reads + 1)));
    }
    return groups;
  }

  private static List<LevelEffect> levels(Random random) {
    List<LevelEffect> levels = new ArrayList<>(List.of(ONE));
    for (int i = random.nextInt(4); i > 0; i--) {
      levels.add(new LevelEffect(2 + random.nextInt(4), random.nextInt(11) / 10.0));
    }
    levels.add(new LevelEffect(2 + random.nextInt(5), 0));
    return levels;
  }

  @Test
  void isTheOptimumThatTryingAllMixesFinds() {
    Random random = new Random(1);
    for (int i = 0; i < INSTANCES; i++) {
      List<ReadGroup> groups = groups(random);
      List<LevelEffect> levels = levels(random);
      double tolerance = random.nextInt(4) == 0 ? 0 : random.nextDouble();

      assertThat(BestMix.replicaReads(groups, levels, tolerance))
          .as("%s at %s, tolerance %s", groups, levels, tolerance)
          .isCloseTo(byTryingAll(groups, levels, tolerance), within(1e-9));
    }
  }

  @Test
  void noMixThatKeepsTheToleranceAsksFewerReplicas() {
    Random random = new Random(2);
    for (int i = 0; i < INSTANCES; i++) {
      List<ReadGroup> groups = groups(random);
      List<LevelEffect> levels = levels(random);
      double reads = 0;
      double stale = 0;
      double replicas = 0;
      for (ReadGroup group : groups) {
        LevelEffect first = levels.get(random.nextInt(levels.size()));
        LevelEffect second = levels.get(random.nextInt(levels.size()));
        double part = random.nextDouble();
        reads += group.reads();
        stale +=
            group.staleReads()
                * (first.staleShare() + part * (second.staleShare() - first.staleShare()));
        replicas +=
            group.reads() * (first.replicas() + part * (second.replicas() - first.replicas()));
      }

      assertThat(BestMix.replicaReads(groups, levels, Math.min(1, stale / reads)))
          .isLessThanOrEqualTo(replicas / reads + 1e-9);
    }
  }

  @Test
  void asMoreIsToleratedLessIsAsked() {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      List<ReadGroup> groups = groups(random);
      List<LevelEffect> levels = levels(random);
      double before = Double.POSITIVE_INFINITY;
      for (int percent = 0; percent <= 100; percent++) {
        double now = BestMix.replicaReads(groups, levels, percent / 100.0);
        assertThat(now).isLessThanOrEqualTo(before);
        before = now;
      }
      assertThat(before).as("where every stale read is tolerated").isEqualTo(1);
    }
  }

  @Test
  void knowingMoreNeverCostsMore() {
    Random random = new Random(4);
    for (int i = 0; i < INSTANCES; i++) {
      List<ReadGroup> groups = groups(random);
      List<LevelEffect> levels = levels(random);
      ReadGroup all = groups.stream().reduce(new ReadGroup(0, 0), ReadGroup::plus);
      double tolerance = random.nextDouble();

      assertThat(BestMix.replicaReads(groups, levels, tolerance))
          .isLessThanOrEqualTo(BestMix.replicaReads(List.of(all), levels, tolerance) + 1e-9);
    }
  }

  @Test
  void theStalestReadsAreRaisedFirstAndTheLastInPart() {
    List<ReadGroup> groups =
        List.of(new ReadGroup(10, 8), new ReadGroup(20, 4), new ReadGroup(70, 0));

    // Of 12 stale reads 2 may stay: all of the first group are raised, half of the second.
    assertThat(BestMix.replicaReads(groups, TWO_LEVELS, 0.02))
        .isEqualTo(1 + (10 * 2 + 10 * 2) / 100.0);
  }

  @Test
  void aLevelBetweenIsUsedOnlyWhereItIsWorthItsReplicas() {
    List<ReadGroup> groups = List.of(new ReadGroup(100, 10));
    LevelEffect good = new LevelEffect(2, 0.1);
    LevelEffect poor = new LevelEffect(2, 0.6);

    assertThat(BestMix.replicaReads(groups, List.of(ALL, good, ONE), 0.01)).isEqualTo(2);
    assertThat(BestMix.replicaReads(groups, List.of(ALL, poor, ONE), 0.01))
        .isEqualTo(BestMix.replicaReads(groups, TWO_LEVELS, 0.01));
  }

  @Test
  void aWeakestLevelThatMeetsEveryWriteIsAllThereIs() {
    assertThat(BestMix.replicaReads(List.of(new ReadGroup(5, 0)), List.of(ONE), 0)).isEqualTo(1);
    assertThat(BestMix.replicaReads(List.of(new ReadGroup(5, 1)), List.of(ONE), 0)).isEqualTo(1);
  }

  @Test
  void withoutReadsNothingIsKnown() {
    assertThat(BestMix.replicaReads(List.of(), TWO_LEVELS, 0.01)).isNaN();
  }

  @Test
  void whatCannotBeIsRefused() {
    List<ReadGroup> some = List.of(new ReadGroup(5, 1));
    assertThatThrownBy(() -> BestMix.replicaReads(some, List.of(), 0.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BestMix.replicaReads(some, TWO_LEVELS, 1.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BestMix.replicaReads(some, TWO_LEVELS, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ReadGroup(1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LevelEffect(1, 1.5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LevelEffect(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
