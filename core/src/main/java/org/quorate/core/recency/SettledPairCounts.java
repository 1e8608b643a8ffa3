package org.quorate.core.recency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.quorate.core.statistics.StratifiedFisher.Stratum;

/** What {@link SettledPairs} have counted of one table. Immutable. */
public final class SettledPairCounts {
  /** No pairs. */
  public static final SettledPairCounts NONE = new SettledPairCounts(Map.of());

  private static final int STRATA = SettledPairs.STRATA;
  private static final int[] NOTHING = new int[2 * STRATA];

  private final Map<UUID, int[]> counts;

  SettledPairCounts(Map<UUID, int[]> counts) {
    this.counts = counts;
  }

  /** Those that answered any of these pairs, {@link SettledPairs#OTHERS} among them. */
  public Set<UUID> replicas() {
    return Set.copyOf(counts.keySet());
  }

  /** These without those that were counted earlier, of replicas that have any. */
  public SettledPairCounts since(SettledPairCounts earlier) {
    Map<UUID, int[]> since = new HashMap<>();
    counts.forEach(
        (replica, now) -> {
          int[] before = earlier.counts.getOrDefault(replica, NOTHING);
          int[] difference = new int[now.length];
          int pairs = 0;
          for (int i = 0; i < STRATA; i++) {
            difference[i] = now[i] - before[i];
            pairs += difference[i];
            // A stale one may have been counted as a pair earlier.
            int stale = now[STRATA + i] - before[STRATA + i];
            difference[STRATA + i] = Math.min(stale, difference[i]);
          }
          if (pairs > 0) {
            since.put(replica, difference);
          }
        });
    return new SettledPairCounts(since);
  }

  /** How many pairs were stale that a replica answered. */
  public int stale(UUID replica) {
    int stale = 0;
    int[] of = counts.getOrDefault(replica, NOTHING);
    for (int i = STRATA; i < of.length; i++) {
      stale += of[i];
    }
    return stale;
  }

  /** The pairs that one replica answered, and those of all others, by stratum. */
  public List<Stratum> against(UUID one) {
    int[] of = counts.getOrDefault(one, NOTHING);
    int[] others = new int[of.length];
    counts.forEach(
        (replica, each) -> {
          for (int i = 0; i < others.length && !replica.equals(one); i++) {
            others[i] += each[i];
          }
        });
    List<Stratum> strata = new ArrayList<>();
    for (int i = 0; i < STRATA; i++) {
      if (of[i] > 0 || others[i] > 0) {
        strata.add(new Stratum(of[STRATA + i], of[i], others[STRATA + i], others[i]));
      }
    }
    return strata;
  }
}
