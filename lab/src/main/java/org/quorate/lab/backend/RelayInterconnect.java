package org.quorate.lab.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.relay.Relay;
import org.quorate.lab.link.relay.RelayEndpoint;

/**
 * Carries a cluster's traffic through a relay in this process. Used for one cluster; thread-safe
 * once connected.
 */
public final class RelayInterconnect implements Interconnect {
  private final long seed;
  private volatile @Nullable Relay relay;

  /**
   * @param seed of random delays
   */
  public RelayInterconnect(long seed) {
    this.seed = seed;
  }

  @Override
  public Connection connect(List<NodeAddresses> nodes, Path directory) throws EngineException {
    List<RelayEndpoint> endpoints =
        nodes.stream()
            .map(node -> new RelayEndpoint(node.index(), node.advertisedStorage(), node.storage()))
            .toList();
    try {
      Relay opened = Relay.open(endpoints, seed);
      relay = opened;
      return opened::close;
    } catch (IOException e) {
      throw new EngineException(
          "The relay between the nodes cannot listen: " + e.getMessage() + ".", e);
    }
  }

  /**
   * The links, whose node indices are those of the cluster.
   *
   * @throws IllegalStateException before the cluster has started
   */
  public Links links() {
    Relay opened = relay;
    if (opened == null) {
      throw new IllegalStateException("The cluster has not been connected yet.");
    }
    return opened;
  }
}
