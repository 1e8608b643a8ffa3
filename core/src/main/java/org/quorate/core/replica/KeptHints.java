package org.quorate.core.replica;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What one node was seen to keep for others, look by look. Not thread-safe.
 *
 * <p>A file of hints that is being delivered is listed nowhere, only that something is delivered:
 * so while it is, that counts for every node. One look may fall between a delivery that failed and
 * the file's return to the list; hence two.
 */
final class KeptHints {
  private final Map<UUID, Long> lastKept = new HashMap<>();
  private long lastDelivering = Long.MIN_VALUE;
  private long newest = Long.MIN_VALUE;
  private long newestButOne = Long.MIN_VALUE;

  void look(Set<UUID> targets, boolean delivering, long now) {
    newestButOne = newest;
    newest = now;
    targets.forEach(target -> lastKept.put(target, now));
    if (delivering) {
      lastDelivering = now;
    }
  }

  /** Whether the last two looks, both after this instant, show nothing that the node keeps. */
  boolean noneSince(long nanos, UUID target) {
    return newestButOne != Long.MIN_VALUE
        && newestButOne - nanos >= 0
        && lastDelivering < newestButOne
        && lastKept.getOrDefault(target, Long.MIN_VALUE) < newestButOne;
  }
}
