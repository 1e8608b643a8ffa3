package org.quorate.lab.cassandra;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

/**
 * Where the tokens of every node lie on the ring of Cassandra's Murmur3 partitioner, which goes
 * from -2^63 to 2^63 - 1. Tokens are given, not drawn by the nodes, so that all nodes can start at
 * once and none has to stream data from another.
 *
 * <p>In each data centre of n nodes with k tokens each, the n k tokens are spaced evenly: token j
 * is at -2^63 + floor(j 2^64 / (n k)) + c, where c counts the data centres from 0, since no two
 * nodes may share a token. With k = 1 token j belongs to node j, so that replicas are neighbours.
 * With more, every run of n tokens belongs to the n nodes in an order of its own, so that a node
 * shares its data with many others, as with random tokens, but every node owns the same share of
 * the ring. The orders are drawn from a fixed seed: the same cluster always gets the same ring.
 */
final class TokenPlan {
  private static final BigInteger RING = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger LOWEST = BigInteger.ONE.shiftLeft(63).negate();
  private static final long SEED = 0x51756f72617465L;

  private TokenPlan() {}

  /** The tokens of every node, in the order of the nodes' index, each list ascending. */
  static List<List<Long>> of(ClusterSpec spec) {
    List<List<Long>> plan = new ArrayList<>();
    int offset = 0;
    for (DataCenter center : spec.dataCenters()) {
      plan.addAll(ofCenter(center.nodes(), spec.tokensPerNode(), offset));
      offset++;
    }
    return plan;
  }

  private static List<List<Long>> ofCenter(int nodes, int tokensPerNode, int offset) {
    List<List<Long>> plan = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      plan.add(new ArrayList<>());
      order.add(node);
    }
    Random random = new Random(SEED);
    int total = Math.multiplyExact(nodes, tokensPerNode);
    for (int token = 0; token < total; token++) {
      if (tokensPerNode > 1 && token % nodes == 0) {
        Collections.shuffle(order, random);
      }
      plan.get(order.get(token % nodes)).add(position(token, total, offset));
    }
    return plan;
  }

  private static long position(int token, int total, int offset) {
    return RING.multiply(BigInteger.valueOf(token))
        .divide(BigInteger.valueOf(total))
        .add(LOWEST)
        .add(BigInteger.valueOf(offset))
        // The lowest value is Cassandra's mark for "before every token" and cannot be one.
        .max(LOWEST.add(BigInteger.ONE.add(BigInteger.valueOf(offset))))
        .longValueExact();
  }
}
