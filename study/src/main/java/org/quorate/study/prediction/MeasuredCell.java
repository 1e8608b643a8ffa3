package org.quorate.study.prediction;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.RunResult;

/**
 * A cell with what its runs showed: geometric means over runs.
 *
 * @param secondsPerOperation one over the throughput of all clients together, above 0
 * @param joulesPerOperation of all hosts together, above 0; null where the energy of a run is not
 *     known
 * @param runs how many, at least 1
 */
public record MeasuredCell(
    CellFeatures features,
    double secondsPerOperation,
    @Nullable Double joulesPerOperation,
    int runs) {
  /** Checks the numbers. */
  public MeasuredCell {
    if (!isPositive(secondsPerOperation)
        || (joulesPerOperation != null && !isPositive(joulesPerOperation))) {
      throw new IllegalArgumentException(
          "Only positive times and energies have logarithms, but "
              + features.cell().label()
              + " has "
              + secondsPerOperation
              + " s and "
              + joulesPerOperation
              + " J.");
    }
  }

  private static boolean isPositive(double value) {
    return value > 0 && Double.isFinite(value);
  }

  /**
   * The cell of some runs.
   *
   * @return empty where there is no run, or one in which no operation succeeded
   */
  public static Optional<MeasuredCell> of(CellFeatures features, List<RunResult> runs) {
    double time = 0;
    double energy = 0;
    boolean energyKnown = true;
    for (RunResult run : runs) {
      if (!isPositive(run.achievedPerSecond())) {
        return Optional.empty();
      }
      time -= Math.log(run.achievedPerSecond());
      Double joules = Measure.ENERGY_PER_OPERATION.of(run);
      energyKnown &= joules != null && isPositive(joules);
      energy += joules == null ? 0 : Math.log(joules);
    }
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MeasuredCell(
                features,
                Math.exp(time / runs.size()),
                energyKnown ? Math.exp(energy / runs.size()) : null,
                runs.size()));
  }
}
