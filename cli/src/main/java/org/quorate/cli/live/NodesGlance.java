package org.quorate.cli.live;

import java.util.List;

/**
 * What the driver holds of the nodes, which it hears from them, by and by. Immutable.
 *
 * @param nodes in the order in which they are shown
 * @param rings one of each keyspace whose replicas are known over the token ring, of so many at
 *     most
 * @param others keyspaces whose ring is not among them
 */
public record NodesGlance(List<Node> nodes, List<RingGlance> rings, List<String> others) {
  /** Whether a node is up. */
  public enum State {
    UP,
    DOWN,
    /** Nobody has told the driver, as of nodes in data centres that it does not ask. */
    UNKNOWN
  }

  /**
   * One node.
   *
   * @param dataCenter empty where it is not known
   * @param rack likewise
   */
  public record Node(String host, String dataCenter, String rack, State state) {}

  public NodesGlance {
    nodes = List.copyOf(nodes);
    rings = List.copyOf(rings);
    others = List.copyOf(others);
  }
}
