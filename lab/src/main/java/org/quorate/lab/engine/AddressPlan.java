package org.quorate.lab.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the addresses of a cluster: the first block 127.B of which nothing is in use. Node i of
 * the block listens on 127.B.1.i, is reached through 127.B.0.i when it is relayed, and is managed
 * through a port of its own on 127.0.0.1.
 */
final class AddressPlan {
  private static final int FIRST_BLOCK = 10;
  private static final int LAST_BLOCK = 249;

  /** Below the range from which the kernel takes ports for outgoing connections. */
  private static final int FIRST_MANAGEMENT_PORT = 16_000;

  private AddressPlan() {}

  /**
   * @param storagePort where nodes of this store listen for one another
   * @param clientPort where nodes of this store listen for clients
   * @param taken blocks of clusters that are recorded, whether or not they listen yet
   * @throws EngineException when no block is free
   */
  static List<NodeAddresses> choose(
      ClusterSpec spec, int storagePort, int clientPort, Set<Integer> taken)
      throws EngineException {
    @Nullable InetSocketAddress obstacle = null;
    for (int block = FIRST_BLOCK; block <= LAST_BLOCK; block++) {
      if (taken.contains(block)) {
        continue;
      }
      List<NodeAddresses> nodes = inBlock(spec, storagePort, clientPort, block);
      Optional<InetSocketAddress> inUse = firstInUse(nodes);
      if (inUse.isEmpty()) {
        return nodes;
      }
      obstacle = inUse.get();
    }
    throw new EngineException(
        "No block of loopback addresses is free for the cluster: "
            + (obstacle == null ? "too many clusters run" : obstacle + " is in use, for one")
            + "; stop other clusters, or the program that listens on all addresses.");
  }

  static List<NodeAddresses> inBlock(ClusterSpec spec, int storagePort, int clientPort, int block) {
    List<NodeAddresses> nodes = new ArrayList<>();
    int index = 0;
    for (DataCenter center : spec.dataCenters()) {
      for (int inCenter = 0; inCenter < center.nodes(); inCenter++) {
        index++;
        InetAddress own = address(block, 1, index);
        InetAddress advertised = spec.relayed() ? address(block, 0, index) : own;
        nodes.add(
            new NodeAddresses(
                index,
                "node" + index,
                center.name(),
                "rack" + (inCenter % center.racks() + 1),
                new InetSocketAddress(own, clientPort),
                new InetSocketAddress(own, storagePort),
                new InetSocketAddress(advertised, storagePort),
                FIRST_MANAGEMENT_PORT + block * (ClusterSpec.MAXIMUM_NODES + 1) + index));
      }
    }
    return nodes;
  }

  /** The block of a node's addresses: B of 127.B.1.i. */
  static int block(NodeAddresses node) {
    return node.storage().getAddress().getAddress()[1] & 0xff;
  }

  private static Optional<InetSocketAddress> firstInUse(List<NodeAddresses> nodes) {
    for (NodeAddresses node : nodes) {
      for (InetSocketAddress address :
          Set.of(
              node.client(),
              node.storage(),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), node.managementPort()))) {
        if (inUse(address)) {
          return Optional.of(address);
        }
      }
      if (!node.advertisedStorage().equals(node.storage()) && inUse(node.advertisedStorage())) {
        return Optional.of(node.advertisedStorage());
      }
    }
    return Optional.empty();
  }

  private static boolean inUse(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address);
      return false;
    } catch (IOException taken) {
      return true;
    }
  }

  private static InetAddress address(int block, int half, int index) {
    try {
      return InetAddress.getByAddress(new byte[] {127, (byte) block, (byte) half, (byte) index});
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
