package org.quorate.lab.engine;

import org.quorate.core.pool.PoolLayout;

/**
 * How rows are spread over the nodes of a store that puts them on a ring of tokens.
 *
 * @param replicationFactor replicas of each row in each data centre
 * @param tokensPerNode 1 gives every node one explicit token, evenly spaced where there are no
 *     pools; more gives each that many, spread over the ring
 * @param pools which nodes of each data centre are hot and how much larger their ranges are
 */
public record Ring(int replicationFactor, int tokensPerNode, PoolLayout pools) {
  private static final int MAXIMUM_TOKENS = 256;

  public Ring {
    require(
        replicationFactor >= 1,
        "The replication factor must be at least 1, but it is " + replicationFactor + ".");
    require(
        tokensPerNode >= 1 && tokensPerNode <= MAXIMUM_TOKENS,
        "A node can have 1 to " + MAXIMUM_TOKENS + " tokens, but " + tokensPerNode + " are asked.");
    require(
        pools.balanced() || tokensPerNode == 1,
        "Ranges of hot and cold nodes can be planned with 1 token per node only, but "
            + tokensPerNode
            + " are asked; leave out the tokens or the pools.");
  }

  /** Refuses a data centre that this ring does not go with. */
  void requireFit(DataCenter center) {
    require(
        pools.balanced() || center.nodes() > 1,
        "The one node of "
            + center.name()
            + " cannot be split into a hot and a cold pool; add nodes or leave out the pools.");
    require(
        replicationFactor <= center.nodes(),
        "The replication factor "
            + replicationFactor
            + " is above the "
            + center.nodes()
            + (center.nodes() == 1 ? " node of " : " nodes of ")
            + center.name()
            + "; lower it or add nodes.");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
