package org.quorate.core.offload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where the nodes of one rack run while only some of its hosts are on. The first hosts stay on, and
 * share the nodes evenly, to within one; where all are on every node is on its own host. No host of
 * another rack is ever used: where the replicas of a row are in different racks, no host has two of
 * them, however few are on. Immutable.
 *
 * @param homes the nodes that are on each host while all are on, by the host's number; at least one
 *     host, with at least one node each
 */
public record Consolidation(Map<Integer, List<String>> homes) {
  /**
   * @throws IllegalArgumentException if there is no host, or a host has no node
   */
  public Consolidation {
    TreeMap<Integer, List<String>> copy = new TreeMap<>();
    homes.forEach((host, nodes) -> copy.put(host, List.copyOf(nodes)));
    if (copy.isEmpty() || copy.containsValue(List.<String>of())) {
      throw new IllegalArgumentException(
          "A rack has at least one host, and each host a node, but they are " + copy + ".");
    }
    homes = Collections.unmodifiableMap(copy);
  }

  /**
   * One for each rack, in the order in which their first nodes come.
   *
   * @param homes host of each node while all hosts are on
   * @param racks rack of each of these nodes
   * @throws IllegalArgumentException if a host has nodes of two racks
   */
  public static List<Consolidation> ofRacks(Map<String, Integer> homes, Map<String, String> racks) {
    Map<String, Map<Integer, List<String>>> byRack = new LinkedHashMap<>();
    Map<Integer, String> rackOf = new HashMap<>();
    homes.forEach(
        (node, host) -> {
          String rack = racks.getOrDefault(node, "");
          String other = rackOf.putIfAbsent(host, rack);
          if (other != null && !other.equals(rack)) {
            throw new IllegalArgumentException(
                "Host " + host + " has nodes of two racks, " + other + " and " + rack + ".");
          }
          byRack
              .computeIfAbsent(rack, any -> new TreeMap<>())
              .computeIfAbsent(host, any -> new ArrayList<>())
              .add(node);
        });
    return byRack.values().stream().map(Consolidation::new).toList();
  }

  /** The rack's hosts, in the order in which they stay on. */
  public List<Integer> hosts() {
    return List.copyOf(homes.keySet());
  }

  /** The host of each node while all are on. */
  public Map<String, Integer> home() {
    Map<String, Integer> home = new LinkedHashMap<>();
    homes.forEach((host, nodes) -> nodes.forEach(node -> home.put(node, host)));
    return home;
  }

  /**
   * The host of each node with so many hosts on. Where these are not all, it is reached from {@code
   * now} by as few moves as there are to any even placement; a node that moves goes to its own
   * host, where there is room.
   *
   * @param now host of each node
   * @param on from 1 to all of the rack's hosts
   * @throws IllegalArgumentException if there are not so many
   */
  public Map<String, Integer> placement(Map<String, Integer> now, int on) {
    if (on < 1 || on > homes.size()) {
      throw new IllegalArgumentException(
          "Of " + homes.size() + " hosts at least 1 and at most all are on, but " + on + " are.");
    }
    Map<String, Integer> home = home();
    if (on == homes.size()) {
      return home;
    }
    List<Integer> awake = hosts().subList(0, on);
    Map<Integer, Integer> room = room(now, awake, home.size());
    // Where some have to leave a host, those who can go home are the first, its own nodes the last.
    List<String> inOrder =
        home.keySet().stream()
            .sorted(
                Comparator.comparing(
                    node ->
                        Objects.equals(home.get(node), now.get(node))
                            ? 0
                            : awake.contains(home.get(node)) ? 2 : 1))
            .toList();
    Map<String, Integer> placed = new LinkedHashMap<>();
    place(inOrder, now, room, placed);
    place(inOrder, home, room, placed);
    for (String node : home.keySet()) {
      if (!placed.containsKey(node)) {
        int host =
            room.keySet().stream()
                .filter(each -> room.getOrDefault(each, 0) > 0)
                .findFirst()
                .orElseThrow();
        place(List.of(node), Map.of(node, host), room, placed);
      }
    }
    return placed;
  }

  /** How many nodes each host has; one more than others those that have the most now. */
  private static Map<Integer, Integer> room(Map<String, Integer> now, List<Integer> on, int nodes) {
    List<Integer> fullest = new ArrayList<>(on);
    fullest.sort(Comparator.comparing(host -> -Collections.frequency(now.values(), host)));
    Map<Integer, Integer> room = new TreeMap<>();
    for (int index = 0; index < on.size(); index++) {
      room.put(fullest.get(index), nodes / on.size() + (index < nodes % on.size() ? 1 : 0));
    }
    return room;
  }

  /** Puts nodes that have no place yet where they are wanted and there is room. */
  private static void place(
      List<String> nodes,
      Map<String, Integer> wanted,
      Map<Integer, Integer> room,
      Map<String, Integer> placed) {
    for (String node : nodes) {
      Integer host = wanted.get(node);
      if (host != null && !placed.containsKey(node) && room.getOrDefault(host, 0) > 0) {
        placed.put(node, host);
        room.merge(host, -1, Integer::sum);
      }
    }
  }
}
