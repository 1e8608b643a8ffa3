package org.quorate.lab.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.plan.ClusterSettings;

/**
 * What stands for one computer: some servers, the processor time that they may use together, and
 * their meters.
 *
 * @param name {@code host1}, {@code host2}, and so on
 * @param nodes its servers, at least one
 * @param cores that they may use together
 */
public record Host(String name, List<RunningNode> nodes, double cores) {
  /** Copies the servers. */
  public Host {
    nodes = List.copyOf(nodes);
  }

  /**
   * The hosts of a cluster. Without a quota the machine's processors are taken to be divided evenly
   * among the hosts.
   */
  public static List<Host> of(RunningCluster cluster, ClusterSettings settings) {
    Map<Integer, List<RunningNode>> byHost = new LinkedHashMap<>();
    for (RunningNode node : cluster.nodes()) {
      byHost.computeIfAbsent(settings.host(node.index()), host -> new ArrayList<>()).add(node);
    }
    List<Host> hosts = new ArrayList<>();
    byHost.forEach(
        (number, nodes) ->
            hosts.add(new Host("host" + number, nodes, cores(settings, nodes.size()))));
    return hosts;
  }

  private static double cores(ClusterSettings settings, int nodes) {
    @Nullable Double ofHost = settings.hostQuota();
    @Nullable Double ofNode = settings.processorQuota();
    if (ofHost != null) {
      return ofHost;
    }
    return ofNode != null
        ? ofNode * nodes
        : (double) Runtime.getRuntime().availableProcessors() / settings.hosts();
  }

  /** The names of its servers. */
  public List<String> nodeNames() {
    return nodes.stream().map(RunningNode::name).toList();
  }
}
