package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.cassandra.Management;

/** Full repair of all that one node has, over JMX, as {@code nodetool repair --full} does it. */
final class NodeRepair {
  private static final long BETWEEN_LOOKS_MILLIS = 200;

  private NodeRepair() {}

  /** The keyspaces that have replicas. */
  @SuppressWarnings("unchecked") // The type is that of Cassandra's StorageServiceMBean.
  static List<String> keyspaces(Management node) throws IOException {
    return (List<String>) node.attribute(Management.STORAGE_SERVICE, "NonLocalStrategyKeyspaces");
  }

  /**
   * Repairs one keyspace, and ends when that is done.
   *
   * @param hosts the advertised addresses of nodes that take part, the node among them, with commas
   * @throws IOException when it failed, or the node does not answer any more
   */
  static void run(Management node, String keyspace, String hosts)
      throws IOException, InterruptedException {
    Object command =
        node.invoke(
            "repairAsync",
            List.of(String.class.getName(), Map.class.getName()),
            keyspace,
            // A HashMap, for the server may know no other kind.
            new HashMap<>(
                Map.of(
                    "parallelism", "parallel",
                    "primaryRange", "false",
                    "incremental", "false",
                    "trace", "false",
                    "hosts", hosts)));
    // 0: the node has nothing of it, or nobody else has.
    if (command instanceof Integer number && number != 0) {
      List<String> status = status(node, number);
      while (status.get(0).equals("IN_PROGRESS")) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        status = status(node, number);
      }
      if (!status.get(0).equals("COMPLETED")) {
        throw new IOException(keyspace + ": " + String.join(" ", status));
      }
    }
  }

  /** The state's name, and messages; a command that the node does not know yet is under way. */
  @SuppressWarnings("unchecked") // The type is that of Cassandra's StorageServiceMBean.
  private static List<String> status(Management node, int command) throws IOException {
    @Nullable Object status =
        node.invoke("getParentRepairStatus", List.of(int.class.getName()), command);
    return status == null || ((List<String>) status).isEmpty()
        ? List.of("IN_PROGRESS")
        : (List<String>) status;
  }
}
