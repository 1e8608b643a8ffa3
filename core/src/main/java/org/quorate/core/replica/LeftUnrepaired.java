package org.quorate.core.replica;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Nodes that have left, perhaps for a moment only, and need a repair: why they do. The last of
 * them, as many as can leave at once: one that was replaced never comes back. Not thread-safe.
 */
final class LeftUnrepaired {
  private final Map<UUID, String> reasons = new LinkedHashMap<>();
  private int mostNodes;

  /**
   * The members change.
   *
   * @param before those that there were
   */
  void members(Collection<Replica> before, Set<UUID> after) {
    before.stream()
        .filter(each -> each.needsRepair() && !after.contains(each.id))
        .forEach(each -> reasons.put(each.id, each.repair()));
    mostNodes = Math.max(mostNodes, before.size());
    Iterator<UUID> eldest = reasons.keySet().iterator();
    while (reasons.size() > mostNodes) {
      eldest.next();
      eldest.remove();
    }
  }

  /** Why one that is a member again needs a repair; empty where it does not. */
  String returned(UUID node) {
    String reason = reasons.remove(node);
    return reason == null ? "" : reason;
  }
}
