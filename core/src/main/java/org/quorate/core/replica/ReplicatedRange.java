package org.quorate.core.replica;

import java.util.Set;
import java.util.UUID;
import org.quorate.core.level.KeyRange;

/**
 * A range of the ring with the nodes that hold its rows. Immutable.
 *
 * @param replicas host ids
 */
public record ReplicatedRange(KeyRange range, Set<UUID> replicas) {
  public ReplicatedRange {
    replicas = Set.copyOf(replicas);
  }
}
