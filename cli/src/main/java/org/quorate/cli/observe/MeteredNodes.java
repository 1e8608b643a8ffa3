package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.power.energy.HostMeter;
import org.quorate.study.file.MetersFile;

/**
 * Which nodes of a cluster are on hosts that have meters, and so in which data centre a host is.
 * Immutable.
 *
 * @param dataCenters of each host all of whose nodes are known to be in one, by name of the host
 * @param unplaced hosts with meters that are in no data centre here, each with the reason
 * @param addresses of all nodes on hosts with meters, as {@link NodeHost} has them
 */
record MeteredNodes(
    Map<String, String> dataCenters, Map<String, String> unplaced, Set<String> addresses) {
  /**
   * Finds the nodes of each host.
   *
   * @param file says which nodes are on a host; one of which it does not is a node, by its address
   */
  static MeteredNodes of(MetersFile file, List<HostMeter> meters, Collection<Node> nodes) {
    Map<String, String> byAddress = new HashMap<>();
    nodes.forEach(node -> byAddress.put(plain(NodeHost.of(node)), dataCenter(node)));
    Map<String, String> centers = new LinkedHashMap<>();
    Map<String, String> unplaced = new LinkedHashMap<>();
    Set<String> addresses = new TreeSet<>();
    for (String host : new TreeSet<>(meters.stream().map(HostMeter::host).toList())) {
      List<String> named =
          file.hosts().getOrDefault(host, List.of(host)).stream().map(MeteredNodes::plain).toList();
      Set<String> ofHost =
          named.stream()
              .filter(byAddress::containsKey)
              .map(byAddress::get)
              .collect(Collectors.toCollection(TreeSet::new));
      if (ofHost.size() == 1) {
        centers.put(host, ofHost.iterator().next());
        addresses.addAll(named);
      } else {
        unplaced.put(
            host,
            ofHost.isEmpty()
                ? "no node has the address " + String.join(", ", named)
                : "it has nodes of " + String.join(" and ", ofHost));
      }
    }
    return new MeteredNodes(centers, unplaced, addresses);
  }

  /** The nodes without a meter of each data centre, by their addresses; none is an empty list. */
  Map<String, List<String>> unmetered(Collection<Node> nodes) {
    Map<String, List<String>> missing = new TreeMap<>();
    for (Node node : nodes) {
      List<String> ofCenter = missing.computeIfAbsent(dataCenter(node), any -> new ArrayList<>());
      String address = plain(NodeHost.of(node));
      if (!addresses.contains(address)) {
        ofCenter.add(address);
      }
    }
    missing.values().forEach(Collections::sort);
    return missing;
  }

  /** Empty where the driver does not know it. */
  static String dataCenter(Node node) {
    String center = node.getDatacenter();
    return center == null ? "" : center;
  }

  private static String plain(String address) {
    return address.startsWith("[") && address.endsWith("]")
        ? address.substring(1, address.length() - 1)
        : address;
  }
}
