package org.quorate.study.backend;

import java.nio.file.Path;
import java.util.Optional;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.RunResult;

/** One cluster, from its start to its end. Used by one thread at a time. */
public interface BackendSession extends AutoCloseable {
  Environment environment();

  /**
   * Makes a cell measurable: creates its table and loads its rows where that has not been done in
   * this session, sets its link delays, and runs it unmeasured for its warm-up time. What happens
   * here is recorded as context for the oracle, never as a result: as history files ({@code
   * *.csv.gz}) in the session's directory, each complete when this method returns.
   */
  void warmUp(Run run, Progress progress) throws BackendException, InterruptedException;

  /**
   * Measures one run.
   *
   * <p>The run's history holds the operations invoked in the measured interval and no others; those
   * of settling go to the session's directory, as context. Cells are interleaved: a call sets the
   * levels, load and link delays of its own cell.
   *
   * @param directory where the run's raw files go ({@code latency.hlog}, see {@link
   *     org.quorate.study.result.LatencyLog}, and {@code history.csv.gz}); exists and is empty
   * @throws UnknownEnergyException when the run went as it should, but its energy cannot be known;
   *     its history is whole
   */
  RunResult measure(Run run, Path directory, Progress progress)
      throws BackendException, InterruptedException;

  /**
   * Measures what the servers draw while nobody sends them anything.
   *
   * @param run one of the runs whose baseline it is; says how energy is accounted for
   * @param directory where raw files go ({@code power.csv}); exists and is empty
   * @return empty where the backend cannot tell
   * @throws UnknownEnergyException when what was measured cannot be believed
   */
  default Optional<EnergyResult> measureIdle(Run run, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    return Optional.empty();
  }

  /** Freezes the cluster while another is measured, so that it uses no processor. */
  default void pause() throws BackendException, InterruptedException {}

  /** Ends a {@link #pause}; the cluster serves again when this returns. */
  default void resume(Progress progress) throws BackendException, InterruptedException {}

  /** Stops the cluster. Never throws for a cluster that is already gone. */
  @Override
  void close();
}
