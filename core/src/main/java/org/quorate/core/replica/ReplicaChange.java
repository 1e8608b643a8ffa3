package org.quorate.core.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A replica that stands differently than before. Immutable.
 *
 * @param replica host id of its node
 * @param before its status until now
 * @param after its status from now on
 */
public record ReplicaChange(UUID replica, ReplicaStatus before, ReplicaStatus after) {
  /** Whether it was down, and is not. */
  boolean isReturn() {
    return before.state() == ReplicaState.DOWN && after.state() != ReplicaState.DOWN;
  }

  /** Those of nodes that were there before and still are, in the order in which they are now. */
  static List<ReplicaChange> between(
      Map<UUID, ReplicaStatus> before, Map<UUID, ReplicaStatus> after) {
    List<ReplicaChange> changes = new ArrayList<>();
    after.forEach(
        (id, now) -> {
          ReplicaStatus earlier = before.get(id);
          if (earlier != null
              && (earlier.state() != now.state() || earlier.raises() != now.raises())) {
            changes.add(new ReplicaChange(id, earlier, now));
          }
        });
    return changes;
  }
}
