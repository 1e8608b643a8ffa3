package org.quorate.core.replica;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Something that was seen of a cluster's nodes, which are known by their host ids. Immutable. What
 * is said of a node that the cluster does not have is ignored, but for one that joins.
 */
public sealed interface Signal {
  /**
   * The nodes of the cluster.
   *
   * @param names of all of them, for people
   * @param watched those that can be asked what they keep for others
   */
  record Members(Map<UUID, String> names, Set<UUID> watched) implements Signal {
    public Members {
      names = Map.copyOf(names);
      watched = Set.copyOf(watched);
    }
  }

  /** Whether the driver holds a node for up. */
  record Connection(UUID replica, boolean up) implements Signal {}

  /**
   * What one node has heard of the others, and its own heartbeat among it.
   *
   * @param at the node that was asked
   */
  record Heartbeats(UUID at, Map<UUID, Heartbeat> heard) implements Signal {
    public Heartbeats {
      heard = Map.copyOf(heard);
    }
  }

  /**
   * The last that was heard of a node.
   *
   * @param generation another one for each start of its process, growing
   * @param version grows by about one each second while it runs
   * @param running for how long its process has run, by the clocks of two machines; negative if not
   *     known
   */
  record Heartbeat(long generation, long version, Duration running) {}

  /**
   * What one node has heard of others that are about to hold other ranges of the ring.
   *
   * @param at the node that was asked
   * @param moves by host id; every other node is where it was, or has left
   */
  record Moves(UUID at, Map<UUID, RingMove> moves) implements Signal {
    public Moves {
      moves = Map.copyOf(moves);
    }
  }

  /**
   * How many messages one node has received from another since its start.
   *
   * @param at the node that was asked
   */
  record Messages(UUID at, UUID from, long received) implements Signal {}

  /**
   * How many messages one node has sent to others, and received from them, since its start.
   *
   * @param at the node that was asked
   * @param sent those that are under way or were lost on it too, by whom they are for
   * @param received by whom they are from
   */
  record Exchange(UUID at, Map<UUID, Long> sent, Map<UUID, Long> received) implements Signal {
    public Exchange {
      sent = Map.copyOf(sent);
      received = Map.copyOf(received);
    }
  }

  /**
   * What a node keeps for others that missed a write.
   *
   * @param at the node that was asked
   * @param targets for which it has files of hints
   * @param delivering whether it delivers hints now, to whomever
   */
  record Hints(UUID at, Set<UUID> targets, boolean delivering) implements Signal {
    public Hints {
      targets = Set.copyOf(targets);
    }
  }

  /**
   * How many messages to a node were lost so far.
   *
   * @param replica that did not get them, or too late
   * @param at the node that counts them, itself or another
   * @param what they are, such as {@code messages that expired on their way}
   */
  record Losses(UUID replica, UUID at, String what, long count) implements Signal {}

  /**
   * A node has answered a question.
   *
   * @param askedNanos when it was asked
   */
  record Answered(UUID at, long askedNanos) implements Signal {}

  /** How long a node took for a question that is the same at all nodes. */
  record Took(UUID at, long nanos) implements Signal {}

  /**
   * A question to a node has timed out, after about as long as a write may wait.
   *
   * @param askedNanos when it was asked
   */
  record TimedOut(UUID at, long askedNanos) implements Signal {}

  /** How many writes wait at a node for their turn. */
  record Backlog(UUID at, long writes) implements Signal {}

  /**
   * Whether a server writes hints, and its times, read from its settings.
   *
   * @param at the node that was asked
   */
  record HintSettings(UUID at, boolean enabled, ReplicaTimes times) implements Signal {}

  /** A replica has been repaired: it has every write that was completed before. */
  record Repaired(UUID replica) implements Signal {}

  /**
   * A node cannot be asked what it keeps for others, until it says what.
   *
   * @param at the node that was asked
   * @param reason one sentence
   */
  record Blind(UUID at, String reason) implements Signal {}
}
