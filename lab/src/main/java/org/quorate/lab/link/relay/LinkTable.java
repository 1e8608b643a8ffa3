package org.quorate.lab.link.relay;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;

/**
 * The nodes, and the links between them or between each of them and clients. A node that connects
 * to itself by its advertised address gets a link too, which is never delayed and not listed.
 * Immutable.
 */
final class LinkTable {
  private record Pair(int from, int to) {}

  private final Map<Integer, RelayEndpoint> endpoints = new HashMap<>();
  private final Map<Pair, RelayLink> links = new HashMap<>();
  private final List<RelayLink> listed;

  /**
   * @param traffic whose links there are
   * @param seed of the random delays; each link has a generator of its own, so that traffic on one
   *     does not change the delays of another
   * @throws IllegalArgumentException if two nodes share an index or an address, or a node has the
   *     index of clients
   */
  LinkTable(List<RelayEndpoint> nodes, LinkTraffic traffic, long seed, RelayLoop loop) {
    boolean clients = traffic == LinkTraffic.WITH_HBASE_CLIENTS;
    List<RelayEndpoint> ordered = new ArrayList<>(nodes);
    ordered.sort(Comparator.comparingInt(RelayEndpoint::index));
    requireDifferent(ordered, clients);
    List<Integer> ends = new ArrayList<>();
    if (clients) {
      ends.add(Links.CLIENTS);
    }
    for (RelayEndpoint endpoint : ordered) {
      endpoints.put(endpoint.index(), endpoint);
      ends.add(endpoint.index());
    }
    List<RelayLink> between = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    for (int from : ends) {
      for (int to : ends) {
        if (clients && from != to && from != Links.CLIENTS && to != Links.CLIENTS) {
          continue;
        }
        RelayLink link = new RelayLink(from, to, random.split(), loop);
        links.put(new Pair(from, to), link);
        if (from != to) {
          between.add(link);
        }
      }
    }
    listed = List.copyOf(between);
  }

  /** Where connections of a node, or of clients, come from as the node sees it that they reach. */
  InetAddress origin(int index) {
    RelayEndpoint endpoint = endpoints.get(index);
    return endpoint == null ? InetAddress.getLoopbackAddress() : endpoint.advertised().getAddress();
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

  /** The links between different ends, ordered by sender, then by receiver. */
  List<RelayLink> listed() {
    return listed;
  }

  private static void requireDifferent(List<RelayEndpoint> endpoints, boolean clients) {
    Set<Object> seen = new HashSet<>();
    if (clients) {
      seen.add(Links.CLIENTS);
    }
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
