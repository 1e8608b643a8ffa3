package org.quorate.load.history;

import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;

/**
 * Takes the operations of one load lane. Each is used by one thread at a time; calls cost some
 * nanoseconds, take no lock and allocate nothing, except that once in a few thousand calls a full
 * chunk is handed over, which waits while the writer of the file is behind.
 */
@FunctionalInterface
public interface LaneHistory {
  /** The version of a read that found no row. */
  long NO_VERSION = HistoryFormat.NO_VERSION;

  /** Takes an operation; see {@link #read} and {@link #write}, by which it is called. */
  void take(
      OperationType type,
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome);

  /**
   * Takes a read.
   *
   * @param key the number of the key, recorded as {@code user<key>}
   * @param version the version that was returned, {@link #NO_VERSION} where no row was found;
   *     recorded only when the outcome is OK
   * @param invokeNanos when the operation was sent, in ns of the run's one clock
   * @param completeNanos when its answer was there, on the same clock, not before {@code
   *     invokeNanos}
   * @param outcome a read that timed out is recorded as an error: a read without a result
   * @throws java.io.UncheckedIOException if the file cannot be written; every later call throws too
   * @throws IllegalStateException if the recorder is closed
   */
  default void read(
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {
    take(OperationType.READ, key, version, invokeNanos, completeNanos, client, level, outcome);
  }

  /**
   * Takes a write.
   *
   * @param version the version that was written, not {@link #NO_VERSION}
   * @param completeNanos ignored when the outcome is {@link Outcome#TIMEOUT}: such a write is
   *     open-ended
   * @throws java.io.UncheckedIOException if the file cannot be written; every later call throws too
   * @throws IllegalStateException if the recorder is closed
   */
  default void write(
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {
    take(OperationType.WRITE, key, version, invokeNanos, completeNanos, client, level, outcome);
  }

  /** A history that keeps nothing: for runs whose staleness is not judged. */
  static LaneHistory none() {
    return (type, key, version, invokeNanos, completeNanos, client, level, outcome) -> {};
  }
}
