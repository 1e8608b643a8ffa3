package org.quorate.lab.engine;

import java.util.List;
import java.util.OptionalInt;

/**
 * Is told of processes of a cluster, nodes and services, that end though this process did not ask
 * them to. Such a process's state is DIED, or STOPPED if another process ended it by way of the
 * cluster's record.
 */
@FunctionalInterface
public interface ProcessListener {
  /**
   * Called once per end, on a thread of the engine; must return soon.
   *
   * @param exitStatus the process's exit status, where this process is its parent
   * @param lastLogLines the last lines of the process's log, oldest first
   */
  void onProcessEnded(RunningProcess process, OptionalInt exitStatus, List<String> lastLogLines);
}
