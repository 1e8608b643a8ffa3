package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationRounds;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.ReadLevels;

/**
 * Has the propagation times of tables measured, and hands each what came of it. What is known of a
 * table is looked at and changed under the lock of the controller. Rounds are begun by its thread
 * alone.
 */
final class Measurements implements AutoCloseable {
  /** So many times as often as else. */
  static final int WHILE_LEARNING = 4;

  private final PropagationRounds propagation;
  private final Map<TableName, TableControl> tables;
  private final ProblemReports problems;
  private final Object lock;
  private final LongSupplier nanoTime;
  private int rounds;

  /**
   * @param thread on which answers are taken in, under the lock
   * @param lock of what is known of tables
   */
  Measurements(
      CqlSession session,
      AdaptiveSettings settings,
      DoubleSupplier averageWriteBytes,
      Map<TableName, TableControl> tables,
      ProblemReports problems,
      Executor thread,
      Object lock,
      LongSupplier nanoTime) {
    this.tables = tables;
    this.problems = problems;
    this.lock = lock;
    this.nanoTime = nanoTime;
    this.propagation =
        new PropagationRounds(
            session,
            settings.propagation(),
            averageWriteBytes,
            (table, levels, reading, failure) ->
                thread.execute(() -> measured(table, levels, reading, failure)));
  }

  /**
   * Begins what is due; of {@value #WHILE_LEARNING} rounds all tables are due in one.
   *
   * @param isOn whether anybody minds
   */
  void round(boolean isOn) {
    boolean isDue = rounds++ % WHILE_LEARNING == 0;
    tables.forEach(
        (name, control) -> {
          int pairs = isOn ? pairsToMeasure(control, isDue) : 0;
          if (pairs > 0) {
            propagation.begin(name, control.levels(), pairs);
          }
        });
  }

  private int pairsToMeasure(TableControl control, boolean isDue) {
    synchronized (lock) {
      return control.pairsToMeasure(isDue, nanoTime.getAsLong());
    }
  }

  /** Takes in what was measured, or why nothing was. */
  void measured(
      TableName name,
      ReadLevels of,
      @Nullable PropagationReading measured,
      @Nullable Throwable failure) {
    TableControl control = TableControls.named(name, tables);
    if (measured != null) {
      problems.measured(name);
      control.propagation(measured, of, nanoTime.getAsLong());
    } else if (failure != null) {
      problems.measuringFailed(name, failure);
      control.propagationFailed(failure, of, nanoTime.getAsLong());
    }
  }

  /** What the source of a table's time says of its figure, once it has been asked. */
  Optional<String> meaning(TableName table) {
    return propagation.source(table).map(PropagationSource::meaning);
  }

  /** Reads that were sent to measure so far. */
  OwnReads readsSent() {
    return propagation.readsSent();
  }

  /** Undoes what sources have changed on the cluster; may take some seconds. */
  @Override
  public void close() {
    propagation.close();
  }
}
