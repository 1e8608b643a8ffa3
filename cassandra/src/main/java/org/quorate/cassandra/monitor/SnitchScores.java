package org.quorate.cassandra.monitor;

import java.util.Map;

/**
 * What the dynamic snitch of one node thinks of the nodes that it has asked. Immutable.
 *
 * @param byAddress the score of each, the lowest the best, at least 0; by the address at which it
 *     listens for other nodes, as {@link org.quorate.cassandra.access.NodeAddress} writes it
 * @param badnessThreshold by what share the score of a node that is nearer may exceed another's
 *     before the order is that of the scores, at least 0
 */
public record SnitchScores(Map<String, Double> byAddress, double badnessThreshold) {
  public SnitchScores {
    byAddress = Map.copyOf(byAddress);
  }
}
