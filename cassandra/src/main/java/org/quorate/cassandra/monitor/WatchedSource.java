package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A source with what the monitor remembers of it: each node's last reading, and which nodes have an
 * open question. Guarded by the monitor.
 */
final class WatchedSource {
  final CounterSource source;
  private final Map<UUID, NodeCounts> last = new HashMap<>();
  private final Map<UUID, Round> open = new HashMap<>();
  private final Set<UUID> known = new HashSet<>();
  private boolean answered;

  WatchedSource(CounterSource source) {
    this.source = source;
  }

  /** Whether any node has ever answered by this source. */
  boolean hasAnswered() {
    return answered;
  }

  /** Forgets nodes that left, and the readings of those that are down: they will begin anew. */
  void keep(Collection<Node> nodes) {
    Set<UUID> members = new HashSet<>();
    Set<UUID> up = new HashSet<>();
    for (Node node : nodes) {
      UUID id = node.getHostId();
      if (id != null) {
        members.add(id);
        if (isUp(node)) {
          up.add(id);
        }
      }
    }
    last.keySet().retainAll(up);
    open.keySet().retainAll(members);
    known.removeIf(
        id -> {
          boolean left = !members.contains(id);
          if (left) {
            source.forget(id);
          }
          return left;
        });
    known.addAll(members);
  }

  /** The nodes to ask: up, in reach, and without an open question; their questions are open now. */
  List<Node> begin(Collection<Node> nodes, Round round) {
    List<Node> asked = new ArrayList<>();
    for (Node node : nodes) {
      UUID id = node.getHostId();
      if (id != null && isUp(node) && source.reaches(node)) {
        if (open.putIfAbsent(id, round) == null) {
          round.expect(id);
          asked.add(node);
        } else {
          round.skip(id);
        }
      }
    }
    return asked;
  }

  /** The node's question of this round is over. */
  void end(UUID id, Round round) {
    open.remove(id, round);
  }

  /**
   * Differences to the readings before, which these replace.
   *
   * @param begun gets the nodes that no difference can be taken of
   */
  List<NodeDifference> differences(Collection<NodeCounts> readings, List<UUID> begun) {
    answered = true;
    List<NodeDifference> differences = new ArrayList<>();
    for (NodeCounts now : readings) {
      NodeDifference difference = NodeDifference.between(last.put(now.hostId(), now), now);
      if (difference == null) {
        begun.add(now.hostId());
      } else {
        differences.add(difference);
      }
    }
    return differences;
  }

  /** Forgets all readings, which will be too old when this source is used again. */
  void rest() {
    last.clear();
  }

  private static boolean isUp(Node node) {
    return node.getState() != NodeState.DOWN && node.getState() != NodeState.FORCED_DOWN;
  }
}
