package org.quorate.core.rest;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What awake nodes have to do while others rest. All that a resting node would have executed is
 * taken over: reads by the other replicas, and a write as a hint. Its load is taken to be the same
 * for every set of replicas that it is in, and those who take it over to share it evenly: of a data
 * centre with clients its own awake replicas, since reads at LOCAL levels stay there, of any other
 * those of the data centres with clients, whose coordinators keep hints. A keyspace of which all is
 * awake changes nothing. Immutable.
 *
 * @param dataCenters of all nodes, by name
 * @param clients data centres that clients are in; all where it is empty
 * @param replicaSets of all keyspaces
 */
record GearLoad(
    Map<String, String> dataCenters, Set<String> clients, Set<Set<String>> replicaSets) {
  static GearLoad of(RestSituation situation) {
    return new GearLoad(
        situation.nodes().stream()
            .collect(Collectors.toUnmodifiableMap(RestNode::name, RestNode::dataCenter)),
        situation.terms().clientDataCenters(),
        situation.keyspaces().stream()
            .flatMap(keyspace -> keyspace.replicaSets().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Operations per second of the awake node that has the most, of each hour; NaN where the load is
   * not known.
   *
   * @param resting of every set of which it is, some node is awake
   */
  List<Double> busiest(DayLoad load, Set<String> resting) {
    Map<String, Map<String, Double>> takers = takers(resting);
    return load.hours().stream().map(hour -> busiest(hour, resting, takers)).toList();
  }

  private static double busiest(
      Map<String, Double> load, Set<String> resting, Map<String, Map<String, Double>> takers) {
    Map<String, Double> carried = new HashMap<>(load);
    carried.keySet().removeAll(resting);
    takers.forEach(
        (node, sets) -> {
          double left = load.getOrDefault(node, 0.0);
          double all = sets.values().stream().mapToDouble(Double::doubleValue).sum();
          if (left > 0) {
            sets.forEach((taker, share) -> carried.merge(taker, left * share / all, Double::sum));
          }
        });
    return carried.values().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** Who takes over how many sets of each resting node, or parts of them. */
  private Map<String, Map<String, Double>> takers(Set<String> resting) {
    Map<String, Map<String, Double>> takers = new HashMap<>();
    for (Set<String> replicas : replicaSets) {
      for (String node : replicas) {
        if (resting.contains(node)) {
          Map<String, Double> sets = takers.computeIfAbsent(node, any -> new HashMap<>());
          Collection<String> those = takers(node, replicas, resting);
          those.forEach(taker -> sets.merge(taker, 1.0 / those.size(), Double::sum));
        }
      }
    }
    return takers;
  }

  private Collection<String> takers(String node, Set<String> replicas, Set<String> resting) {
    String own = dataCenters.getOrDefault(node, "");
    boolean hasClients = clients.isEmpty() || clients.contains(own);
    Predicate<String> takes = hasClients ? own::equals : clients::contains;
    List<String> awake = replicas.stream().filter(each -> !resting.contains(each)).toList();
    List<String> those =
        awake.stream().filter(each -> takes.test(dataCenters.getOrDefault(each, ""))).toList();
    return those.isEmpty() ? awake : those;
  }
}
