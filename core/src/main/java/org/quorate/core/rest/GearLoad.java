package org.quorate.core.rest;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What awake nodes have to do while others rest. All that a resting node would have executed is
 * taken over: reads by the other replicas, and a write as a hint. Its load is taken to be the same
 * for every set of replicas that it is in, and the awake ones of a set to share it evenly. A
 * keyspace of which all is awake changes nothing. Immutable.
 *
 * @param replicaSets of all keyspaces
 */
record GearLoad(Set<Set<String>> replicaSets) {
  static GearLoad of(RestSituation situation) {
    return new GearLoad(
        situation.keyspaces().stream()
            .flatMap(keyspace -> keyspace.replicaSets().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Operations per second of the awake node that has the most; NaN where the load is not known.
   *
   * @param load of every node by name, or of none
   * @param resting of every set of which it is, some node is awake
   */
  double busiest(Map<String, Double> load, Set<String> resting) {
    Map<String, Double> carried = new HashMap<>(load);
    carried.keySet().removeAll(resting);
    Map<String, Long> sets =
        replicaSets.stream()
            .flatMap(Set::stream)
            .filter(resting::contains)
            .collect(Collectors.groupingBy(node -> node, Collectors.counting()));
    for (Set<String> replicas : replicaSets) {
      double left = 0;
      long awake = 0;
      for (String node : replicas) {
        if (resting.contains(node)) {
          left += load.getOrDefault(node, 0.0) / sets.getOrDefault(node, 1L);
        } else {
          awake++;
        }
      }
      if (left > 0) {
        for (String node : replicas) {
          if (!resting.contains(node)) {
            carried.merge(node, left / awake, Double::sum);
          }
        }
      }
    }
    return carried.values().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }
}
