package org.quorate.lab.backend.hbase;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.Regions;

/**
 * Asks region servers how many requests they have served for each of their regions: rows that were
 * read, and writes, each by itself however many came together. Used by one thread.
 *
 * @param connection stays the caller's
 */
record RegionRequests(Connection connection) {
  /**
   * Requests of each region since it was opened, by the name of its server.
   *
   * @throws IOException when one of the servers, or the master, does not answer
   */
  Map<String, Map<String, Long>> of(List<RunningNode> nodes) throws IOException {
    Map<String, Map<String, Long>> counts = new HashMap<>();
    try (Admin admin = connection.getAdmin()) {
      Collection<ServerName> servers = admin.getRegionServers();
      for (RunningNode node : nodes) {
        ServerName server =
            Regions.newest(servers, node)
                .orElseThrow(() -> new IOException("the master does not know " + node.name()));
        Map<String, Long> regions = new HashMap<>();
        for (RegionMetrics region : admin.getRegionMetrics(server)) {
          regions.put(
              region.getNameAsString(),
              region.getReadRequestCount() + region.getWriteRequestCount());
        }
        counts.put(node.name(), regions);
      }
    }
    return counts;
  }
}
