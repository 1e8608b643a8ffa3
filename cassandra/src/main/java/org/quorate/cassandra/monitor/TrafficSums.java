package org.quorate.cassandra.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Replication;

/**
 * All tables' traffic over all nodes, and what whoever reads it has to know of how writes per
 * second were had. Pure.
 *
 * @param tables those of which a node has a share
 * @param remarks one sentence for each thing to know; the same ones may come again
 */
record TrafficSums(Map<TableName, TableTraffic> tables, List<String> remarks) {
  /**
   * @param source its name
   * @param replication of a keyspace; null where it is not known
   */
  static TrafficSums of(
      Set<TableName> tables,
      List<NodeDifference> differences,
      String source,
      Coverage coverage,
      Function<String, @Nullable Replication> replication) {
    Map<TableName, TableTraffic> traffic = new HashMap<>();
    List<String> remarks = new ArrayList<>();
    sums(tables, differences)
        .forEach(
            (table, sum) -> {
              double replicas = coverage.replicas(replication.apply(table.keyspace()));
              traffic.put(table, sum.traffic(replicas));
              if (!sum.countsClientWrites()) {
                remarks.add(clientWritesNotCounted(source, sum, replicas));
              } else if (!coverage.isWhole()) {
                remarks.add(coordinatorsOutOfReach(source, coverage));
              }
            });
    return new TrafficSums(traffic, remarks);
  }

  private static Map<TableName, TrafficSum> sums(
      Set<TableName> tables, List<NodeDifference> differences) {
    Map<TableName, TrafficSum> sums = new HashMap<>();
    for (NodeDifference difference : differences) {
      for (TableName table : tables) {
        TrafficSum share = difference.traffic(table);
        if (share != null) {
          sums.merge(table, share, TrafficSum::plus);
        }
      }
    }
    return sums;
  }

  private static String clientWritesNotCounted(String source, TrafficSum sum, double replicas) {
    return replicas > 0 && !Double.isNaN(sum.replicaWritesPerSecond())
        ? "The source "
            + source
            + " does not count clients' writes, so writes per second are what replicas"
            + " applied divided by the replication factor, hints and read repairs included."
        : "Writes of keyspace "
            + sum.table().keyspace()
            + " are not known: the source "
            + source
            + " does not count clients' writes, and the driver does not know the keyspace's"
            + " replication; let it read the schema.";
  }

  private static String coordinatorsOutOfReach(String source, Coverage coverage) {
    return "Not all nodes of "
        + String.join(", ", coverage.unreached())
        + " are reached by the source "
        + source
        + ", so reads that they coordinate are not seen, and their writes only as far as"
        + " replicas in reach apply them.";
  }
}
