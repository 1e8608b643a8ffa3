package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What an operation asks of a cluster, from which the time of a cell follows in two ways. All hosts
 * are alike and share the work of an operation evenly. None of the numbers is negative.
 *
 * @param delay seconds of an operation in which it queues nowhere
 * @param perWait seconds of it for each second that its coordinator waits for links
 * @param host seconds of work of all hosts together
 * @param hostPerReplica more of them for each operation at a replica
 * @param shared seconds of work of what all hosts share, such as the client's machine
 * @param sharedPerReplica more of them for each operation at a replica
 */
public record Demands(
    double delay,
    double perWait,
    double host,
    double hostPerReplica,
    double shared,
    double sharedPerReplica) {
  private static final int TERMS = 6;
  private static final int FEWEST_FOR_SHARED = 3;

  /** What a demand that is not needed for the sum of demands starts from, as a share of all. */
  private static final double TRACE = 0.01;

  private static Demands of(double[] terms) {
    return new Demands(terms[0], terms[1], terms[2], terms[3], terms[4], terms[5]);
  }

  /**
   * Time of a cell by mean value analysis: the hosts are stations, what they share is one more.
   *
   * @return seconds per operation of all clients together
   */
  public double queueingTime(CellFeatures cell) {
    double ofHosts = host + hostPerReplica * cell.replicaOperations();
    ClosedNetwork network =
        new ClosedNetwork(
            delay + perWait * cell.remoteWait(),
            List.of(
                new ClosedNetwork.Stations(cell.hosts(), ofHosts / cell.hosts()),
                new ClosedNetwork.Stations(
                    1, shared + sharedPerReplica * cell.replicaOperations())));
    return 1 / network.throughput(cell.clients());
  }

  /**
   * Time of a cell as the sum of what an operation that is alone takes, divided among the clients,
   * and of what each station must do for it while others wait. Where there is one client that is
   * the network's time, where there are many it is more: stations do not work side by side.
   *
   * @return seconds per operation of all clients together
   */
  public double summedTime(CellFeatures cell) {
    double[] terms = terms(cell);
    return delay * terms[0]
        + perWait * terms[1]
        + host * terms[2]
        + hostPerReplica * terms[3]
        + shared * terms[4]
        + sharedPerReplica * terms[5];
  }

  private static double[] terms(CellFeatures cell) {
    double alone = 1.0 / cell.clients();
    double ofHosts = alone + (1 - alone) / cell.hosts();
    return new double[] {
      alone,
      cell.remoteWait() * alone,
      ofHosts,
      ofHosts * cell.replicaOperations(),
      1,
      cell.replicaOperations()
    };
  }

  /** The demands by whose sums the times of the cells are missed least, relative to the times. */
  static Demands ofSums(List<MeasuredCell> cells) {
    return of(sums(cells, identifiable(cells)));
  }

  private static double[] sums(List<MeasuredCell> cells, List<Integer> known) {
    double[][] rows = new double[cells.size()][];
    for (int row = 0; row < rows.length; row++) {
      double[] terms = terms(cells.get(row).features());
      double time = cells.get(row).secondsPerOperation();
      rows[row] = known.stream().mapToDouble(term -> terms[term] / time).toArray();
    }
    double[] ones = new double[rows.length];
    Arrays.fill(ones, 1);
    return spread(LeastSquares.nonNegative(rows, ones), known);
  }

  /** The demands by whose network the logarithms of the cells' times are missed least. */
  static Demands ofQueues(List<MeasuredCell> cells) {
    List<Integer> known = identifiable(cells);
    double[] sums = sums(cells, known);
    double[] traces = traces(cells);
    double[] start =
        known.stream().mapToDouble(term -> Math.max(sums[term], traces[term])).toArray();
    double[] found =
        DampedLeastSquares.minimise(
            parameters -> {
              Demands demands = of(spread(parameters, known));
              return cells.stream()
                  .mapToDouble(
                      cell ->
                          Math.log(
                              demands.queueingTime(cell.features()) / cell.secondsPerOperation()))
                  .toArray();
            },
            start);
    return of(spread(found, known));
  }

  private static double[] traces(List<MeasuredCell> cells) {
    double response =
        cells.stream()
            .mapToDouble(cell -> cell.secondsPerOperation() * cell.features().clients())
            .average()
            .orElseThrow();
    double replicas =
        cells.stream()
            .mapToDouble(cell -> cell.features().replicaOperations())
            .average()
            .orElseThrow();
    double trace = TRACE * response;
    return new double[] {trace, TRACE, trace, trace / replicas, trace, trace / replicas};
  }

  private static double[] spread(double[] values, List<Integer> known) {
    double[] terms = new double[TERMS];
    for (int i = 0; i < values.length; i++) {
      terms[known.get(i)] = values[i];
    }
    return terms;
  }

  /** The demands that these cells can tell apart, what matters most first. */
  private static List<Integer> identifiable(List<MeasuredCell> cells) {
    boolean sizes = differ(cells, CellFeatures::hosts) || differ(cells, CellFeatures::clients);
    boolean replicas = differ(cells, CellFeatures::replicaOperations);
    List<Integer> known = new ArrayList<>(List.of(2));
    if (sizes) {
      known.add(0);
    }
    if (replicas) {
      known.add(3);
    }
    if (differ(cells, CellFeatures::remoteWait)) {
      known.add(1);
    }
    if (sizes && cells.size() >= FEWEST_FOR_SHARED) {
      known.add(4);
      if (replicas) {
        known.add(5);
      }
    }
    return known.subList(0, Math.min(known.size(), cells.size()));
  }

  private static boolean differ(List<MeasuredCell> cells, ToDoubleFunction<CellFeatures> feature) {
    return cells.stream()
            .mapToDouble(cell -> feature.applyAsDouble(cell.features()))
            .distinct()
            .count()
        > 1;
  }
}
