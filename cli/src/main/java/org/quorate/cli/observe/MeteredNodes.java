package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.power.energy.HostMeter;
import org.quorate.study.file.MetersFile;
import org.quorate.study.file.PlainAddress;

/**
 * Which nodes of a cluster are on hosts that have meters, and so in which data centre a host is.
 * Immutable.
 *
 * @param dataCenters of each host that has nodes of one, by name of the host
 * @param addresses that hosts with meters have nodes at, without brackets, with the data centres
 *     that the nodes of that host are in
 * @param notes what must be known of hosts that are in no data centre here
 */
record MeteredNodes(
    Map<String, String> dataCenters, Map<String, Set<String>> addresses, List<String> notes) {
  /**
   * The nodes of a data centre.
   *
   * @param nodes how many
   * @param unmetered the addresses of those that are on no host with a meter, sorted
   * @param isWhole whether all are on hosts with meters where no other data centre has nodes, so
   *     that the joules of these are for what they coordinate
   */
  record Center(int nodes, List<String> unmetered, boolean isWhole) {}

  /**
   * Finds the nodes of each host.
   *
   * @param file says which nodes are on a host; one of which it does not is a node, by its address
   */
  static MeteredNodes of(MetersFile file, List<HostMeter> meters, Collection<Node> nodes) {
    Map<String, Set<String>> known = new HashMap<>();
    for (Node node : nodes) {
      known.computeIfAbsent(address(node), any -> new TreeSet<>()).add(dataCenter(node));
    }
    Map<String, String> centers = new HashMap<>();
    Map<String, Set<String>> addresses = new HashMap<>();
    List<String> notes = new ArrayList<>();
    for (String host : new TreeSet<>(meters.stream().map(HostMeter::host).toList())) {
      List<String> named =
          file.hosts().getOrDefault(host, List.of(host)).stream().map(PlainAddress::of).toList();
      Set<String> ofHost = new TreeSet<>();
      named.forEach(address -> ofHost.addAll(known.getOrDefault(address, Set.of())));
      named.forEach(address -> addresses.put(address, ofHost));
      if (ofHost.size() == 1) {
        centers.put(host, ofHost.iterator().next());
      } else {
        notes.add("The host " + host + unplaced(named, ofHost));
      }
    }
    return new MeteredNodes(centers, addresses, notes);
  }

  private static String unplaced(List<String> named, Set<String> centers) {
    return centers.isEmpty()
        ? " is in no data centre here, since no node has the address "
            + String.join(", ", named)
            + "; name its nodes under hosts in the file of meters."
        : " has nodes of "
            + String.join(" and ", centers)
            + ", so its joules cannot be split: they are in the whole alone, and of none of these"
            + " data centres joules per operation are known.";
  }

  /** The nodes of each data centre, by its name. */
  Map<String, Center> centers(Collection<Node> nodes) {
    Map<String, List<String>> known = new TreeMap<>();
    for (Node node : nodes) {
      known.computeIfAbsent(dataCenter(node), any -> new ArrayList<>()).add(address(node));
    }
    Map<String, Center> centers = new TreeMap<>();
    known.forEach(
        (center, all) ->
            centers.put(
                center,
                new Center(
                    all.size(),
                    all.stream().filter(each -> !addresses.containsKey(each)).sorted().toList(),
                    all.stream().allMatch(each -> Set.of(center).equals(addresses.get(each))))));
    return centers;
  }

  /** Empty where the driver does not know it. */
  private static String dataCenter(Node node) {
    String center = node.getDatacenter();
    return center == null ? "" : center;
  }

  private static String address(Node node) {
    return PlainAddress.of(NodeHost.of(node));
  }
}
