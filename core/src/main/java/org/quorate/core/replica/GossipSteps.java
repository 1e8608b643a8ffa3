package org.quorate.core.replica;

import java.time.Duration;

/**
 * What gossip takes in a cluster: a heartbeat is passed on from node to node, in about as many
 * steps as the number of nodes has bits, one in about each second. Immutable.
 */
record GossipSteps(int nodes) {
  private static final long BEATS_OF_PATIENCE = 6;
  private static final long BEATS_PER_STEP = 2;

  /** {@link ReplicaTimes#SLACK} covers these. */
  private static final int WITHIN_SLACK = 2;

  private int steps() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(nodes);
  }

  /** So many beats may pass until a node is heard of again. */
  long patience() {
    return BEATS_OF_PATIENCE + BEATS_PER_STEP * steps();
  }

  /** For how long those who learn late that a node is back write hints for it, beyond the slack. */
  Duration beyondSlack() {
    return Duration.ofSeconds(Math.max(0, steps() - WITHIN_SLACK));
  }
}
