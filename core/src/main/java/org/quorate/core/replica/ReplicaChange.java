package org.quorate.core.replica;

import java.util.UUID;

/**
 * A replica that stands differently than before. Immutable.
 *
 * @param replica host id of its node
 * @param before its status until now
 * @param after its status from now on
 */
public record ReplicaChange(UUID replica, ReplicaStatus before, ReplicaStatus after) {}
