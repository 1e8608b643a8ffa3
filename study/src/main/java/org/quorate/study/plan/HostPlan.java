package org.quorate.study.plan;

import java.util.List;

/**
 * Which nodes of a cluster share a host. A host has nodes of one rack of one data centre alone, so
 * that no host has two replicas of a row where a row's replicas are in different racks. With racks
 * the hosts of a data centre take turns as its racks do: of 6 nodes in 3 racks, two on each host,
 * nodes 1 and 4 are on host 1, 2 and 5 on host 2, 3 and 6 on host 3. With one rack they are filled
 * one by one, so that neighbours of the ring are together.
 *
 * @param dataCenters in the order of their nodes
 * @param nodesPerHost at most so many share a host, at least 1
 */
public record HostPlan(List<Racks> dataCenters, int nodesPerHost) {
  public HostPlan {
    dataCenters = List.copyOf(dataCenters);
  }

  /**
   * The nodes of a data centre, in racks that take turns.
   *
   * @param nodes at least 1
   * @param racks between 1 and {@code nodes}
   */
  public record Racks(int nodes, int racks) {
    private int hosts(int nodesPerHost) {
      int round = racks * nodesPerHost;
      return nodes / round * racks + Math.min(racks, nodes % round);
    }

    private int fewestHostsOfARack(int nodesPerHost) {
      return (nodes / racks + nodesPerHost - 1) / nodesPerHost;
    }

    private int host(int node, int nodesPerHost) {
      return node / racks / nodesPerHost * racks + node % racks + 1;
    }
  }

  /** What the host of a number is called, the same everywhere. */
  public static String name(int host) {
    return "host" + host;
  }

  /** How many hosts the rack has that has the fewest. */
  public int fewestHostsOfARack() {
    return dataCenters.stream()
        .mapToInt(center -> center.fewestHostsOfARack(nodesPerHost))
        .min()
        .orElse(0);
  }

  /** How many hosts there are. */
  public int hosts() {
    return dataCenters.stream().mapToInt(center -> center.hosts(nodesPerHost)).sum();
  }

  /**
   * The host of a node; both count from 1 over all data centres.
   *
   * @throws IllegalArgumentException when there is no such node
   */
  public int host(int node) {
    int inCenter = node - 1;
    int before = 0;
    for (Racks center : dataCenters) {
      if (inCenter >= 0 && inCenter < center.nodes()) {
        return before + center.host(inCenter, nodesPerHost);
      }
      inCenter -= center.nodes();
      before += center.hosts(nodesPerHost);
    }
    throw new IllegalArgumentException("There is no node " + node + ".");
  }
}
