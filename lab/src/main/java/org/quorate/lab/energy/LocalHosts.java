package org.quorate.lab.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.link.Links;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.HostPlan;

/**
 * The hosts {@code host1}, {@code host2}, and so on, of a cluster whose processes this machine
 * runs. Stateless.
 */
public final class LocalHosts {
  private LocalHosts() {}

  /** The names of the hosts that a cluster with these settings has. */
  static List<String> names(ClusterSettings settings) {
    return IntStream.rangeClosed(1, settings.hosts()).mapToObj(HostPlan::name).toList();
  }

  /**
   * The hosts of a cluster, each with its own nodes. Without a quota the machine's processors are
   * taken to be divided evenly among them. Each service runs on the host of the node that it is
   * {@linkplain RunningService#besideNode() beside}; a node that has {@linkplain RunningNode#moveTo
   * moved} uses the host that it is on.
   *
   * @param links of the cluster
   */
  public static List<Host> of(RunningCluster cluster, ClusterSettings settings, Links links) {
    Map<Integer, List<RunningNode>> byHost = new LinkedHashMap<>();
    for (RunningNode node : cluster.nodes()) {
      byHost.computeIfAbsent(settings.host(node.index()), host -> new ArrayList<>()).add(node);
    }
    List<RunningProcess> servers = new ArrayList<>(cluster.nodes());
    servers.addAll(cluster.services());
    LinkBytes network = new LinkBytes(links);
    List<Host> hosts = new ArrayList<>();
    byHost.forEach(
        (number, nodes) ->
            hosts.add(
                new Host(
                    HostPlan.name(number),
                    nodes.stream().map(RunningNode::name).toList(),
                    new ServerUse(
                        servers,
                        server -> host(server, settings) == number,
                        cores(settings, nodes.size()),
                        network))));
    return hosts;
  }

  /** The number of the host that a server is on. */
  private static int host(RunningProcess server, ClusterSettings settings) {
    if (server instanceof RunningService service) {
      return settings.host(service.besideNode());
    }
    RunningNode node = (RunningNode) server;
    return node.host().orElseGet(() -> settings.host(node.index()));
  }

  /** The cores of every host, in order. */
  static List<Double> cores(ClusterSettings settings) {
    return IntStream.rangeClosed(1, settings.hosts())
        .mapToObj(
            number ->
                cores(
                    settings,
                    (int)
                        IntStream.rangeClosed(1, settings.nodes())
                            .filter(node -> settings.host(node) == number)
                            .count()))
        .toList();
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
}
