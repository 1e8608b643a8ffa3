package org.quorate.lab.cassandra;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.quorate.core.pool.PoolPlan;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

/**
 * Where the tokens of every node lie on the ring of Cassandra's Murmur3 partitioner, which goes
 * from -2^63 to 2^63 - 1. Tokens are given, not drawn by the nodes, so that all nodes can start at
 * once and none has to stream data from another.
 *
 * <p>With one token for each node, token j of a data centre belongs to its node j, counted from 0,
 * so that replicas are neighbours, and lies at -2^63 + floor(2^64 (w_1 + ... + w_j) / w) + c. Here
 * w_i is the {@linkplain PoolPlan#weight weight} of node i, 1 for all where there are no pools, w
 * is the sum of all weights, and c counts the data centres from 0, since no two nodes may share a
 * token. A node's primary range runs from the token before its own, so that it has the size of its
 * weight; that of node 0 begins at the last token and goes through the end of the ring.
 *
 * <p>With k tokens for each of n nodes, the n k tokens are spaced evenly, and every run of n tokens
 * belongs to the n nodes in an order of its own, so that a node shares its data with many others,
 * as with random tokens, but every node owns the same share of the ring. The orders are drawn from
 * a fixed seed: the same cluster always gets the same ring.
 */
public final class TokenPlan {
  /** The number of positions of the ring. */
  public static final BigInteger POSITIONS = BigInteger.ONE.shiftLeft(64);

  private static final BigInteger LOWEST = BigInteger.ONE.shiftLeft(63).negate();
  private static final long SEED = 0x51756f72617465L;

  private TokenPlan() {}

  /** The tokens of every node, in the order of the nodes' index, each list ascending. */
  public static List<List<Long>> of(ClusterSpec spec) {
    List<List<Long>> plan = new ArrayList<>();
    int offset = 0;
    for (DataCenter center : spec.dataCenters()) {
      plan.addAll(
          spec.tokensPerNode() == 1
              ? single(spec.pools().over(center.nodes()), offset)
              : several(center.nodes(), spec.tokensPerNode(), offset));
      offset++;
    }
    return plan;
  }

  private static List<List<Long>> single(PoolPlan pools, int offset) {
    List<List<Long>> plan = new ArrayList<>();
    int before = 0;
    for (int node = 0; node < pools.nodes(); node++) {
      before += node == 0 ? 0 : pools.weight(node);
      plan.add(List.of(position(before, pools.ringWeight(), offset)));
    }
    return plan;
  }

  private static List<List<Long>> several(int nodes, int tokensPerNode, int offset) {
    List<List<Long>> plan = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      plan.add(new ArrayList<>());
      order.add(node);
    }
    Random random = new Random(SEED);
    int total = Math.multiplyExact(nodes, tokensPerNode);
    for (int token = 0; token < total; token++) {
      if (token % nodes == 0) {
        Collections.shuffle(order, random);
      }
      plan.get(order.get(token % nodes)).add(position(token, total, offset));
    }
    return plan;
  }

  private static long position(int part, int total, int offset) {
    return POSITIONS
        .multiply(BigInteger.valueOf(part))
        .divide(BigInteger.valueOf(total))
        .add(LOWEST)
        .add(BigInteger.valueOf(offset))
        // The lowest value is Cassandra's mark for "before every token" and cannot be one.
        .max(LOWEST.add(BigInteger.ONE.add(BigInteger.valueOf(offset))))
        .longValueExact();
  }
}
