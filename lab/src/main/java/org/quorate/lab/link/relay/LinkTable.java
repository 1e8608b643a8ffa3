package org.quorate.lab.link.relay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The nodes and the links between them. A node that connects to itself by its advertised address
 * gets a link too, which is never delayed and not listed. Immutable.
 */
final class LinkTable {
  private record Pair(int from, int to) {}

  private final Map<Integer, RelayEndpoint> endpoints = new HashMap<>();
  private final Map<Pair, RelayLink> links = new HashMap<>();
  private final List<RelayLink> listed;

  /**
   * @param seed of the random delays; each link has a generator of its own, so that traffic on one
   *     does not change the delays of another
   * @throws IllegalArgumentException if two nodes share an index or an address
   */
  LinkTable(List<RelayEndpoint> nodes, long seed, RelayLoop loop) {
    List<RelayEndpoint> ordered = new ArrayList<>(nodes);
    ordered.sort(Comparator.comparingInt(RelayEndpoint::index));
    requireDifferent(ordered);
    List<RelayLink> between = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    for (RelayEndpoint from : ordered) {
      endpoints.put(from.index(), from);
      for (RelayEndpoint to : ordered) {
        RelayLink link = new RelayLink(from.index(), to.index(), random.split(), loop);
        links.put(new Pair(from.index(), to.index()), link);
        if (from.index() != to.index()) {
          between.add(link);
        }
      }
    }
    listed = List.copyOf(between);
  }

  RelayEndpoint endpoint(int index) {
    RelayEndpoint endpoint = endpoints.get(index);
    if (endpoint == null) {
      throw new IllegalArgumentException("There is no node " + index + " at this relay.");
    }
    return endpoint;
  }

  /** The link between two nodes, which may be the same. */
  RelayLink link(int from, int to) {
    RelayLink link = links.get(new Pair(from, to));
    if (link == null) {
      throw new IllegalArgumentException("There is no link from node " + from + " to " + to + ".");
    }
    return link;
  }

  /** The links between different nodes, ordered by sender, then by receiver. */
  List<RelayLink> listed() {
    return listed;
  }

  private static void requireDifferent(List<RelayEndpoint> endpoints) {
    Set<Object> seen = new HashSet<>();
    for (RelayEndpoint endpoint : endpoints) {
      if (!seen.add(endpoint.index())
          || !seen.add(endpoint.advertised())
          || !seen.add(endpoint.listen())) {
        throw new IllegalArgumentException(
            "Node " + endpoint.index() + " shares its index or an address with another node.");
      }
    }
  }
}
