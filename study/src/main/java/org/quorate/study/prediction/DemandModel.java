package org.quorate.study.prediction;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Demands for time and terms for energy, each times the factor of a cell's stratum.
 *
 * @param demands of the first stratum
 * @param terms likewise; null where energy is not known
 */
record DemandModel(
    Demands demands,
    ToDoubleBiFunction<Demands, CellFeatures> time,
    LogLine timeLine,
    @Nullable EnergyTerms terms,
    @Nullable LogLine energyLine)
    implements CellModel {
  static DemandModel of(
      List<MeasuredCell> cells,
      Function<List<MeasuredCell>, Demands> fit,
      ToDoubleBiFunction<Demands, CellFeatures> time) {
    LogLine timeLine = LogLine.through(cells, MeasuredCell::secondsPerOperation);
    LogLine energyLine = energyLine(cells);
    List<MeasuredCell> ofOneStratum =
        cells.stream().map(cell -> alike(cell, timeLine, energyLine)).toList();
    return new DemandModel(
        fit.apply(ofOneStratum), time, timeLine, EnergyTerms.of(ofOneStratum), energyLine);
  }

  /** The line of energies; null where one is not known. */
  static @Nullable LogLine energyLine(List<MeasuredCell> cells) {
    return cells.stream().allMatch(cell -> cell.joulesPerOperation() != null)
        ? LogLine.through(cells, cell -> Objects.requireNonNull(cell.joulesPerOperation()))
        : null;
  }

  /** The cell as one of the first stratum. */
  private static MeasuredCell alike(
      MeasuredCell cell, LogLine timeLine, @Nullable LogLine energyLine) {
    Double joules = cell.joulesPerOperation();
    return new MeasuredCell(
        cell.features(),
        cell.secondsPerOperation() / timeLine.factor(cell.features()),
        joules == null || energyLine == null
            ? null
            : Double.valueOf(joules / energyLine.factor(cell.features())),
        cell.runs());
  }

  @Override
  public double secondsPerOperation(CellFeatures cell) {
    return time.applyAsDouble(demands, cell) * timeLine.factor(cell);
  }

  @Override
  public double joulesPerOperation(CellFeatures cell) {
    return terms == null || energyLine == null
        ? Double.NaN
        : terms.joulesPerOperation(cell, time.applyAsDouble(demands, cell))
            * energyLine.factor(cell);
  }
}
