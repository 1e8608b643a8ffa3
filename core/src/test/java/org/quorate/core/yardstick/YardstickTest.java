package org.quorate.core.yardstick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YardstickTest {
  private static final List<LevelEffect> LEVELS =
      List.of(new LevelEffect(1, 1), new LevelEffect(2, 0.3), new LevelEffect(3, 0));

  /** Ages of up to three classes, of which stale shares need not fall with the age. */
  private static ReadAgeClasses ages(Random random) {
    List<ReadAgeClasses.OfAge> ages = new ArrayList<>();
    for (int keyClass = 0; keyClass < 1 + random.nextInt(3); keyClass++) {
      for (int bin = 0; bin < 1 + random.nextInt(4); bin++) {
        int reads = 1 + random.nextInt(20);
        ages.add(new ReadAgeClasses.OfAge(keyClass, bin, reads, random.nextInt(reads + 1)));
      }
    }
    return new ReadAgeClasses(ages);
  }

  /**
   * The least that windows cost, by trying them: each class has one, up to some age, but for one
   * class that has a mix of two.
   */
  private static double byTryingWindows(ReadAgeClasses ages, double tolerance) {
    List<List<ReadGroup>> windows = new ArrayList<>();
    ReadGroup all = new ReadGroup(0, 0);
    for (int keyClass = 0; keyClass < ReadAgeClasses.CLASSES; keyClass++) {
      List<ReadGroup> raised = new ArrayList<>(List.of(new ReadGroup(0, 0)));
      for (ReadAgeClasses.OfAge age : ages.ages()) {
        if (age.keyClass() == keyClass) {
          ReadGroup group = new ReadGroup(age.reads(), age.staleReads());
          raised.add(raised.get(raised.size() - 1).plus(group));
          all = all.plus(group);
        }
      }
      windows.add(raised);
    }
    double needed = all.staleReads() - tolerance * all.reads();
    return 1 + 2 * leastRaised(windows, 0, 0, 0, needed, false) / all.reads();
  }

  private static double leastRaised(
      List<List<ReadGroup>> windows,
      int keyClass,
      double reads,
      double stale,
      double needed,
      boolean mixed) {
    if (keyClass == windows.size()) {
      return stale >= needed - 1e-9 ? reads : Double.POSITIVE_INFINITY;
    }
    double least = Double.POSITIVE_INFINITY;
    List<ReadGroup> own = windows.get(keyClass);
    for (ReadGroup window : own) {
      least =
          Math.min(
              least,
              leastRaised(
                  windows,
                  keyClass + 1,
                  reads + window.reads(),
                  stale + window.staleReads(),
                  needed,
                  mixed));
    }
    return mixed ? least : Math.min(least, leastMixed(windows, keyClass, reads, stale, needed));
  }

  /** The class has the mix of two windows that leaves just as many stale reads as it may. */
  private static double leastMixed(
      List<List<ReadGroup>> windows, int keyClass, double reads, double stale, double needed) {
    double least = Double.POSITIVE_INFINITY;
    for (ReadGroup others : sums(windows, keyClass + 1)) {
      double missing = needed - stale - others.staleReads();
      for (ReadGroup shorter : windows.get(keyClass)) {
        for (ReadGroup longer : windows.get(keyClass)) {
          double part =
              (missing - shorter.staleReads()) / (longer.staleReads() - shorter.staleReads());
          if (part >= 0 && part <= 1) {
            least =
                Math.min(
                    least,
                    reads
                        + others.reads()
                        + shorter.reads()
                        + part * (longer.reads() - shorter.reads()));
          }
        }
      }
    }
    return least;
  }

  private static List<ReadGroup> sums(List<List<ReadGroup>> windows, int from) {
    List<ReadGroup> sums = List.of(new ReadGroup(0, 0));
    for (List<ReadGroup> own : windows.subList(from, windows.size())) {
      sums = sums.stream().flatMap(sum -> own.stream().map(sum::plus)).toList();
    }
    return sums;
  }

  @Test
  void theWindowsAreThoseThatTryingAllOfThemFinds() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      ReadAgeClasses ages = ages(random);
      double tolerance = random.nextDouble() / 2;

      assertThat(
              BestMix.replicaReads(
                  ages.groups(), List.of(new LevelEffect(1, 1), new LevelEffect(3, 0)), tolerance))
          .as("%s, tolerance %s", ages, tolerance)
          .isCloseTo(byTryingWindows(ages, tolerance), within(1e-9));
    }
  }

  @Test
  void withinAClassTheStaleShareFallsWithTheAge() {
    ReadAgeClasses ages =
        new ReadAgeClasses(
            List.of(
                new ReadAgeClasses.OfAge(0, 3, 10, 5),
                new ReadAgeClasses.OfAge(0, 4, 10, 7),
                new ReadAgeClasses.OfAge(0, 9, 10, 1),
                new ReadAgeClasses.OfAge(2, 3, 10, 9)));

    assertThat(ages.groups())
        .containsExactly(new ReadGroup(20, 12), new ReadGroup(10, 1), new ReadGroup(10, 9));
  }

  @Test
  void nobodyDoesBetterThanWhoKnowsTheFateOfEveryRead() {
    Random random = new Random(2);
    for (int i = 0; i < 1_000; i++) {
      RunReads reads = new RunReads(cells(random), ages(random));
      double tolerance = random.nextDouble() / 2;
      Yardstick yardstick = Yardstick.of(reads, LEVELS, tolerance);
      double blind = BestMix.replicaReads(List.of(reads.cells().total()), LEVELS, tolerance);

      assertThat(yardstick.clairvoyant()).isBetween(1.0, yardstick.best() + 1e-9);
      assertThat(yardstick.best()).isLessThanOrEqualTo(blind + 1e-9);
    }
  }

  private static ReadCells cells(Random random) {
    List<ReadCells.Alike> cells = new ArrayList<>();
    for (int reads = 1; reads < 6; reads++) {
      cells.add(new ReadCells.Alike(reads, random.nextInt(reads + 1), 1 + random.nextInt(9)));
    }
    return new ReadCells(cells);
  }

  @Test
  void aClairvoyantRaisesStaleReadsAloneAndAsFewAsHeMust() {
    ReadCells cells =
        new ReadCells(List.of(new ReadCells.Alike(4, 1, 10), new ReadCells.Alike(60, 0, 1)));
    RunReads reads =
        new RunReads(cells, new ReadAgeClasses(List.of(new ReadAgeClasses.OfAge(2, 7, 100, 10))));
    Yardstick yardstick =
        Yardstick.of(reads, List.of(new LevelEffect(1, 1), new LevelEffect(3, 0)), 0.02);

    assertThat(yardstick.clairvoyant()).isCloseTo(1 + 0.08 * 2, within(1e-12));
    assertThat(yardstick.best()).isCloseTo(1 + 0.32 * 2, within(1e-12));
    assertThat(yardstick.sameInformation()).isCloseTo(1 + 0.8 * 2, within(1e-12));
  }

  @Test
  void whereEveryStaleReadIsToleratedNoneIsRaised() {
    RunReads reads =
        new RunReads(
            new ReadCells(List.of(new ReadCells.Alike(100, 10, 1))),
            new ReadAgeClasses(List.of(new ReadAgeClasses.OfAge(6, 7, 100, 10))));

    assertThat(Yardstick.of(reads, LEVELS, 0.1)).isEqualTo(new Yardstick(1, 1, 1));
  }
}
