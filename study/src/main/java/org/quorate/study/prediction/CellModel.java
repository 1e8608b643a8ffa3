package org.quorate.study.prediction;

/** What one kind of model, fitted to some cells, says of any cell. Immutable and thread-safe. */
interface CellModel {
  /** Seconds per operation of all clients together, above 0. */
  double secondsPerOperation(CellFeatures cell);

  /** Joules per operation of all hosts; NaN where the energy of a fitted cell is not known. */
  double joulesPerOperation(CellFeatures cell);
}
