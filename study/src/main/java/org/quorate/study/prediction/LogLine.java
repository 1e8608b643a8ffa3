package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A straight line on logarithms: the logarithm of a positive number of cells as a sum of those of
 * clients, hosts and operations at replicas, each with a slope, of the wait for links, and of a
 * constant for each stratum; by least squares. A column that those before it make up is left out.
 * Immutable and thread-safe.
 */
final class LogLine {
  /** What a cell has in a column. */
  private record Column(String stratum, ToDoubleFunction<CellFeatures> value) {
    double of(CellFeatures cell) {
      return stratum.isEmpty() || stratum.equals(cell.stratum()) ? value.applyAsDouble(cell) : 0;
    }
  }

  private final List<Column> columns;
  private final List<Double> slopes;

  private LogLine(List<Column> columns, List<Double> slopes) {
    this.columns = List.copyOf(columns);
    this.slopes = List.copyOf(slopes);
  }

  /**
   * The line through some cells.
   *
   * @param cells at least one
   * @param number positive
   */
  static LogLine through(List<MeasuredCell> cells, ToDoubleFunction<MeasuredCell> number) {
    double[] logarithms =
        cells.stream().mapToDouble(cell -> Math.log(number.applyAsDouble(cell))).toArray();
    List<Column> kept = new ArrayList<>();
    double[] found = new double[0];
    for (Column column : candidates(cells)) {
      List<Column> wider = new ArrayList<>(kept);
      wider.add(column);
      Optional<double[]> solution =
          wider.size() > cells.size()
              ? Optional.empty()
              : LeastSquares.solve(rows(cells, wider), logarithms);
      if (solution.isPresent()) {
        kept = wider;
        found = solution.get();
      }
    }
    return new LogLine(kept, Arrays.stream(found).boxed().toList());
  }

  private static List<Column> candidates(List<MeasuredCell> cells) {
    List<Column> all = new ArrayList<>();
    all.add(new Column("", cell -> 1));
    List<String> strata = cells.stream().map(cell -> cell.features().stratum()).distinct().toList();
    strata.stream().skip(1).forEach(stratum -> all.add(new Column(stratum, cell -> 1)));
    all.add(new Column("", cell -> Math.log(cell.clients())));
    all.add(new Column("", cell -> Math.log(cell.hosts())));
    all.add(new Column("", cell -> Math.log(cell.replicaOperations())));
    all.add(new Column("", CellFeatures::remoteWait));
    return all;
  }

  private static double[][] rows(List<MeasuredCell> cells, List<Column> columns) {
    return cells.stream()
        .map(cell -> columns.stream().mapToDouble(column -> column.of(cell.features())).toArray())
        .toArray(double[][]::new);
  }

  /** The number of a cell, on the line. */
  double of(CellFeatures cell) {
    double sum = 0;
    for (int i = 0; i < slopes.size(); i++) {
      sum += slopes.get(i) * columns.get(i).of(cell);
    }
    return Math.exp(sum);
  }

  /** By what factor the stratum of a cell differs from the first one. */
  double factor(CellFeatures cell) {
    double sum = 0;
    for (int i = 0; i < slopes.size(); i++) {
      sum += columns.get(i).stratum().isEmpty() ? 0 : slopes.get(i) * columns.get(i).of(cell);
    }
    return Math.exp(sum);
  }
}
