package org.quorate.core.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.replica.NodePlace;

/**
 * A ring of made-up nodes, each with one token in the order of their names, whose replicas are
 * chosen as NetworkTopologyStrategy does: along the ring, racks that have none first.
 */
record Ring(List<RestNode> nodes) {
  /** Racks in turn, of each data centre. */
  static Ring of(Map<String, Integer> nodesByCenter, int racks) {
    List<RestNode> nodes = new ArrayList<>();
    int number = 0;
    for (Map.Entry<String, Integer> center : new TreeMap<>(nodesByCenter).entrySet()) {
      for (int i = 0; i < center.getValue(); i++) {
        nodes.add(
            new RestNode(
                "node" + ++number,
                new NodePlace(center.getKey(), "rack" + i % racks),
                NodeCondition.UP,
                0,
                new HintKeeping(true, Duration.ofHours(3), Set.of(), Set.of())));
      }
    }
    return new Ring(List.copyOf(nodes));
  }

  Ring with(RestNode changed) {
    return new Ring(
        nodes.stream().map(node -> node.name().equals(changed.name()) ? changed : node).toList());
  }

  Ring with(String name, NodeCondition condition) {
    RestNode node = node(name);
    return with(new RestNode(name, node.place(), condition, node.clients(), node.hints()));
  }

  Ring with(String name, HintKeeping hints) {
    RestNode node = node(name);
    return with(new RestNode(name, node.place(), node.condition(), node.clients(), hints));
  }

  Ring withClients(String name, int clients) {
    RestNode node = node(name);
    return with(new RestNode(name, node.place(), node.condition(), clients, node.hints()));
  }

  RestNode node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  Set<String> names(String center) {
    return nodes.stream()
        .filter(node -> node.dataCenter().equals(center))
        .map(RestNode::name)
        .collect(Collectors.toSet());
  }

  Map<String, String> dataCenters() {
    return nodes.stream().collect(Collectors.toMap(RestNode::name, RestNode::dataCenter));
  }

  RestKeyspace keyspace(Map<String, Integer> factors, Level write, Level read) {
    return keyspace(factors, write, read, new RestTable("orders", Duration.ofDays(10), false));
  }

  RestKeyspace keyspace(
      Map<String, Integer> factors, Level write, Level read, RestTable... tables) {
    return new RestKeyspace(
        "shop",
        Set.of(write),
        Set.of(read),
        new Replication(factors),
        ranges(factors),
        List.of(tables));
  }

  Set<Set<String>> ranges(Map<String, Integer> factors) {
    Set<Set<String>> ranges = new HashSet<>();
    for (int first = 0; first < nodes.size(); first++) {
      Set<String> replicas = new HashSet<>();
      for (Map.Entry<String, Integer> center : factors.entrySet()) {
        replicas.addAll(replicas(first, center.getKey(), center.getValue()));
      }
      ranges.add(replicas);
    }
    return ranges;
  }

  private Set<String> replicas(int first, String center, int factor) {
    Map<String, Integer> ofRack = new HashMap<>();
    Set<String> chosen = new LinkedHashSet<>();
    for (int round = 0; chosen.size() < Math.min(factor, names(center).size()); round++) {
      for (int step = 0; step < nodes.size() && chosen.size() < factor; step++) {
        RestNode node = nodes.get((first + step) % nodes.size());
        if (node.dataCenter().equals(center)
            && !chosen.contains(node.name())
            && ofRack.getOrDefault(node.place().rack(), 0) <= round) {
          ofRack.merge(node.place().rack(), 1, Integer::sum);
          chosen.add(node.name());
        }
      }
    }
    return chosen;
  }
}
