package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.OwnedTokens;
import org.quorate.core.replica.ReplicatedRange;

/** Which nodes hold which ranges of the ring, as the driver knows it. Stateless. */
public final class DriverRing {
  private static final KeyRange WHOLE = new KeyRange(Long.MIN_VALUE, Long.MIN_VALUE);

  private DriverRing() {}

  /**
   * The ranges of a keyspace with their replicas. Where the driver knows no token map, or the
   * partitioner's tokens are no numbers of 64 bits, it is the whole ring at every node, so that a
   * read too many is raised and none too few.
   *
   * @param counted nodes that may answer reads
   */
  public static List<ReplicatedRange> of(
      Metadata metadata, String keyspace, Predicate<Node> counted) {
    return of(metadata.getTokenMap().orElse(null), metadata, keyspace, counted);
  }

  /**
   * The same by another token map, such as that of before the ring changed.
   *
   * @param ring null where there is none
   */
  public static List<ReplicatedRange> of(
      @Nullable TokenMap ring, Metadata metadata, String keyspace, Predicate<Node> counted) {
    List<ReplicatedRange> ranges = new ArrayList<>();
    try {
      if (ring != null) {
        for (TokenRange range : ring.getTokenRanges()) {
          KeyRange tokens =
              new KeyRange(
                  Long.parseLong(ring.format(range.getStart())),
                  Long.parseLong(ring.format(range.getEnd())));
          Set<Node> replicas = ring.getReplicas(CqlIdentifier.fromInternal(keyspace), range);
          ranges.add(new ReplicatedRange(tokens, ids(replicas, counted)));
        }
      }
    } catch (NumberFormatException ofAnotherPartitioner) {
      ranges.clear();
    }
    boolean known = ranges.stream().anyMatch(range -> !range.replicas().isEmpty());
    return known
        ? ranges
        : List.of(new ReplicatedRange(WHOLE, ids(metadata.getNodes().values(), counted)));
  }

  /** Whose the tokens are; none where there is no token map, or tokens are no such numbers. */
  public static OwnedTokens tokens(Metadata metadata) {
    NavigableMap<Long, UUID> owners = new TreeMap<>();
    Map<UUID, NodePlace> places = new HashMap<>();
    TokenMap ring = metadata.getTokenMap().orElse(null);
    for (Node node : metadata.getNodes().values()) {
      UUID id = node.getHostId();
      if (ring != null && id != null) {
        places.put(
            id,
            new NodePlace(String.valueOf(node.getDatacenter()), String.valueOf(node.getRack())));
        for (Token token : ring.getTokens(node)) {
          GossipRow.tokens(Set.of(ring.format(token))).forEach(own -> owners.put(own, id));
        }
      }
    }
    return new OwnedTokens(owners, places);
  }

  private static Set<UUID> ids(Iterable<Node> nodes, Predicate<Node> counted) {
    List<UUID> ids = new ArrayList<>();
    for (Node node : nodes) {
      UUID id = node.getHostId();
      if (id != null && counted.test(node)) {
        ids.add(id);
      }
    }
    return ids.stream().collect(Collectors.toUnmodifiableSet());
  }
}
