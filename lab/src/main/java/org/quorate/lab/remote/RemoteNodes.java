package org.quorate.lab.remote;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.quorate.lab.energy.Host;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;

/**
 * The nodes of a remote cluster that a study is about: those of the data centres that it names, in
 * the order of their addresses. Immutable; knows nothing but what it is given.
 */
final class RemoteNodes {
  private static final String DEFAULT_VERSION = "default";

  private final List<RemoteNode> nodes;
  private final Set<String> otherDataCenters;

  private RemoteNodes(List<RemoteNode> nodes, Set<String> otherDataCenters) {
    this.nodes = List.copyOf(nodes);
    this.otherDataCenters = otherDataCenters;
  }

  /**
   * Those in some data centres.
   *
   * @param all nodes of the cluster
   */
  static RemoteNodes in(Collection<String> dataCenters, Collection<RemoteNode> all) {
    Set<String> others = new TreeSet<>(all.stream().map(RemoteNode::dataCenter).toList());
    others.removeAll(dataCenters);
    return new RemoteNodes(
        all.stream()
            .filter(node -> dataCenters.contains(node.dataCenter()))
            .sorted(
                Comparator.comparing(RemoteNode::dataCenter)
                    .thenComparing(RemoteNode::host)
                    .thenComparing(node -> node.address().getPort()))
            .toList(),
        others);
  }

  List<RemoteNode> all() {
    return nodes;
  }

  /** The name of a node in results: its address, with the port where others share it. */
  String name(RemoteNode node) {
    return nodes.stream().filter(each -> each.host().equals(node.host())).count() == 1
        ? node.host()
        : node.hostAndPort();
  }

  List<String> names() {
    return nodes.stream().map(this::name).toList();
  }

  /** What the cluster has otherwise than the study expects, in one sentence; empty for nothing. */
  Optional<String> mismatch(ClusterSettings expected) {
    for (Map.Entry<String, Integer> center : expected.dataCenters().entrySet()) {
      long there = nodes.stream().filter(node -> node.dataCenter().equals(center.getKey())).count();
      if (there == 0) {
        return Optional.of(
            "The study expects a data centre "
                + center.getKey()
                + ", but the cluster has "
                + String.join(", ", dataCenters())
                + "; correct cluster: data-centers.");
      }
      if (there != center.getValue()) {
        return Optional.of(
            "The study expects "
                + count(center.getValue())
                + " in the data centre "
                + center.getKey()
                + ", but the cluster has "
                + there
                + " there; correct cluster: nodes.");
      }
    }
    for (RemoteNode node : nodes) {
      if (!node.reached()) {
        return Optional.of(
            "The node "
                + name(node)
                + " is down or cannot be reached from here, and a study needs all nodes that it"
                + " expects; start it, or correct cluster: nodes once it has left the cluster.");
      }
      if (!isOf(node.version(), expected.version())) {
        return Optional.of(
            "The study expects version "
                + expected.version()
                + " of Cassandra, but the node "
                + name(node)
                + " runs "
                + node.version()
                + "; correct cluster: version.");
      }
    }
    return Optional.empty();
  }

  private static String count(int nodes) {
    return nodes == 1 ? "1 node" : nodes + " nodes";
  }

  private static boolean isOf(String version, String expected) {
    return expected.equals(DEFAULT_VERSION)
        || version.equals(expected)
        || version.startsWith(expected + ".");
  }

  private Set<String> dataCenters() {
    Set<String> all = new TreeSet<>(otherDataCenters);
    nodes.forEach(node -> all.add(node.dataCenter()));
    return all;
  }

  /**
   * Where clients reach the nodes with these addresses.
   *
   * @throws BackendException when there is no such node
   */
  List<InetSocketAddress> hotNodes(List<String> addresses) throws BackendException {
    List<InetSocketAddress> hot = new ArrayList<>();
    for (String address : addresses) {
      hot.add(require(address, "hot-nodes").address());
    }
    return hot;
  }

  /**
   * The computers that the nodes are on.
   *
   * @param mapping names to addresses of nodes; empty where each node is on one of its own
   * @throws BackendException when a node is not there, or on no host
   */
  List<Host> hosts(Map<String, List<String>> mapping) throws BackendException {
    if (mapping.isEmpty()) {
      return names().stream().map(name -> new Host(name, List.of(name), null)).toList();
    }
    Map<String, Set<String>> byHost = new LinkedHashMap<>();
    Set<String> placed = new LinkedHashSet<>();
    for (Map.Entry<String, List<String>> host : mapping.entrySet()) {
      for (String address : host.getValue()) {
        String node = name(require(address, "hosts"));
        byHost.computeIfAbsent(host.getKey(), name -> new LinkedHashSet<>()).add(node);
        if (!placed.add(node)) {
          throw new BackendException(
              "The node " + node + " is on two hosts; correct remote: hosts.");
        }
      }
    }
    for (String node : names()) {
      if (!placed.contains(node)) {
        throw new BackendException(
            "The node "
                + node
                + " is on no host, so its energy would be left out; add it under remote: hosts.");
      }
    }
    return byHost.entrySet().stream()
        .map(host -> new Host(host.getKey(), List.copyOf(host.getValue()), null))
        .toList();
  }

  private RemoteNode require(String address, String key) throws BackendException {
    List<RemoteNode> found =
        nodes.stream()
            .filter(node -> node.host().equals(address) || node.hostAndPort().equals(address))
            .toList();
    if (found.size() != 1) {
      throw new BackendException(
          "remote: "
              + key
              + " names "
              + address
              + ", "
              + (found.isEmpty()
                  ? "but the cluster has no such node"
                  : "which is the address of several nodes")
              + "; name some of "
              + String.join(", ", names())
              + ".");
    }
    return found.get(0);
  }
}
