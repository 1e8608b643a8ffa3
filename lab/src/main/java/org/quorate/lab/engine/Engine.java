package org.quorate.lab.engine;

import java.nio.file.Path;
import org.quorate.study.progress.Progress;

/**
 * Starts clusters of one kind of store on this machine, as child processes. Thread-safe: several
 * clusters may be started side by side.
 */
public interface Engine {
  /**
   * Starts a cluster and returns when it is ready: every node answers clients, and all nodes agree
   * on who is in the cluster.
   *
   * <p>Everything that can be checked beforehand (memory, disk, ports, Java version, name) is
   * checked before the first process starts. When the start fails or is interrupted, whatever had
   * been started is stopped again.
   *
   * @param directory where the cluster keeps its files; created, or emptied of an earlier cluster's
   *     data when that cluster is no longer running
   * @throws EngineException when the cluster cannot start; the message is one sentence for the user
   */
  RunningCluster start(ClusterSpec spec, Path directory, Progress progress)
      throws EngineException, InterruptedException;

  /**
   * Takes hold of a cluster that some process started earlier, to look at it, to act on its nodes,
   * or to stop it.
   *
   * @throws EngineException when no cluster of that name runs
   */
  RunningCluster attach(String name) throws EngineException;
}
