package org.quorate.lab.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.quorate.lab.engine.RunningNode;

/**
 * Asks through HBase's client. Servers are reserved by HBase's own means, its list of
 * decommissioned servers, which the master leaves out wherever it looks for a place by itself.
 * Thread-safe.
 *
 * @param connection with the cluster; stays the caller's
 */
record MasterControl(Connection connection) implements RegionControl {
  @Override
  public Map<String, String> heldBy(RunningNode node) throws IOException {
    Map<String, String> held = new LinkedHashMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(server(admin, node))) {
        held.put(region.getEncodedName(), region.getTable().getNameAsString());
      }
    }
    return held;
  }

  @Override
  public Optional<String> inTransition() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin
          .getClusterMetrics(EnumSet.of(ClusterMetrics.Option.REGIONS_IN_TRANSITION))
          .getRegionStatesInTransition()
          .stream()
          .map(state -> state.getRegion().getEncodedName())
          .findFirst();
    }
  }

  @Override
  public void move(String region, RunningNode to) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.move(region.getBytes(StandardCharsets.US_ASCII), server(admin, to));
    }
  }

  @Override
  public void reserve(Collection<RunningNode> nodes) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = new ArrayList<>();
      for (RunningNode node : nodes) {
        servers.add(server(admin, node));
      }
      admin.decommissionRegionServers(servers, false);
    }
  }

  @Override
  public void release(Collection<RunningNode> nodes) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.listDecommissionedRegionServers()) {
        if (nodes.stream().anyMatch(node -> Regions.is(server, node))) {
          admin.recommissionRegionServer(server, List.of());
        }
      }
    }
  }

  private static ServerName server(Admin admin, RunningNode node) throws IOException {
    return Regions.newest(admin.getRegionServers(), node)
        .orElseThrow(() -> new IOException("the master does not know of " + node.name()));
  }
}
