package org.quorate.core.replica;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes that are asked were seen to keep for others, and which of them refuse to say.
 * While one refuses, nothing would ever show that another lacks nothing. Not thread-safe.
 */
final class HintLooks {
  private final Map<UUID, KeptHints> kept = new HashMap<>();
  private final Map<UUID, String> refusals = new LinkedHashMap<>();
  private Set<UUID> watched = Set.of();

  /**
   * @param nodes of the cluster
   * @param watched those that are asked
   */
  void members(Set<UUID> nodes, Set<UUID> watched) {
    kept.keySet().retainAll(nodes);
    kept.values().forEach(each -> each.retain(nodes));
    refusals.keySet().retainAll(watched);
    this.watched = watched;
  }

  boolean isWatched(UUID node) {
    return watched.contains(node);
  }

  /**
   * A node cannot be asked, until it answers.
   *
   * @param reason sentences
   */
  void refused(UUID at, String reason) {
    if (isWatched(at)) {
      refusals.put(at, reason);
    }
  }

  /** Why some node cannot be asked, sentences; null where all can. */
  @Nullable String refusal() {
    return refusals.isEmpty() ? null : refusals.values().iterator().next();
  }

  void look(Signal.Hints look, long asked, long now) {
    refusals.remove(look.at());
    kept.computeIfAbsent(look.at(), any -> new KeptHints())
        .look(look.targets(), look.delivering(), asked, now);
  }

  /**
   * Since when a node may have written the hints of which its next look is the first to tell.
   *
   * @param asked when that look was asked for
   */
  long unlistedSince(UUID at, long asked) {
    long usual = asked - ReplicaTimes.UNTIL_HINTS_ARE_LISTED.toNanos();
    KeptHints looks = kept.get(at);
    return looks == null ? usual : looks.unlistedSince(usual);
  }

  /** Nobody has looked for a while; who refused still does until it answers. */
  void forget() {
    kept.clear();
  }

  /**
   * Whether every other node that can be asked keeps nothing for a replica, and somebody can be.
   *
   * @param flushed by when hints for it are in files
   * @param away when it can have missed a write first: nodes that went down before keep none
   */
  boolean showNone(Replica replica, long flushed, long away, Collection<Replica> all) {
    return none(replica, flushed, away, all, false);
  }

  /** The same, where nodes that have told nothing yet, and refuse to, count for nothing. */
  boolean knowOfNone(Replica replica, long flushed, long away, Collection<Replica> all) {
    return none(replica, flushed, away, all, true);
  }

  private boolean none(
      Replica replica, long flushed, long away, Collection<Replica> all, boolean mayRefuse) {
    boolean somebody = all.size() == 1;
    for (Replica other : all) {
      boolean asked = other != replica && watched.contains(other.id);
      boolean wentBefore = other.state() == ReplicaState.DOWN && other.downNanos() - away <= 0;
      if (asked && !wentBefore) {
        KeptHints looks = kept.get(other.id);
        boolean refuses = looks == null && mayRefuse && refusals.containsKey(other.id);
        if (!refuses && (looks == null || !looks.noneOfBefore(flushed, replica.id))) {
          return false;
        }
        somebody = true;
      }
    }
    return somebody;
  }
}
