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
import org.quorate.cassandra.access.KnownCluster;

/**
 * A source with what the monitor remembers of it: each node's last reading, and which nodes have an
 * open question. Guarded by the monitor.
 *
 * <p>A node that the driver never connected to, such as one of another data centre, may have been
 * dead for long without anybody telling. After {@value #ROUNDS_UNTIL_UNREACHED} rounds without one
 * answer it is still asked, but not waited for, and counts as out of reach until it answers.
 */
final class WatchedSource {
  private static final int ROUNDS_UNTIL_UNREACHED = 3;

  /** So many rounds in a row without any answer may be the source's fault, and not the nodes'. */
  private static final int ROUNDS_UNTIL_FAILED = 3;

  final CounterSource source;
  private final Map<UUID, NodeCounts> last = new HashMap<>();
  private final Map<UUID, Round> open = new HashMap<>();
  private final Set<UUID> known = new HashSet<>();
  private final Set<UUID> heard = new HashSet<>();
  private final Map<UUID, Integer> neverHeard = new HashMap<>();
  private int silentRounds;
  private boolean answered;

  WatchedSource(CounterSource source) {
    this.source = source;
  }

  /** Whether nodes answer by this source, as far as can be told: some did, and of late. */
  boolean isAnswering() {
    return answered && silentRounds < ROUNDS_UNTIL_FAILED;
  }

  /** The node has answered, in time or not. */
  void heard(UUID id) {
    heard.add(id);
    neverHeard.remove(id);
  }

  /** Takes in who did not answer. */
  void ended(Round round) {
    silentRounds = round.answers().isEmpty() ? silentRounds + 1 : 0;
    round.silent().stream()
        .filter(id -> !heard.contains(id))
        .forEach(id -> neverHeard.merge(id, 1, Integer::sum));
  }

  private boolean isUnreached(Node node, UUID id) {
    return node.getState() != NodeState.UP
        && neverHeard.getOrDefault(id, 0) >= ROUNDS_UNTIL_UNREACHED;
  }

  /** Forgets nodes that left, and the readings of those that are down: they will begin anew. */
  void keep(Collection<Node> nodes) {
    Set<UUID> members = new HashSet<>();
    Set<UUID> up = new HashSet<>();
    for (Node node : nodes) {
      UUID id = node.getHostId();
      if (id != null) {
        members.add(id);
        if (!KnownCluster.isDown(node)) {
          up.add(id);
        }
      }
    }
    last.keySet().retainAll(up);
    open.keySet().retainAll(members);
    heard.retainAll(members);
    neverHeard.keySet().retainAll(members);
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
      if (id != null && !KnownCluster.isDown(node) && source.reaches(node)) {
        boolean unreached = isUnreached(node, id);
        boolean free = open.putIfAbsent(id, round) == null;
        if (free) {
          asked.add(node);
        }
        if (free && !unreached) {
          round.expect(id);
        } else if (!unreached) {
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
    silentRounds = 0;
  }
}
