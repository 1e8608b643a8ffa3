package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.nio.file.Path;

/** The {@code zoo.cfg} of a cluster's one ZooKeeper, as text. */
final class ZooKeeperConfiguration {
  private ZooKeeperConfiguration() {}

  /**
   * The file.
   *
   * @param address where it listens
   * @param data its folder
   */
  static String text(InetSocketAddress address, Path data) {
    // Connections are as many as HBase asks for; sessions may be as long or short as a study wants.
    // What is with the kernel survives the end of the process. Waiting for a disk that the region
    // servers keep busy could cost a server its session, and no cluster outlives its machine.
    return """
        tickTime=2000
        dataDir=%s
        clientPort=%d
        clientPortAddress=%s
        maxClientCnxns=300
        minSessionTimeout=2000
        maxSessionTimeout=600000
        forceSync=no
        admin.enableServer=false
        4lw.commands.whitelist=srvr
        """
        .formatted(
            data.toString().replace("\\", "\\\\"),
            address.getPort(),
            address.getAddress().getHostAddress());
  }
}
