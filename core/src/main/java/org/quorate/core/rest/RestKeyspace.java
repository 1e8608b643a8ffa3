package org.quorate.core.rest;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;

/**
 * A keyspace. Immutable.
 *
 * @param writes all levels that clients write at, at least one
 * @param reads all levels that they read at, at least one
 * @param replication null where it is something that {@link Replication} cannot say
 * @param replicaSets the names of the nodes that hold a range of the ring, of every range; equal
 *     ones once
 */
public record RestKeyspace(
    String name,
    Set<Level> writes,
    Set<Level> reads,
    @Nullable Replication replication,
    Set<Set<String>> replicaSets,
    List<RestTable> tables) {
  public RestKeyspace {
    writes = Set.copyOf(writes);
    reads = Set.copyOf(reads);
    replicaSets = replicaSets.stream().map(Set::copyOf).collect(Collectors.toUnmodifiableSet());
    tables = List.copyOf(tables);
  }

  /** Whether some of these nodes hold rows of it. */
  public boolean isOn(Collection<String> nodes) {
    return replicaSets.stream().anyMatch(replicas -> replicas.stream().anyMatch(nodes::contains));
  }
}
