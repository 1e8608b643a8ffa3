package org.quorate.core.pool;

import java.util.stream.IntStream;

/**
 * What a {@link PoolLayout} comes to on a ring of so many nodes. Nodes are counted from 0 in the
 * order of their tokens, one token each, and a row's replicas are the node whose primary range it
 * falls into and the next ones around the ring: Cassandra's placement in one rack.
 *
 * <p>Hot nodes are spread as evenly as possible: node i is hot where {@code i h mod n < h}, for h
 * hot nodes of n, which begins with a hot node. Any r neighbours then hold floor(r h / n) or ceil(r
 * h / n) hot ones, and r neighbours are exactly the replicas of a row. So rows have as many hot
 * replicas as one another, and none is without one as long as {@code r h >= n}. Were hot nodes
 * neighbours, some rows would lie on cold nodes only, and no hot coordinator could serve a read of
 * them by itself, while others would burden hot nodes alone.
 *
 * <p>The price: a node holds the ranges of its r - 1 predecessors beside its own, and when these
 * are of both pools, what hot and cold nodes <em>hold</em> differs far less than what they own. See
 * {@link #heldShare}.
 *
 * @param layout what is asked for
 * @param nodes at least 1
 */
public record PoolPlan(PoolLayout layout, int nodes) {
  public PoolPlan {
    if (nodes < 1) {
      throw new IllegalArgumentException("A ring has at least 1 node, not " + nodes + ".");
    }
  }

  /**
   * The pool of a node; all are hot where there is one pool.
   *
   * @param node counted from 0
   */
  public Pool pool(int node) {
    if (node < 0 || node >= nodes) {
      throw new IllegalArgumentException(
          "There is no node " + node + " among " + nodes + " nodes counted from 0.");
    }
    int hot = layout.hotNodes(nodes);
    return (long) node * hot % nodes < hot ? Pool.HOT : Pool.COLD;
  }

  /** The size of a node's primary range, in parts of which the ring has {@link #ringWeight}. */
  public int weight(int node) {
    return pool(node) == Pool.HOT ? layout.hotRange() : layout.coldRange();
  }

  /** The weights of all nodes together. */
  public int ringWeight() {
    return IntStream.range(0, nodes).map(this::weight).sum();
  }

  /** The share of the ring, 0 to 1, that is a node's primary range. */
  public double primaryShare(int node) {
    return (double) weight(node) / ringWeight();
  }

  /**
   * The share of all rows, 0 to 1, of which a node holds a replica: its own primary range and those
   * of the nodes before it. With two replicas of each row or more it differs less between the pools
   * than the primary range does; with as many replicas as nodes, not at all.
   *
   * @param replicationFactor from 1 to the number of nodes
   */
  public double heldShare(int node, int replicationFactor) {
    checkFactor(replicationFactor);
    int held =
        IntStream.range(0, replicationFactor)
            .map(back -> weight(Math.floorMod(node - back, nodes)))
            .sum();
    return (double) held / ringWeight();
  }

  /**
   * The share of all rows, 0 to 1, that have a hot replica, so that a hot coordinator can serve a
   * read of one replica by itself.
   *
   * @param replicationFactor from 1 to the number of nodes
   */
  public double hotShare(int replicationFactor) {
    checkFactor(replicationFactor);
    int hot =
        IntStream.range(0, nodes)
            .filter(
                primary ->
                    IntStream.range(0, replicationFactor)
                        .anyMatch(next -> pool((primary + next) % nodes) == Pool.HOT))
            .map(this::weight)
            .sum();
    return (double) hot / ringWeight();
  }

  private void checkFactor(int replicationFactor) {
    if (replicationFactor < 1 || replicationFactor > nodes) {
      throw new IllegalArgumentException(
          nodes + " nodes cannot hold " + replicationFactor + " replicas of each row.");
    }
  }
}
