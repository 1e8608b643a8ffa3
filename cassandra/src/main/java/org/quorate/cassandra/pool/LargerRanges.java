package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.pool.PrimaryRanges;

/**
 * Hot are the nodes whose primary ranges together are larger than the mean of their data centre,
 * counted among the tokens of that data centre alone, as replicas are placed. Where none is larger,
 * or ranges cannot be known, all nodes are hot.
 */
record LargerRanges() implements HotNodeRule {
  /** How many positions the ring of a partitioner has, by the last part of its name. */
  private static final Map<String, BigInteger> RINGS =
      Map.of(
          "Murmur3Partitioner", BigInteger.ONE.shiftLeft(64),
          "RandomPartitioner", BigInteger.ONE.shiftLeft(127));

  @Override
  public Choice choose(Metadata metadata, String dataCenter) {
    List<Node> nodes =
        metadata.getNodes().values().stream()
            .filter(node -> dataCenter.equals(node.getDatacenter()))
            .toList();
    TokenMap tokenMap = metadata.getTokenMap().orElse(null);
    if (tokenMap == null) {
      return all(
          nodes,
          "the driver knows no tokens; switch advanced.metadata.token-map.enabled on or list the"
              + " hot nodes");
    }
    String partitioner = tokenMap.getPartitionerName();
    BigInteger ring = RINGS.get(partitioner.substring(partitioner.lastIndexOf('.') + 1));
    if (ring == null) {
      return all(nodes, "ranges of " + partitioner + " have no size; list the hot nodes");
    }
    Map<Node, List<BigInteger>> tokens = new LinkedHashMap<>();
    for (Node node : nodes) {
      tokens.put(
          node,
          tokenMap.getTokens(node).stream()
              .map(token -> new BigInteger(tokenMap.format(token)))
              .toList());
    }
    Set<Node> larger = PrimaryRanges.largerThanMean(PrimaryRanges.lengths(tokens, ring));
    return larger.isEmpty()
        ? all(nodes, "none owns a larger range than the mean; plan tokens or list the hot nodes")
        : new Choice(larger, null);
  }

  private static Choice all(List<Node> nodes, String reason) {
    return new Choice(
        Set.copyOf(nodes),
        "All nodes coordinate, because "
            + reason
            + " in "
            + HotPoolOption.HOT_NODES.getPath()
            + ".");
  }
}
