package org.quorate.study.prediction;

import java.util.Comparator;
import java.util.List;

/** The kinds of models. */
public enum ModelKind {
  /** Time by {@link Demands#queueingTime}, energy by {@link EnergyTerms}. */
  MEAN_VALUE_ANALYSIS("mean value analysis", true) {
    @Override
    CellModel fit(List<MeasuredCell> cells) {
      return DemandModel.of(cells, Demands::ofQueues, Demands::queueingTime);
    }
  },
  /** Time by {@link Demands#summedTime}, energy by {@link EnergyTerms}. */
  SUM_OF_DEMANDS("sum of demands", true) {
    @Override
    CellModel fit(List<MeasuredCell> cells) {
      return DemandModel.of(cells, Demands::ofSums, Demands::summedTime);
    }
  },
  /** Time and energy, each by a straight line on logarithms; a rival. */
  STRAIGHT_LINE("straight line", false) {
    @Override
    CellModel fit(List<MeasuredCell> cells) {
      LogLine time = LogLine.through(cells, MeasuredCell::secondsPerOperation);
      LogLine energy = DemandModel.energyLine(cells);
      return new CellModel() {
        @Override
        public double secondsPerOperation(CellFeatures cell) {
          return time.of(cell);
        }

        @Override
        public double joulesPerOperation(CellFeatures cell) {
          return energy == null ? Double.NaN : energy.of(cell);
        }
      };
    }
  },
  /** Time and energy of the fitted cell that is most alike; a rival. */
  NEAREST_CELL("nearest fitted cell", false) {
    @Override
    CellModel fit(List<MeasuredCell> cells) {
      return new CellModel() {
        @Override
        public double secondsPerOperation(CellFeatures cell) {
          return nearest(cells, cell).secondsPerOperation();
        }

        @Override
        public double joulesPerOperation(CellFeatures cell) {
          Double joules = nearest(cells, cell).joulesPerOperation();
          return joules == null ? Double.NaN : joules;
        }
      };
    }
  };

  /** More than any two cells of one stratum are apart. */
  private static final double OTHER_STRATUM = 1000;

  private final String text;
  private final boolean choosable;

  ModelKind(String text, boolean choosable) {
    this.text = text;
    this.choosable = choosable;
  }

  /** The name for people. */
  public String text() {
    return text;
  }

  /** Whether predictions may be made by it; if not, it is what predictions must beat. */
  public boolean isChoosable() {
    return choosable;
  }

  /**
   * The model of some cells.
   *
   * @param cells at least one
   */
  abstract CellModel fit(List<MeasuredCell> cells);

  /** The cell with the smallest sum of the logarithms of what its features differ by. */
  private static MeasuredCell nearest(List<MeasuredCell> cells, CellFeatures wanted) {
    return cells.stream()
        .min(Comparator.comparingDouble(cell -> distance(cell.features(), wanted)))
        .orElseThrow();
  }

  private static double distance(CellFeatures one, CellFeatures other) {
    return Math.abs(Math.log((double) one.clients() / other.clients()))
        + Math.abs(Math.log((double) one.hosts() / other.hosts()))
        + Math.abs(Math.log(one.replicaOperations() / other.replicaOperations()))
        + Math.abs(one.remoteWait() - other.remoteWait())
        + (one.stratum().equals(other.stratum()) ? 0 : OTHER_STRATUM);
  }
}
