package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressPlanTest {
  /** Ports of no known program, so that the test meets neither a cluster nor another build. */
  private static final int STORAGE = freePorts();

  private static final int CLIENT = STORAGE + 1;
  private static final int FILES = STORAGE + 2;
  private static final int MORE_FILES = STORAGE + 3;
  private static final int OTHER_FILES = STORAGE + 6;
  private static final StorePorts PORTS = StorePorts.of(STORAGE, CLIENT);
  private static final StorePorts CASSANDRA = StorePorts.of(7000, 9042);

  /**
   * The first of ten ports at which nobody listens at any address: below those by which nodes are
   * managed, and of builds at one time hardly ever the same.
   */
  private static int freePorts() {
    int runs = 500;
    for (int i = 0; i < runs; i++) {
      int first = 10_000 + (int) ((ProcessHandle.current().pid() + i) % runs) * 10;
      if (IntStream.range(first, first + 10).allMatch(AddressPlanTest::isFree)) {
        return first;
      }
    }
    throw new IllegalStateException("No ten ports in a row are free from 10000 on.");
  }

  private static boolean isFree(int port) {
    try (ServerSocket everywhere = new ServerSocket(port)) {
      return everywhere.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  @Test
  void nodesOfABlockAreNumberedOverAllDataCentersAndSpreadOverRacks() {
    ClusterSpec spec =
        ClusterSpec.builder("demo", "5.0.9")
            .dataCenters(List.of(new DataCenter("dc1", 3, 2), new DataCenter("dc2", 1, 1)))
            .replicationFactor(1)
            .relayed(true)
            .build();
    List<NodeAddresses> nodes = AddressPlan.inBlock(spec, CASSANDRA, 42).nodes();
    assertThat(nodes)
        .extracting(NodeAddresses::rack)
        .containsExactly("rack1", "rack2", "rack1", "rack1");
    assertThat(nodes)
        .extracting(NodeAddresses::name)
        .containsExactly("node1", "node2", "node3", "node4");
    NodeAddresses last = nodes.get(3);
    assertThat(last.dataCenter()).isEqualTo("dc2");
    assertThat(last.client()).isEqualTo(new InetSocketAddress("127.42.1.4", 9042));
    assertThat(last.storage()).isEqualTo(new InetSocketAddress("127.42.1.4", 7000));
    assertThat(last.advertisedStorage()).isEqualTo(new InetSocketAddress("127.42.0.4", 7000));
    assertThat(AddressPlan.block(last)).isEqualTo(42);
  }

  @Test
  void withoutARelayNodesAdvertiseWhereTheyListen() {
    NodeAddresses node =
        AddressPlan.inBlock(ClusterSpec.builder("demo", "5.0.9").build(), CASSANDRA, 10)
            .nodes()
            .get(0);
    assertThat(node.advertisedStorage()).isEqualTo(node.storage());
  }

  @Test
  void managementPortsOfAllBlocksAreDistinct() {
    ClusterSpec largest =
        ClusterSpec.builder("demo", "5.0.9").nodes(ClusterSpec.MAXIMUM_NODES).build();
    Set<Integer> ports = new HashSet<>();
    for (int block = 10; block < 250; block++) {
      for (NodeAddresses node : AddressPlan.inBlock(largest, CASSANDRA, block).nodes()) {
        assertThat(ports.add(node.managementPort())).isTrue();
        assertThat(node.managementPort()).isBetween(1024, 32_767);
      }
    }
  }

  @Test
  void aBlockThatIsTakenOrInUseIsPassedOver() throws Exception {
    ClusterSpec spec = ClusterSpec.builder("demo", "5.0.9").relayed(true).build();
    int first = chosen(spec, Set.of());
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName("127." + first + ".0.3"), STORAGE));
      int next = chosen(spec, Set.of());
      assertThat(next).isNotEqualTo(first);
      assertThat(chosen(spec, Set.of(next))).isNotIn(first, next);
    }
  }

  private static int chosen(ClusterSpec spec, Set<Integer> taken) throws Exception {
    return chosen(spec, PORTS, taken);
  }

  private static int chosen(ClusterSpec spec, StorePorts ports, Set<Integer> taken)
      throws Exception {
    try (ReservedAddresses reserved = AddressPlan.choose(spec, ports, taken)) {
      return AddressPlan.block(reserved.plan().nodes().get(0));
    }
  }

  @Test
  void noPortOfAServiceMayBeInUse() throws Exception {
    StorePorts ports =
        new StorePorts(
            STORAGE,
            CLIENT,
            List.of(
                new Service("files", FILES, List.of(MORE_FILES, OTHER_FILES), 1, false, false)));
    ClusterSpec spec = ClusterSpec.builder("demo", "2.6.4").build();
    int first = chosen(spec, ports, Set.of());
    for (int port : List.of(FILES, MORE_FILES, OTHER_FILES)) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getByName("127." + first + ".1.201"), port));
        assertThat(chosen(spec, ports, Set.of())).as("port " + port).isNotEqualTo(first);
      }
    }
  }

  @Test
  void servicesHaveAddressesOfTheirOwn() {
    StorePorts ports =
        new StorePorts(
            16_020,
            16_020,
            List.of(
                new Service("zookeeper", 2181, 1, true, true),
                new Service("master", 16_000, 1, false, false)));
    ClusterSpec largest =
        ClusterSpec.builder("demo", "2.6.4").nodes(ClusterSpec.MAXIMUM_NODES).build();
    AddressPlan plan = AddressPlan.inBlock(largest, ports, 42);
    assertThat(plan.services())
        .extracting(ServiceRecord::address)
        .containsExactly(
            new InetSocketAddress("127.42.1.201", 2181),
            new InetSocketAddress("127.42.1.202", 16_000));
  }

  @Test
  void whereClientsAndNodesShareAPortBothAreRelayed() {
    ClusterSpec spec = ClusterSpec.builder("demo", "2.6.4").relayed(true).build();
    NodeAddresses node =
        AddressPlan.inBlock(spec, StorePorts.of(16_020, 16_020), 42).nodes().get(0);
    assertThat(node.client()).isEqualTo(new InetSocketAddress("127.42.0.1", 16_020));
    assertThat(node.storage()).isEqualTo(new InetSocketAddress("127.42.1.1", 16_020));
    assertThat(node.advertisedStorage()).isEqualTo(node.client());
  }

  @Test
  void aProgramThatListensOnAllAddressesIsNamed() throws Exception {
    try (ServerSocket everywhere = new ServerSocket()) {
      everywhere.bind(new InetSocketAddress("0.0.0.0", CLIENT));
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () ->
                  AddressPlan.choose(ClusterSpec.builder("demo", "5.0.9").build(), PORTS, Set.of()))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(":" + CLIENT + " is in use");
    }
  }
}
