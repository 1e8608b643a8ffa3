package org.quorate.core.recency;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which part of some reads is of keys of each class, by doublings of the age of the row's newest
 * write: what has to be told of classes beside how many reads there are of each bin. Immutable.
 */
public final class ClassParts {
  /** Of no reads. */
  public static final ClassParts NONE =
      new ClassParts(new double[KeyPlace.CLASSES][AgeBins.DOUBLINGS]);

  private static final int COLDEST = 0;
  private static final int HOTTEST = KeyPlace.CLASSES - 1;

  private final double[][] counts;

  private ClassParts(double[][] counts) {
    this.counts = counts;
  }

  /** Of reads of each class of {@link KeyPlace}. */
  public static ClassParts of(List<AgeCounts> byClass) {
    double[][] counts = new double[KeyPlace.CLASSES][AgeBins.DOUBLINGS];
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        counts[of][AgeBins.doubling(bin)] += byClass.get(of).count(bin);
      }
    }
    return of(counts);
  }

  /**
   * Rounded to the precision of a {@code float}.
   *
   * @param counts reads of each class and {@linkplain AgeBins#doubling doubling}, at least 0
   * @throws IllegalArgumentException if one is negative, not finite, or they are not as many
   */
  public static ClassParts of(double[][] counts) {
    double[][] rounded = new double[KeyPlace.CLASSES][];
    boolean isNone = true;
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      rounded[of] = Arrays.stream(counts[of]).map(each -> (float) each).toArray();
      for (double each : rounded[of]) {
        if (!(each >= 0) || Double.isInfinite(each)) {
          throw new IllegalArgumentException("A part of reads is at least 0, but one is " + each);
        }
        isNone &= each == 0;
      }
    }
    return isNone ? NONE : new ClassParts(rounded);
  }

  /**
   * Reads of a class.
   *
   * @param keyClass 0 to {@link KeyPlace#CLASSES} - 1
   * @param doubling 0 to {@link AgeBins#DOUBLINGS} - 1
   */
  public double count(int keyClass, int doubling) {
    return counts[keyClass][doubling];
  }

  /**
   * Splits reads into those of each class as these were: within a doubling all bins alike. Those of
   * a doubling of which no part is known count as of the hottest class.
   *
   * <p>Whoever sends more requests of the same keys has each of them in a hotter class, by the
   * binary logarithm of how many times as many they are: parts of a class are put in the two that
   * this is between. Keys of which nothing is counted, and the hottest ones, stay where they are.
   *
   * @param hotterBy classes, also a part of one, or less than 0
   * @return of each class; their sum is what was split
   */
  public List<AgeCounts> split(AgeCounts all, double hotterBy) {
    if (all.total() == 0) {
      return Collections.nCopies(KeyPlace.CLASSES, AgeCounts.NONE);
    }
    double[][] shifted = shifted(hotterBy);
    double[][] split = new double[KeyPlace.CLASSES][AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      double count = all.count(bin);
      if (count > 0) {
        split(count, bin, shifted, split);
      }
    }
    return IntStream.range(0, KeyPlace.CLASSES).mapToObj(of -> AgeCounts.of(split[of])).toList();
  }

  private static void split(double count, int bin, double[][] parts, double[][] split) {
    int doubling = AgeBins.doubling(bin);
    double sum = 0;
    for (double[] ofClass : parts) {
      sum += ofClass[doubling];
    }
    if (sum > 0) {
      for (int of = 0; of < KeyPlace.CLASSES; of++) {
        split[of][bin] = count * parts[of][doubling] / sum;
      }
    } else {
      split[HOTTEST][bin] = count;
    }
  }

  private double[][] shifted(double hotterBy) {
    double[][] shifted = new double[KeyPlace.CLASSES][AgeBins.DOUBLINGS];
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      boolean stays = of == COLDEST || of == HOTTEST;
      double place = stays ? of : Math.max(COLDEST, Math.min(HOTTEST, of + hotterBy));
      int lower = (int) place;
      double above = place - lower;
      for (int doubling = 0; doubling < AgeBins.DOUBLINGS; doubling++) {
        shifted[lower][doubling] += (1 - above) * counts[of][doubling];
        if (above > 0) {
          shifted[lower + 1][doubling] += above * counts[of][doubling];
        }
      }
    }
    return shifted;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClassParts that && Arrays.deepEquals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(counts);
  }
}
