package org.quorate.lab.engine;

import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.process.ProcessIdentity;

/**
 * Carries the traffic of a relayed cluster, between its nodes or between clients and them: accepts
 * on every {@link NodeAddresses#advertisedStorage()} and forwards to the same node's {@link
 * NodeAddresses#storage()}.
 */
@FunctionalInterface
public interface Interconnect {
  /**
   * Called when addresses are chosen and before the first node starts; must accept connections when
   * it returns, although no node listens yet.
   *
   * @param traffic whose bytes are to be carried
   * @param directory the cluster's directory, for files of the interconnect
   */
  Connection connect(LinkTraffic traffic, List<NodeAddresses> nodes, Path directory)
      throws EngineException, InterruptedException;

  /**
   * What carries the traffic of one cluster. The cluster closes it after its last node has ended.
   */
  interface Connection extends AutoCloseable {
    /**
     * The processes of its own that this connection needs. They are recorded with the cluster and
     * ended with it, also when the launcher is gone. Empty where this process carries the traffic;
     * such a cluster cannot be {@linkplain RunningCluster#detach() detached}.
     */
    default List<ProcessIdentity> processes() {
      return List.of();
    }

    /** Ends the connection and its processes. Never throws. */
    @Override
    void close();
  }
}
