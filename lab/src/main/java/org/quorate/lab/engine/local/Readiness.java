package org.quorate.lab.engine.local;

import java.util.List;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.progress.Progress;

/** How a store shows that its nodes can be used. */
public interface Readiness {
  /**
   * Waits until every starting node answers clients, and every starting and running node sees all
   * of them and agrees with them on the ring and the schema.
   *
   * @param services what runs beside the nodes
   * @param starting the nodes whose processes have just been started
   * @param running the other nodes that are ready
   * @param task advanced by one for every node that is ready
   * @throws EngineException when a node ends or the store's patience does, with the last lines of
   *     the log of the node at fault
   * @throws InterruptedException also when a starting node is stopped on purpose
   */
  void await(
      List<LocalService> services,
      List<LocalNode> starting,
      List<LocalNode> running,
      Progress.Task task)
      throws EngineException, InterruptedException;

  /**
   * Waits until a service, which has just been started, can be found by what is started after it.
   * By itself a store without services, or whose nodes wait for them, has nothing to wait for.
   *
   * @throws EngineException when the service ends or the store's patience does
   * @throws InterruptedException also when the service is stopped on purpose
   */
  default void await(LocalService started) throws EngineException, InterruptedException {}
}
