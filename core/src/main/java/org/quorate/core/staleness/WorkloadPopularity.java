package org.quorate.core.staleness;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.workload.KeyChooser;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Workload;

/**
 * The key popularity of a workload, by drawing from it: whatever its distribution really does is in
 * the result. The number of draws is fixed, and so is their seed. Stateless.
 *
 * <p>A row that was drawn is likelier one that was drawn too often than too seldom: of a million
 * rows alike, drawn 500,000 times, those that were drawn at all would seem to have three times
 * their share. So rows that were drawn c times count as drawn (c + 1) N<sub>c+1</sub> /
 * N<sub>c</sub> times, N<sub>c</sub> being the number of such rows, and rows never drawn share the
 * N<sub>1</sub> draws that are left over: the estimator of Good and Turing (Good, The population
 * frequencies of species and the estimation of population parameters, Biometrika 40, 1953, formulas
 * 2 and 9). Where there are too few rows of c and c + 1 draws to say, c stays.
 */
public final class WorkloadPopularity {
  private static final int DRAWS = 500_000;
  private static final long SEED = 1;

  /** Of Good and Turing's estimate, for it to be used: its deviation by that of the count. */
  private static final double MOST_DEVIATION = 0.5;

  private WorkloadPopularity() {}

  /**
   * How the workload's requests spread over its rows. Shares come from 500,000 draws, so a row of
   * share p has a relative error of about 1 / sqrt(500,000 p).
   */
  public static KeyPopularity of(Workload workload) {
    KeySequence keys = workload.keySequence();
    KeyChooser chooser = workload.requests().chooser(workload, keys, SeededRandom.stream(SEED, 0));
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(chooser.next(), 1, Integer::sum);
    }
    Map<Integer, Integer> rows = new TreeMap<>();
    counts.values().forEach(count -> rows.merge(count, 1, Integer::sum));
    return of(rows, keys.lastAcknowledged() + 1 - counts.size());
  }

  /**
   * @param rows of each number of draws
   * @param undrawn rows that exist and were never drawn; less than 1 for none
   */
  private static KeyPopularity of(Map<Integer, Integer> rows, long undrawn) {
    double[] weights = new double[rows.size() + 1];
    double[] sizes = new double[rows.size() + 1];
    int group = 0;
    for (Map.Entry<Integer, Integer> each : rows.entrySet()) {
      int draws = each.getKey();
      weights[group] = weight(draws, each.getValue(), rows.getOrDefault(draws + 1, 0));
      sizes[group] = each.getValue();
      group++;
    }
    if (undrawn > 0) {
      weights[group] = rows.getOrDefault(1, 0) / (double) undrawn;
      sizes[group] = undrawn;
    }
    return KeyPopularity.ofGroups(weights, sizes);
  }

  private static double weight(int draws, double rows, double rowsOfOneMore) {
    double estimate = (draws + 1) * rowsOfOneMore / rows;
    double deviation = (draws + 1) / rows * Math.sqrt(rowsOfOneMore * (1 + rowsOfOneMore / rows));
    return rowsOfOneMore > 0 && deviation < MOST_DEVIATION * Math.sqrt(draws) ? estimate : draws;
  }
}
