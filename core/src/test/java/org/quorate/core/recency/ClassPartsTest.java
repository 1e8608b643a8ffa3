package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class ClassPartsTest {
  private static final int HOTTEST = KeyPlace.CLASSES - 1;

  private static AgeCounts counts(int bin, double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = count;
    return AgeCounts.of(counts);
  }

  private static List<AgeCounts> reads(int keyClass, AgeCounts of) {
    List<AgeCounts> reads = new ArrayList<>(Collections.nCopies(KeyPlace.CLASSES, AgeCounts.NONE));
    reads.set(keyClass, of);
    return reads;
  }

  /** 200 tables; seed 31. */
  @Test
  void whatIsSplitAddsUpToWhatWasSplitAndKeepsThePartsOfEachDoubling() {
    RandomGenerator random = SeededRandom.stream(31, 1);
    for (int i = 0; i < 200; i++) {
      List<AgeCounts> byClass = new ArrayList<>();
      for (int of = 0; of < KeyPlace.CLASSES; of++) {
        byClass.add(counts(random.nextInt(AgeBins.COUNT), 100 * random.nextDouble()));
      }
      AgeCounts all = byClass.stream().reduce(AgeCounts.NONE, AgeCounts::plus);
      List<AgeCounts> split = ClassParts.of(byClass).split(all.times(3), 0);
      for (int of = 0; of < KeyPlace.CLASSES; of++) {
        assertThat(split.get(of).total()).isCloseTo(3 * byClass.get(of).total(), within(1e-3));
      }
      AgeCounts shifted =
          ClassParts.of(byClass).split(all, 20 * random.nextDouble() - 10).stream()
              .reduce(AgeCounts.NONE, AgeCounts::plus);
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        assertThat(shifted.count(bin)).isCloseTo(all.count(bin), within(1e-9));
      }
    }
  }

  @Test
  void whatHasNoPartIsOfTheHottestClass() {
    List<AgeCounts> split = ClassParts.of(reads(3, counts(50, 1))).split(counts(150, 7), 0);
    assertThat(split.get(HOTTEST).count(150)).isEqualTo(7);
    assertThat(ClassParts.NONE.split(counts(150, 7), 0)).isEqualTo(split);
  }

  @Test
  void keysAreInAHotterClassOfWhoSendsMore() {
    ClassParts parts = ClassParts.of(reads(7, counts(AgeBins.NEVER, 1)));
    AgeCounts all = counts(AgeBins.NEVER, 100);
    assertThat(parts.split(all, 2).get(9).total()).isEqualTo(100);
    assertThat(parts.split(all, -1.25).get(5).total()).isCloseTo(25, within(1e-9));
    assertThat(parts.split(all, -1.25).get(6).total()).isCloseTo(75, within(1e-9));
    assertThat(parts.split(all, 99).get(HOTTEST).total()).isEqualTo(100);
    assertThat(parts.split(all, -99).get(0).total()).isEqualTo(100);
    assertThat(ClassParts.of(reads(0, counts(9, 1))).split(counts(9, 4), 3).get(0).total())
        .as("of which nothing is counted")
        .isEqualTo(4);
    assertThat(ClassParts.of(reads(HOTTEST, counts(9, 1))).split(counts(9, 4), -3).get(HOTTEST))
        .isEqualTo(counts(9, 4));
  }

  @Test
  void whatIsNoCountIsRefused() {
    double[][] wrong = new double[KeyPlace.CLASSES][AgeBins.DOUBLINGS];
    wrong[2][3] = Double.NaN;
    assertThatThrownBy(() -> ClassParts.of(wrong)).hasMessageContaining("at least 0");
    wrong[2][3] = Double.MAX_VALUE;
    assertThatThrownBy(() -> ClassParts.of(wrong)).hasMessageContaining("Infinity");
  }
}
