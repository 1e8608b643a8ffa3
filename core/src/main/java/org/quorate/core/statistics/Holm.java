package org.quorate.core.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's step-down correction (Holm, Scandinavian Journal of Statistics 6, 1979): of a family of
 * comparisons, the chance that any true null hypothesis is rejected stays below the level, whatever
 * their dependence.
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusts the p-values of a family: the i-th smallest of m is multiplied by m - i + 1, is not
   * below the adjusted one before it, and not above 1.
   *
   * @param pValues each between 0 and 1
   * @return the adjusted p-values in the order of the arguments
   */
  public static List<Double> adjust(List<Double> pValues) {
    int m = pValues.size();
    for (double p : pValues) {
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException(
            "A p-value lies between 0 and 1, but this is " + p + ".");
      }
    }
    Double[] adjusted = new Double[m];
    Integer[] order = IntStream.range(0, m).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparing(pValues::get));
    double largest = 0;
    for (int i = 0; i < m; i++) {
      largest = Math.max(largest, Math.min(1, pValues.get(order[i]) * (m - i)));
      adjusted[order[i]] = largest;
    }
    return new ArrayList<>(Arrays.asList(adjusted));
  }
}
