package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.core.random.SeededRandom;

/**
 * The node by way of which one client sends all of its requests, whatever the row, as the clients
 * of YCSB 0.1.4 do: each draws one of the hosts that it is told of and connects to no other. So
 * some nodes coordinate for several clients and some for none.
 *
 * <p>While its node is down, as far as the driver knows, the next in an order of the client's own
 * steps in, and it has its requests again when it is back. (YCSB's would fail until then.) The
 * order is drawn too, so that the clients of one node spread over the others. Nothing is sent
 * twice: what was sent to a node that has died fails. Thread-safe and lock-free.
 */
public final class ClientCoordinator {
  /** The keys of clients are drawn by the same seed. */
  private static final long APART_FROM_KEYS = 0x6330_0a3d_5e11_7c2fL;

  /** Alike for two clusters whose addresses are counted up in the same way. */
  private static final Comparator<Node> BY_ADDRESS =
      Comparator.comparing(ClientCoordinator::address, Arrays::compareUnsigned)
          .thenComparing(node -> node.getEndPoint().toString());

  private final List<Node> order;

  private ClientCoordinator(List<Node> order) {
    this.order = order;
  }

  /**
   * Draws a client's coordinator, each node of the local data centre equally likely, up or down.
   * The same seed and client give the same place among the nodes in the order of their addresses.
   *
   * @param nodes of the whole cluster, in any order
   * @param client from 0
   */
  public static ClientCoordinator draw(Collection<Node> nodes, long seed, int client) {
    List<Node> order =
        new ArrayList<>(
            nodes.stream()
                .filter(node -> node.getDistance() == NodeDistance.LOCAL)
                .sorted(BY_ADDRESS)
                .toList());
    SeededRandom random = SeededRandom.stream(seed ^ APART_FROM_KEYS, client);
    for (int place = 0; place < order.size(); place++) {
      Collections.swap(order, place, place + (int) random.nextLong(order.size() - place));
    }
    return new ClientCoordinator(order);
  }

  /** Who coordinates now; null while none is up, where the driver is to say so. */
  @Nullable Node node() {
    for (Node node : order) {
      if (!KnownCluster.isDown(node)) {
        return node;
      }
    }
    return null;
  }

  private static byte[] address(Node node) {
    return ((InetSocketAddress) node.getEndPoint().resolve()).getAddress().getAddress();
  }
}
