package org.quorate.lab.engine;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.quorate.study.progress.Progress;

/**
 * A cluster whose processes this machine runs. Thread-safe.
 *
 * <p>A cluster belongs to the process that started it and ends with it, unless it is {@linkplain
 * #detach() detached}. A cluster attached by name belongs to no process.
 */
public interface RunningCluster extends AutoCloseable {
  ClusterSpec spec();

  /** The nodes in the order of their {@linkplain RunningNode#index() index}. */
  List<RunningNode> nodes();

  /** What belongs to the cluster beside its nodes, in the order of their start; often nothing. */
  List<RunningService> services();

  /**
   * Where clients begin, whatever the state of what they find there: at the services that are
   * {@linkplain Service#contactPoint() contact points}, or else at every node.
   */
  List<InetSocketAddress> contactPoints();

  /** Where the cluster keeps its files. */
  Path directory();

  /** Tells {@code listener} of every process that from now on ends by no doing of this one. */
  void addListener(ProcessListener listener);

  /**
   * Freezes every node that runs, and the services, so that the cluster uses no processor.
   *
   * @throws EngineException when a process has ended meanwhile
   */
  void pause() throws EngineException, InterruptedException;

  /**
   * Lets every paused node go on, and waits until all that run are as ready as after their start.
   *
   * @throws EngineException when a process has ended meanwhile, or a node does not become ready
   */
  void resume(Progress progress) throws EngineException, InterruptedException;

  /**
   * Leaves the cluster running after this process has ended; it is found again by name in the
   * {@link ClusterRegistry}. This object can still be used, but {@link #close()} no longer stops
   * anything.
   *
   * @throws EngineException when this process carries the traffic between the nodes
   */
  void detach() throws EngineException;

  /**
   * Ends every process, waits until each is gone, and removes data, quotas and the cluster's
   * record. The logs stay in the directory until the next cluster is started there. Never throws;
   * doing it twice does nothing.
   */
  void stop();

  /**
   * {@linkplain #stop() Stops} the cluster if it belongs to this process; otherwise does nothing.
   */
  @Override
  void close();
}
