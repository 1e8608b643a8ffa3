package org.quorate.core.replica;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What the nodes that can be asked were seen to keep for others. Not thread-safe. */
final class HintLooks {
  private final Map<UUID, KeptHints> kept = new HashMap<>();
  private Set<UUID> watched = Set.of();

  /**
   * @param nodes of the cluster
   * @param watched those that can be asked
   */
  void members(Set<UUID> nodes, Set<UUID> watched) {
    kept.keySet().retainAll(nodes);
    kept.values().forEach(each -> each.retain(nodes));
    this.watched = watched;
  }

  boolean isWatched(UUID node) {
    return watched.contains(node);
  }

  void look(Signal.Hints look, long asked, long now) {
    kept.computeIfAbsent(look.at(), any -> new KeptHints())
        .look(look.targets(), look.delivering(), asked, now);
  }

  /** Nobody has looked for a while. */
  void forget() {
    kept.clear();
  }

  /**
   * Whether every other node that can be asked keeps nothing for a replica, and somebody can be.
   *
   * @param flushed by when hints for it are in files
   * @param away since when it may have missed writes: nodes that went down before keep none of them
   */
  boolean showNone(Replica replica, long flushed, long away, Collection<Replica> all) {
    boolean somebody = all.size() == 1;
    for (Replica other : all) {
      boolean asked = other != replica && watched.contains(other.id);
      boolean wentBefore = other.state() == ReplicaState.DOWN && other.downNanos() - away <= 0;
      if (asked && !wentBefore) {
        KeptHints looks = kept.get(other.id);
        if (looks == null || !looks.noneOfBefore(flushed, replica.id)) {
          return false;
        }
        somebody = true;
      }
    }
    return somebody;
  }
}
