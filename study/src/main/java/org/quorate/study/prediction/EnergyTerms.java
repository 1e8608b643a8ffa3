package org.quorate.study.prediction;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the energy of an operation is made of: idle power of all hosts while it takes, and joules of
 * its own. None of the numbers is negative. Of energy that a power model estimated they are an
 * account of that model.
 *
 * @param idleWatts of one host
 * @param perOperation joules
 * @param perReplicaOperation more of them for each operation at a replica
 * @param perLoneOperation more of them for an operation that no other client's shares its wakings
 *     with, divided among the clients
 */
public record EnergyTerms(
    double idleWatts, double perOperation, double perReplicaOperation, double perLoneOperation) {
  /** With fewer cells nothing is said of operations that are alone. */
  private static final int FEWEST_FOR_LONE = 5;

  /** Joules per operation of a cell that takes so many seconds per operation. */
  public double joulesPerOperation(CellFeatures cell, double secondsPerOperation) {
    double[] terms = terms(cell, secondsPerOperation);
    return idleWatts * terms[0]
        + perOperation * terms[1]
        + perReplicaOperation * terms[2]
        + perLoneOperation * terms[3];
  }

  private static double[] terms(CellFeatures cell, double secondsPerOperation) {
    return new double[] {
      cell.hosts() * secondsPerOperation, 1, cell.replicaOperations(), 1.0 / cell.clients()
    };
  }

  /**
   * The terms by which the energies of the cells are missed least, relative to them, at the times
   * that were measured.
   *
   * @return null where the energy of a cell is not known
   */
  static @Nullable EnergyTerms of(List<MeasuredCell> cells) {
    int columns = cells.size() < FEWEST_FOR_LONE ? 3 : 4;
    double[][] rows = new double[cells.size()][];
    for (int row = 0; row < rows.length; row++) {
      MeasuredCell cell = cells.get(row);
      Double joules = cell.joulesPerOperation();
      if (joules == null) {
        return null;
      }
      double known = joules;
      rows[row] =
          Arrays.stream(terms(cell.features(), cell.secondsPerOperation()), 0, columns)
              .map(term -> term / known)
              .toArray();
    }
    double[] ones = new double[rows.length];
    Arrays.fill(ones, 1);
    double[] found = Arrays.copyOf(LeastSquares.nonNegative(rows, ones), 4);
    return new EnergyTerms(found[0], found[1], found[2], found[3]);
  }
}
