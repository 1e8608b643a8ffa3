package org.quorate.core.replica;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Which nodes are about to hold other ranges of the ring, and which may hold some since it changed.
 * A change that was seen to begin lasts while any node that is asked says so, and a node that
 * joins, or leaves, until the driver knows of it. From then on every node is unproven: it may hold
 * ranges that it did not hold before, until there is evidence that it has what was written to them.
 *
 * <p>Holds one look for each node that is asked. Not thread-safe.
 */
final class RingChanges {
  /** A node that did not answer for so long, where others did, may have missed the end. */
  private static final long OUTDATED_NANOS = Duration.ofSeconds(10).toNanos();

  private record Look(Map<UUID, RingMove> moves, long atNanos) {}

  private final Map<UUID, Look> looks = new HashMap<>();

  /** Nodes that have moved: the driver is not told of it. */
  private final Map<UUID, RingMove> moved = new HashMap<>();

  private final Set<UUID> unproven = new HashSet<>();
  private Set<UUID> members = Set.of();
  private long changedNanos;

  /** The nodes that the driver knows of; at first they say nothing of a change. */
  void members(Set<UUID> nodes, long now) {
    Set<UUID> before = members;
    members = Set.copyOf(nodes);
    looks.keySet().retainAll(members);
    moved.keySet().retainAll(members);
    unproven.retainAll(members);
    if (!before.isEmpty() && !before.equals(members)) {
      changed(now);
    }
  }

  /**
   * Takes in what one node has heard.
   *
   * @param moves by host id, of all nodes that neither stay nor are gone
   */
  void look(UUID at, Map<UUID, RingMove> moves, long now) {
    Map<UUID, RingMove> before = underWay();
    looks.put(at, new Look(Map.copyOf(moves), now));
    looks.values().removeIf(look -> now - look.atNanos() > OUTDATED_NANOS);
    Map<UUID, RingMove> after = underWay();
    before.forEach(
        (id, move) -> {
          if (move.deed() == RingMove.Deed.MOVING && !after.containsKey(id)) {
            moved.put(id, move);
            changed(now);
          }
        });
  }

  private void changed(long now) {
    changedNanos = now;
    unproven.addAll(members);
  }

  /** Those that are about to hold other ranges, or hold them and the driver is not told of it. */
  Map<UUID, RingMove> moves() {
    Map<UUID, RingMove> all = new HashMap<>(moved);
    all.putAll(underWay());
    return all;
  }

  private Map<UUID, RingMove> underWay() {
    Map<UUID, RingMove> moves = new HashMap<>();
    for (Look look : looks.values()) {
      look.moves()
          .forEach(
              (id, move) -> {
                if (isNews(id, move)) {
                  moves.merge(id, move, RingChanges::further);
                }
              });
    }
    return moves;
  }

  /** A node that the driver knows has joined, and one that it does not know has left. */
  private boolean isNews(UUID id, RingMove move) {
    return switch (move.deed()) {
      case JOINING, JOINED -> !members.contains(id);
      case LEAVING, MOVING -> members.contains(id);
    };
  }

  /** Of what two have heard: who has heard later knows that it has joined, and its tokens. */
  private static RingMove further(RingMove one, RingMove other) {
    return Stream.of(one, other)
        .max(Comparator.comparing(RingMove::deed).thenComparingInt(move -> move.tokens().size()))
        .orElseThrow();
  }

  /** When the ring changed last, for those that are unproven. */
  long changedNanos() {
    return changedNanos;
  }

  /** Nodes that may hold ranges since which they did not hold before, a copy. */
  List<UUID> unproven() {
    return List.copyOf(unproven);
  }

  /** These have what was written to the ranges that they hold. */
  void proven(Collection<UUID> nodes) {
    unproven.removeAll(nodes);
    if (unproven.isEmpty()) {
      moved.clear();
    }
  }

  /** Whether nothing changes, and nothing has changed lately. */
  boolean isOver() {
    return unproven.isEmpty() && moves().isEmpty();
  }

  /** Nobody has looked for a while: what was under way is not known. */
  void unwatched() {
    looks.clear();
    moved.clear();
    unproven.clear();
  }
}
