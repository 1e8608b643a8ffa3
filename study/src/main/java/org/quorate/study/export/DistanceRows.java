package org.quorate.study.export;

import org.quorate.study.plan.Cell;
import org.quorate.study.summary.BestDistance;

/** One line of {@code distances.csv} per policy and setting. Stateless. */
final class DistanceRows {
  private DistanceRows() {}

  static CsvTable.Row of(BestDistance distance) {
    CsvTable.Row row = new CsvTable.Row();
    row.put("cell", new Cell(distance.policy()).label());
    distance.policy().forEach(row::put);
    row.put("tolerance", distance.tolerance())
        .put("levels", String.join(" ", distance.levels()))
        .put("pairs", distance.pairs());
    CellRows.estimate("replica_reads_asked_per_read", distance.replicaReads(), row);
    CellRows.estimate("best", distance.best(), row);
    CellRows.estimate("same_information", distance.sameInformation(), row);
    CellRows.estimate("clairvoyant", distance.clairvoyant(), row);
    CellRows.estimate("over_best", distance.overBest(), row);
    CellRows.estimate("over_same_information", distance.overSameInformation(), row);
    return row;
  }
}
