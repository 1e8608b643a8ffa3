package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.KeyRanges;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.replica.ChangingRanges;
import org.quorate.core.replica.RangesBehind;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.replica.RingMove;

/**
 * The ranges of keyspaces in which reads are raised: those that a replica which may lack writes
 * holds, those that are about to have another replica, and those that a node holds since the ring
 * changed, until there is evidence that it has what was written to them. Rings are read from the
 * driver once for each change, and only where something is raised. Not thread-safe.
 */
final class RaisedRanges {
  /** Where rows of a table can be read from. */
  private record Place(String keyspace, Optional<String> dataCenter) {
    private static Place of(String keyspace, ReadLevels levels) {
      return new Place(
          keyspace,
          levels.ladder() == LevelLadder.LOCAL
              ? Optional.of(levels.localDataCenter())
              : Optional.empty());
    }

    private boolean isCounted(Node node) {
      return dataCenter.isEmpty() || dataCenter.get().equals(node.getDatacenter());
    }

    private boolean isCounted(RingMove move) {
      String of = move.place().dataCenter();
      return dataCenter.isEmpty() || of.isEmpty() || dataCenter.get().equals(of);
    }
  }

  /**
   * Why ranges are raised, by host ids.
   *
   * @param behind replicas that may lack writes
   * @param moves nodes that are about to hold other ranges
   * @param unproven nodes that may lack what was written to ranges which they hold since the ring
   *     changed
   */
  record Causes(Set<UUID> behind, Map<UUID, RingMove> moves, Set<UUID> unproven) {
    static final Causes NONE = new Causes(Set.of(), Map.of(), Set.of());

    Causes {
      behind = Set.copyOf(behind);
      moves = Map.copyOf(moves);
      unproven = Set.copyOf(unproven);
    }

    private boolean areNone() {
      return behind.isEmpty() && moves.isEmpty() && unproven.isEmpty();
    }
  }

  private final Supplier<Metadata> metadata;
  private final Map<Place, List<ReplicatedRange>> rings = new HashMap<>();
  private final Map<Place, List<KeyRange>> ranges = new HashMap<>();
  private Causes causes = Causes.NONE;
  private Set<UUID> nodes = Set.of();
  private Optional<TokenMap> tokens = Optional.empty();

  /** The ring as it was when every node was proven last; empty where that is the present one. */
  private Optional<TokenMap> before = Optional.empty();

  RaisedRanges(Supplier<Metadata> metadata) {
    this.metadata = metadata;
  }

  /**
   * Takes in what is known now, and the driver's ring.
   *
   * @param members host ids of the nodes that the causes are of
   * @return whether other ranges may be raised than before
   */
  boolean refresh(Causes now, Set<UUID> members) {
    Metadata known = metadata.get();
    Optional<TokenMap> ring = known.getTokenMap();
    boolean sameRing = ring.equals(tokens) && members.equals(nodes);
    if (!sameRing) {
      rings.clear();
      before = before.or(() -> tokens);
    }
    // Causes that are of other nodes than the ring say nothing of a change that it shows already.
    if (now.unproven().isEmpty() && members.equals(known.getNodes().keySet())) {
      before = Optional.empty();
    }
    boolean same = sameRing && now.equals(causes);
    tokens = ring;
    nodes = Set.copyOf(members);
    causes = now;
    if (!same) {
      ranges.clear();
    }
    return !same;
  }

  boolean isEmpty() {
    return causes.areNone();
  }

  /** The ranges of a table in which reads are raised, of the replicas that answer. */
  List<KeyRange> of(String keyspace, ReadLevels levels) {
    return causes.areNone()
        ? List.of()
        : ranges.computeIfAbsent(Place.of(keyspace, levels), this::raised);
  }

  private List<KeyRange> raised(Place place) {
    List<ReplicatedRange> ring = ring(place);
    List<KeyRange> behind = RangesBehind.of(ring, causes.behind());
    List<RingMove> moves = causes.moves().values().stream().filter(place::isCounted).toList();
    List<KeyRange> changing = new ArrayList<>();
    if (!moves.isEmpty()) {
      changing.addAll(ChangingRanges.of(ring, DriverRing.tokens(metadata.get()), moves));
    }
    before.ifPresent(
        map -> changing.addAll(ChangingRanges.gained(ring(map, place), ring, causes.unproven())));
    if (changing.isEmpty()) {
      return behind;
    }
    changing.addAll(behind);
    return KeyRanges.union(changing);
  }

  /** The ring of a table, of the replicas that answer. */
  List<ReplicatedRange> ring(String keyspace, ReadLevels levels) {
    return ring(Place.of(keyspace, levels));
  }

  /** Made once for each change of the ring: the driver formats every token of it. */
  private List<ReplicatedRange> ring(Place place) {
    return rings.computeIfAbsent(
        place, any -> DriverRing.of(metadata.get(), place.keyspace(), place::isCounted));
  }

  private List<ReplicatedRange> ring(TokenMap map, Place place) {
    return DriverRing.of(map, metadata.get(), place.keyspace(), place::isCounted);
  }
}
