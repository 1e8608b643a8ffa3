package org.quorate.cli.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.ReplicatedRange;

/**
 * How many replicas of each row are up, over the token ring of one keyspace. Immutable.
 *
 * @param segments ascending, without overlap
 */
public record RingGlance(String keyspace, List<Segment> segments) {
  /** Of all tokens, 2 to the power of 64. */
  private static final double TOKENS = 0x1p64;

  /** How many replicas are in which state. */
  public record Count(int up, int unknown, int down) {
    int replicas() {
      return up + unknown + down;
    }
  }

  /**
   * A part of the ring with alike replicas.
   *
   * @param from where it begins, as a share of the ring counted from the lowest token, 0 to 1
   * @param to where it ends
   */
  public record Segment(double from, double to, Count count) {}

  public RingGlance {
    segments = List.copyOf(segments);
  }

  /**
   * The ring of a keyspace.
   *
   * @param states by host id; a replica that is not among them is one whose state is not known
   */
  public static RingGlance of(
      String keyspace, Collection<ReplicatedRange> ranges, Map<UUID, State> states) {
    List<Segment> all = new ArrayList<>();
    for (ReplicatedRange each : ranges) {
      Count count = count(each, states);
      KeyRange range = each.range();
      double from = place(range.after());
      double to = place(range.last());
      if (range.after() < range.last()) {
        all.add(new Segment(from, to, count));
      } else {
        all.add(new Segment(from, 1, count));
        all.add(new Segment(0, to, count));
      }
    }
    all.removeIf(segment -> segment.from() >= segment.to());
    all.sort(Comparator.comparingDouble(Segment::from));
    return new RingGlance(keyspace, merged(all));
  }

  private static double place(long token) {
    return token / TOKENS + 0.5;
  }

  private static Count count(ReplicatedRange range, Map<UUID, State> states) {
    int up = 0;
    int unknown = 0;
    int down = 0;
    for (UUID replica : range.replicas()) {
      switch (states.getOrDefault(replica, State.UNKNOWN)) {
        case UP -> up++;
        case UNKNOWN -> unknown++;
        case DOWN -> down++;
      }
    }
    return new Count(up, unknown, down);
  }

  private static List<Segment> merged(List<Segment> sorted) {
    List<Segment> merged = new ArrayList<>();
    for (Segment next : sorted) {
      Segment before = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (before != null && before.to() == next.from() && before.count().equals(next.count())) {
        merged.set(merged.size() - 1, new Segment(before.from(), next.to(), next.count()));
      } else {
        merged.add(next);
      }
    }
    return merged;
  }

  /** The share of the ring of each count, those with the fewest replicas up first. */
  Map<Count, Double> shares() {
    Map<Count, Double> shares = new LinkedHashMap<>();
    segments.stream()
        .sorted(
            Comparator.comparingInt((Segment segment) -> segment.count().up())
                .thenComparingInt(segment -> -segment.count().down()))
        .forEach(
            segment ->
                shares.merge(segment.count(), segment.to() - segment.from(), Double::sum));
    return shares;
  }

  /**
   * The counts of parts of the ring that are alike wide; of a part that has several, that with the
   * fewest replicas up.
   */
  List<Count> worst(int parts) {
    List<Count> worst = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      double from = (double) i / parts;
      double to = (i + 1.0) / parts;
      worst.add(
          segments.stream()
              .filter(segment -> segment.from() < to && segment.to() > from)
              .map(Segment::count)
              .min(Comparator.comparingInt(Count::up).thenComparingInt(count -> -count.down()))
              .orElse(new Count(0, 0, 0)));
    }
    return worst;
  }
}
