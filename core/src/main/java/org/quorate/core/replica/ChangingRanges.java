package org.quorate.core.replica;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.quorate.core.level.KeyRange;

/**
 * Which ranges of a ring have other replicas soon, or have had others until lately. Stateless.
 *
 * <p>Servers go from a partition's token on from token to token, and take nodes for its replicas
 * until there are enough; by racks they may pass over some. So who leaves has others take the
 * ranges that it holds and no others. And who joins at a token can become a replica of those ranges
 * alone from which they come to that token before they have met all present replicas; or of any,
 * where a data centre has not more nodes than replicas, or the node brings a rack and several
 * replicas had to share one. In data centres of more nodes than replicas that have one rack these
 * are exactly the ranges that it takes; elsewhere perhaps some more.
 */
public final class ChangingRanges {
  private static final List<KeyRange> ALL = List.of(new KeyRange(Long.MIN_VALUE, Long.MIN_VALUE));

  private ChangingRanges() {}

  /**
   * The ranges that may have other replicas when these have happened; they may overlap.
   *
   * <p>Of a node that is joining only the first token is told, so where nodes have several it is
   * not known what it takes, and that is nothing here. One that has joined, and of which no token
   * is known, may hold any range.
   *
   * @param ring as it is, whole, without overlaps
   */
  public static List<KeyRange> of(
      Collection<ReplicatedRange> ring, OwnedTokens tokens, Collection<RingMove> moves) {
    List<ReplicatedRange> byEnd =
        ring.stream().sorted(Comparator.comparingLong(each -> each.range().last())).toList();
    Set<UUID> left = new HashSet<>();
    List<KeyRange> ranges = new ArrayList<>();
    for (RingMove move : moves) {
      boolean joined = move.deed() == RingMove.Deed.JOINED;
      if (joined && move.tokens().isEmpty()) {
        return ALL;
      }
      if (joined || tokens.isOneEach()) {
        Neighbours neighbours = Neighbours.of(move.place(), tokens);
        move.tokens()
            .forEach(token -> ranges.addAll(taken(byEnd, tokens.owners(), token, neighbours)));
      }
      left.addAll(move.left());
    }
    ranges.addAll(RangesBehind.of(ring, left));
    return List.copyOf(ranges);
  }

  /**
   * The nodes of a data centre that another joins.
   *
   * @param racks by host id
   * @param known whether one of them is in the rack of the other
   */
  private record Neighbours(Map<UUID, String> racks, boolean known) {
    private static Neighbours of(NodePlace place, OwnedTokens tokens) {
      Map<UUID, String> racks = tokens.racks(place.dataCenter());
      return new Neighbours(racks, racks.containsValue(place.rack()));
    }

    /** Whether a node that joins them may become a replica wherever it is in the ring. */
    private boolean mayGiveWay(Set<UUID> replicas) {
      List<String> used =
          racks.entrySet().stream()
              .filter(each -> replicas.contains(each.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      boolean shared = new HashSet<>(used).size() < used.size();
      return used.size() == racks.size() || (shared && !known);
    }
  }

  private static List<KeyRange> taken(
      List<ReplicatedRange> ring, Map<Long, UUID> owners, long token, Neighbours neighbours) {
    List<KeyRange> taken = new ArrayList<>();
    int own = 0;
    while (own < ring.size() && !ring.get(own).range().contains(token)) {
      own++;
    }
    Set<UUID> met = new HashSet<>();
    for (int back = 0; own < ring.size() && back <= ring.size(); back++) {
      ReplicatedRange at = ring.get(Math.floorMod(own - back, ring.size()));
      KeyRange range = at.range();
      if (back == 0) {
        taken.add(new KeyRange(range.after(), token));
        continue;
      }
      UUID owner = owners.get(range.last());
      if (owner != null) {
        met.add(owner);
      }
      if (met.containsAll(at.replicas()) && !neighbours.mayGiveWay(at.replicas())) {
        break;
      }
      if (back < ring.size()) {
        taken.add(range);
      } else if (token != range.last()) {
        taken.add(new KeyRange(token, range.last()));
      }
    }
    return taken;
  }

  /**
   * The ranges that one of some nodes holds now and did not hold before, as few as possible.
   *
   * @param before the ring as it was, whole, without overlaps; the same of {@code now}
   * @param by host ids of the nodes that count
   */
  public static List<KeyRange> gained(
      Collection<ReplicatedRange> before, Collection<ReplicatedRange> now, Set<UUID> by) {
    NavigableMap<Long, ReplicatedRange> was = byEnd(before);
    NavigableMap<Long, ReplicatedRange> is = byEnd(now);
    if (was.isEmpty() || is.isEmpty()) {
      return List.of();
    }
    TreeSet<Long> ends = new TreeSet<>(was.keySet());
    ends.addAll(is.keySet());
    List<KeyRange> gained = new ArrayList<>();
    long after = ends.last();
    for (long end : ends) {
      Set<UUID> since = new HashSet<>(at(is, end).replicas());
      since.removeAll(at(was, end).replicas());
      if (!Collections.disjoint(since, by)) {
        gained.add(new KeyRange(after, end));
      }
      after = end;
    }
    return RangesBehind.merged(gained);
  }

  private static NavigableMap<Long, ReplicatedRange> byEnd(Collection<ReplicatedRange> ring) {
    NavigableMap<Long, ReplicatedRange> byEnd = new TreeMap<>();
    ring.forEach(each -> byEnd.put(each.range().last(), each));
    return byEnd;
  }

  /** The range that a token is in; the first one goes through the ring's end. */
  private static ReplicatedRange at(NavigableMap<Long, ReplicatedRange> ring, long token) {
    Map.Entry<Long, ReplicatedRange> next = ring.ceilingEntry(token);
    return (next == null ? Objects.requireNonNull(ring.firstEntry()) : next).getValue();
  }
}
