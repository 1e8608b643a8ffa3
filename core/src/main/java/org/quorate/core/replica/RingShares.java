package org.quorate.core.replica;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.quorate.core.level.KeyRange;

/**
 * Which shares of a ring have a replica that is not fresh; a range with several counts for the
 * first of these. Immutable.
 *
 * @param down with one that is down, 0 to 1
 * @param behind with one that may lack writes
 * @param unknown with one of which nothing is known
 */
public record RingShares(double down, double behind, double unknown) {
  /** Every replica is fresh. */
  public static final RingShares FRESH = new RingShares(0, 0, 0);

  /** Nothing is known of any. */
  public static final RingShares UNKNOWN = new RingShares(0, 0, 1);

  /**
   * The shares of a ring, by tokens.
   *
   * @param ring all its ranges, which do not overlap
   * @param statuses by host id; a node without one is unknown
   */
  public static RingShares of(Collection<ReplicatedRange> ring, Map<UUID, ReplicaStatus> statuses) {
    Map<ReplicaState, Double> widths = new EnumMap<>(ReplicaState.class);
    for (ReplicatedRange each : ring) {
      widths.merge(worst(each, statuses), width(each.range()), Double::sum);
    }
    double all = widths.values().stream().mapToDouble(width -> width).sum();
    return all == 0
        ? UNKNOWN
        : new RingShares(
            widths.getOrDefault(ReplicaState.DOWN, 0.0) / all,
            widths.getOrDefault(ReplicaState.SUSPECT, 0.0) / all,
            widths.getOrDefault(ReplicaState.UNKNOWN, 0.0) / all);
  }

  /** Down before behind (which is told as suspect) before unknown before fresh. */
  private static ReplicaState worst(ReplicatedRange range, Map<UUID, ReplicaStatus> statuses) {
    ReplicaState worst = range.replicas().isEmpty() ? ReplicaState.UNKNOWN : ReplicaState.FRESH;
    for (UUID replica : range.replicas()) {
      ReplicaStatus status = statuses.get(replica);
      if (status != null && status.state() == ReplicaState.DOWN) {
        return ReplicaState.DOWN;
      }
      if (status == null || status.state() == ReplicaState.UNKNOWN) {
        worst = worst == ReplicaState.FRESH ? ReplicaState.UNKNOWN : worst;
      } else if (status.raises()) {
        worst = ReplicaState.SUSPECT;
      }
    }
    return worst;
  }

  /** Of a ring of 1. */
  private static double width(KeyRange range) {
    double width = ((double) range.last() - (double) range.after()) / 0x1p64;
    return range.last() <= range.after() ? width + 1 : width;
  }
}
