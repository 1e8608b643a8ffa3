package org.quorate.cli.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.ReplicatedRange;

/**
 * How many replicas of each row are up, over the token ring of one keyspace. Immutable, and of a
 * size that does not depend on the ring's.
 *
 * @param worst of {@value #PARTS} parts of the ring that are alike wide, from the lowest token on;
 *     of a part that has several counts, that with the fewest replicas up
 * @param shares the share of the ring of each count, those with the fewest replicas up first
 */
public record RingGlance(String keyspace, List<Count> worst, Map<Count, Double> shares) {
  static final int PARTS = 120;

  /** Of all tokens, 2 to the power of 64. */
  private static final double TOKENS = 0x1p64;

  private static final Comparator<Count> WORST_FIRST =
      Comparator.comparingInt(Count::up)
          .thenComparing(Comparator.comparingInt(Count::down).reversed())
          .thenComparingInt(Count::unknown);

  /** How many replicas are in which state. */
  public record Count(int up, int unknown, int down) {
    int replicas() {
      return up + unknown + down;
    }
  }

  public RingGlance {
    worst = List.copyOf(worst);
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
  }

  /**
   * The ring of a keyspace, in one pass.
   *
   * @param ranges of the whole ring
   * @param states by host id; a replica that is not among them is one whose state is not known
   */
  public static RingGlance of(
      String keyspace, Collection<ReplicatedRange> ranges, Map<UUID, State> states) {
    Count none = new Count(Integer.MAX_VALUE, 0, 0);
    List<Count> worst = new ArrayList<>(Collections.nCopies(PARTS, none));
    Map<Count, Double> shares = new TreeMap<>(WORST_FIRST);
    for (ReplicatedRange each : ranges) {
      Count count = count(each, states);
      KeyRange range = each.range();
      double from = place(range.after());
      double to = place(range.last());
      if (range.after() < range.last()) {
        add(worst, shares, from, to, count);
      } else {
        add(worst, shares, from, 1, count);
        add(worst, shares, 0, to, count);
      }
    }
    worst.replaceAll(count -> count.equals(none) ? new Count(0, 0, 0) : count);
    return new RingGlance(keyspace, worst, shares);
  }

  private static void add(
      List<Count> worst, Map<Count, Double> shares, double from, double to, Count count) {
    if (from >= to) {
      return;
    }
    shares.merge(count, to - from, Double::sum);
    int end = Math.min(PARTS, (int) Math.ceil(to * PARTS));
    for (int i = (int) (from * PARTS); i < end; i++) {
      if (WORST_FIRST.compare(count, worst.get(i)) < 0) {
        worst.set(i, count);
      }
    }
  }

  /** As a share of the ring, counted from the lowest token: 0 to 1. */
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
}
