package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.quorate.study.plan.Cell;

/**
 * Cells of a cluster whose demands are known.
 *
 * @param demands of time
 * @param terms of energy
 */
record SimulatedCells(Demands demands, EnergyTerms terms) {
  static final List<Integer> CLIENTS = List.of(1, 2, 4, 8, 16, 32);
  static final List<Integer> HOSTS = List.of(3, 4, 5, 6);

  /** Something like three to six small servers over links of a millisecond. */
  static final SimulatedCells USUAL =
      new SimulatedCells(
          new Demands(0.006, 1, 0.008, 0.002, 0.0004, 0), new EnergyTerms(2.2, 0.01, 0.004, 0));

  private static final Map<String, Double> REPLICAS = Map.of("ONE", 2.0, "QUORUM", 2.5, "ALL", 3.0);

  private static final Map<String, Double> WAITS =
      Map.of("ONE", 0.0, "QUORUM", 0.0012, "ALL", 0.0015);

  static CellFeatures features(int hosts, int clients, String level) {
    Map<String, String> levels = new LinkedHashMap<>();
    levels.put("nodes", Integer.toString(hosts));
    levels.put("threads", Integer.toString(clients));
    levels.put("read-level", level);
    return new CellFeatures(
        new Cell(levels),
        "",
        clients,
        hosts,
        REPLICAS.getOrDefault(level, 1.0),
        WAITS.getOrDefault(level, 0.0));
  }

  /** All cells of a study of hosts, clients and levels. */
  static List<CellFeatures> all() {
    List<CellFeatures> all = new ArrayList<>();
    for (int hosts : HOSTS) {
      for (int clients : CLIENTS) {
        for (String level : List.of("ONE", "QUORUM", "ALL")) {
          all.add(features(hosts, clients, level));
        }
      }
    }
    return all;
  }

  static List<CellFeatures> those(Predicate<CellFeatures> wanted) {
    return all().stream().filter(wanted).toList();
  }

  /** A cell as it is, in a network of queues. */
  MeasuredCell exact(CellFeatures cell) {
    double time = demands.queueingTime(cell);
    return new MeasuredCell(cell, time, terms.joulesPerOperation(cell, time), 1);
  }

  /** A cell as runs find it, off by chance: both logarithms by normal errors. */
  MeasuredCell noisy(CellFeatures cell, double sigma, RandomGenerator random) {
    MeasuredCell exact = exact(cell);
    Double joules = exact.joulesPerOperation();
    return new MeasuredCell(
        cell,
        exact.secondsPerOperation() * Math.exp(sigma * random.nextGaussian()),
        joules == null ? null : Double.valueOf(joules * Math.exp(sigma * random.nextGaussian())),
        2);
  }

  List<MeasuredCell> exact(List<CellFeatures> cells) {
    return cells.stream().map(this::exact).toList();
  }

  List<MeasuredCell> noisy(List<CellFeatures> cells, double sigma, RandomGenerator random) {
    return cells.stream().map(cell -> noisy(cell, sigma, random)).toList();
  }
}
