package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.core.control.Traffic;

/**
 * How many operations the nodes of each data centre coordinated. Coordinators count a batch once
 * for each table, and conditional writes not at all. Stateless.
 */
final class CoordinatedRates {
  private CoordinatedRates() {}

  /**
   * Reads and writes per second.
   *
   * @param own reads per second of the observer: the driver sends them to nodes that it holds local
   *     and in turn, so that each such node is taken to coordinate as many of them as the next
   * @return by name of the data centre, empty where the driver knows none; NaN where a node that is
   *     not down has no share in the reading
   */
  static Map<String, Double> byDataCenter(
      Collection<Node> nodes, MonitorReading reading, double own) {
    Map<String, Double> all = new TreeMap<>();
    Map<String, Integer> local = new TreeMap<>();
    for (Node node : nodes) {
      String center = node.getDatacenter() == null ? "" : node.getDatacenter();
      boolean isDown = KnownCluster.isDown(node);
      double missing = isDown ? 0 : Double.NaN;
      all.merge(center, reading.coordinated().getOrDefault(node.getHostId(), missing), Double::sum);
      boolean isLocal = !isDown && node.getDistance() == NodeDistance.LOCAL;
      local.merge(center, isLocal ? 1 : 0, Integer::sum);
    }
    int locals = local.values().stream().mapToInt(Integer::intValue).sum();
    all.replaceAll(
        (center, rate) ->
            Double.isNaN(rate) || locals == 0
                ? rate
                : Traffic.withoutOwn(rate, own * local.getOrDefault(center, 0) / locals));
    return Collections.unmodifiableMap(all);
  }
}
