package org.quorate.lab.engine;

import java.nio.file.Path;
import org.quorate.study.progress.Progress;

/**
 * Starts clusters of one kind of store on this machine, as child processes. Thread-safe: several
 * clusters may be started side by side. What is promised here is asserted of every engine by {@code
 * EngineConformanceTest} and, on servers, by {@code EngineConformance}.
 */
public interface Engine {
  /**
   * Starts a cluster and returns when it is ready: every node answers clients, and all nodes agree
   * on who is in the cluster.
   *
   * <p>Everything that can be checked beforehand (memory, disk, ports, Java version, name) is
   * checked before the first process starts; what memory, disk or Java are missing for is refused
   * before anything is fetched or recorded. When the start fails or is interrupted, whatever had
   * been started is stopped again, and the clusters that run are as before.
   *
   * @param directory where the cluster keeps its files; created, or emptied of an earlier cluster's
   *     data when that cluster is no longer running; any other directory that is not empty is
   *     refused and left as it is
   * @throws EngineException when the cluster cannot start; the message is one sentence for the user
   */
  RunningCluster start(ClusterSpec spec, Path directory, Progress progress)
      throws EngineException, InterruptedException;

  /**
   * Takes hold of a cluster that some process started earlier, to look at it, to act on its nodes,
   * or to stop it. Closing the result leaves it running.
   *
   * @throws EngineException when no cluster of that name runs, naming those that do, or it is one
   *     of another store
   */
  RunningCluster attach(String name) throws EngineException;
}
