package org.quorate.lab.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a cluster: the first block 127.B of which nothing is in use. Node i of the block
 * listens on 127.B.1.i and is reached through 127.B.0.i when it is relayed, services listen on
 * 127.B.1.201 and following, and each node is managed through a port of its own on 127.0.0.1; the
 * port before those of a block's nodes says that the block is taken.
 *
 * @param nodes in the order of their index
 * @param services in the order of their start, as yet without command and process
 */
record AddressPlan(List<NodeAddresses> nodes, List<ServiceRecord> services) {
  private static final int FIRST_BLOCK = 10;
  private static final int LAST_BLOCK = 249;
  private static final int FIRST_SERVICE = 201;

  /** Below the range from which the kernel takes ports for outgoing connections. */
  private static final int FIRST_MANAGEMENT_PORT = 16_000;

  private static final int MANAGEMENT_PORTS = ClusterSpec.MAXIMUM_NODES + 1;

  AddressPlan {
    nodes = List.copyOf(nodes);
    services = List.copyOf(services);
  }

  /**
   * Chooses a block, and keeps it from being chosen by any other process of this machine.
   *
   * @param ports where processes of this store listen
   * @param taken blocks of clusters that are recorded, whether or not they listen yet
   * @throws EngineException when no block is free
   */
  static ReservedAddresses choose(ClusterSpec spec, StorePorts ports, Set<Integer> taken)
      throws EngineException {
    @Nullable InetSocketAddress obstacle = null;
    for (int block = FIRST_BLOCK; block <= LAST_BLOCK; block++) {
      if (taken.contains(block)) {
        continue;
      }
      InetSocketAddress reservation = management(managementPort(block, 0));
      Optional<ServerSocket> reserved = listening(reservation);
      if (reserved.isEmpty()) {
        obstacle = reservation;
        continue;
      }
      AddressPlan plan = inBlock(spec, ports, block);
      Optional<InetSocketAddress> inUse = plan.firstInUse();
      if (inUse.isEmpty()) {
        return new ReservedAddresses(plan, reserved.get());
      }
      close(reserved.get());
      obstacle = inUse.get();
    }
    throw new EngineException(
        "No block of loopback addresses is free for the cluster: "
            + (obstacle == null ? "too many clusters run" : obstacle + " is in use, for one")
            + "; stop other clusters, or the program that listens on all addresses.");
  }

  static AddressPlan inBlock(ClusterSpec spec, StorePorts ports, int block) {
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
                new InetSocketAddress(ports.shared() ? advertised : own, ports.client()),
                new InetSocketAddress(own, ports.storage()),
                new InetSocketAddress(advertised, ports.storage()),
                managementPort(block, index)));
      }
    }
    List<ServiceRecord> services = new ArrayList<>();
    for (Service service : ports.services()) {
      int number = services.size();
      services.add(
          new ServiceRecord(
              service,
              new InetSocketAddress(address(block, 1, FIRST_SERVICE + number), service.port()),
              List.of(),
              null,
              NodeState.STOPPED));
    }
    return new AddressPlan(nodes, services);
  }

  private static int managementPort(int block, int number) {
    return FIRST_MANAGEMENT_PORT + (block - FIRST_BLOCK) * MANAGEMENT_PORTS + number;
  }

  /** The block of a node's addresses: B of 127.B.1.i. */
  static int block(NodeAddresses node) {
    return node.storage().getAddress().getAddress()[1] & 0xff;
  }

  private Optional<InetSocketAddress> firstInUse() {
    Stream<InetSocketAddress> ofNodes =
        nodes.stream()
            .flatMap(
                node ->
                    Stream.of(
                        node.client(),
                        node.storage(),
                        node.advertisedStorage(),
                        management(node.managementPort())));
    Stream<InetSocketAddress> ofServices =
        services.stream().flatMap(service -> service.addresses().stream());
    return Stream.concat(ofNodes, ofServices).distinct().filter(AddressPlan::inUse).findFirst();
  }

  private static InetSocketAddress management(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static boolean inUse(InetSocketAddress address) {
    Optional<ServerSocket> socket = listening(address);
    socket.ifPresent(AddressPlan::close);
    return socket.isEmpty();
  }

  /** Empty where the address is in use. */
  private static Optional<ServerSocket> listening(InetSocketAddress address) {
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.bind(address);
        return Optional.of(socket);
      } catch (IOException taken) {
        socket.close();
        return Optional.empty();
      }
    } catch (IOException noSocket) {
      return Optional.empty();
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
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
