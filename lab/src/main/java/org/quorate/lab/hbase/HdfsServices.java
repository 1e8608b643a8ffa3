package org.quorate.lab.hbase;

import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.Service;

/**
 * The services of the distributed file system that region servers keep their files in where that is
 * asked for: a name node, and data nodes of which the first shares the host of the first region
 * server, and so on. Stateless.
 */
final class HdfsServices {
  static final String NAME_NODE = "namenode";

  /** Of every data node, which is at an address of its own. */
  static final int DATA_NODE_WEB_PORT = 9_864;

  static final int DATA_NODE_CONTROL_PORT = 9_867;
  static final int NAME_NODE_WEB_PORT = 9_870;

  private static final String DATA_NODE = "datanode";
  private static final int NAME_NODE_PORT = 8_020;

  /**
   * The name node takes all data nodes to be at the address that their connections come from, which
   * is one for all of them, and tells them apart by these ports.
   */
  private static final int FIRST_DATA_NODE_PORT = 9_866;

  private static final int DATA_NODE_PORT_STEP = 10;

  private static final long NAME_NODE_BYTES = MemorySize.ofMebibytes(300).bytes();
  private static final long DATA_NODE_BYTES = MemorySize.ofMebibytes(250).bytes();

  private HdfsServices() {}

  /** The services in the order of their start; none where files are local. */
  static List<Service> of(ClusterSpec spec) {
    if (spec.dataNodes() == 0) {
      return List.of();
    }
    List<Service> services = new ArrayList<>();
    services.add(
        new Service(NAME_NODE, NAME_NODE_PORT, List.of(NAME_NODE_WEB_PORT), 1, false, false));
    for (int number = 1; number <= spec.dataNodes(); number++) {
      int port = FIRST_DATA_NODE_PORT + (number - 1) * DATA_NODE_PORT_STEP;
      List<Integer> further = List.of(DATA_NODE_CONTROL_PORT, DATA_NODE_WEB_PORT);
      services.add(new Service(DATA_NODE + number, port, further, number, false, false));
    }
    return services;
  }

  /** What they take of the memory together. */
  static long bytes(ClusterSpec spec) {
    return spec.dataNodes() == 0 ? 0 : NAME_NODE_BYTES + spec.dataNodes() * DATA_NODE_BYTES;
  }

  /** How many copies of each block there are unless a setting says otherwise. */
  static int copies(ClusterSpec spec) {
    return Math.min(3, spec.dataNodes());
  }
}
