package org.quorate.lab.backend;

import org.jspecify.annotations.Nullable;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.fault.RunningFaults;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;

/**
 * The faults of a session's runs: done while a run is measured, and undone before anything else is
 * done on the cluster. Used by one thread.
 */
final class SessionFaults {
  private @Nullable ClusterFaults open;
  private boolean restarts;
  private boolean cold;

  /** Has the cluster be as a run's time line finds it; does nothing where it has none. */
  void prepare(RunSettings settings, MeasuredTable table)
      throws BackendException, InterruptedException {
    if (!settings.faults().isEmpty()) {
      ClusterFaults faults = table.faults(settings);
      open = faults;
      restarts = settings.restartsServers();
      faults.prepare(settings.faults());
    }
  }

  /** The faults of the run that was prepared, not begun yet; perhaps none. */
  RunningFaults of(RunSettings settings) {
    ClusterFaults prepared = open;
    return prepared == null ? RunningFaults.none() : RunningFaults.of(settings.faults(), prepared);
  }

  /** No run begins on a cluster that is not whole, with every replica up to date. */
  void undo(Progress progress) throws BackendException, InterruptedException {
    ClusterFaults left = open;
    if (left != null) {
      left.makeWhole(progress);
      open = null;
      cold |= restarts;
    }
  }

  /** Whether a server has been started since the cells were warm. */
  boolean leftCold() {
    return cold;
  }

  /** Every server has had load. */
  void warmed() {
    cold = false;
  }
}
