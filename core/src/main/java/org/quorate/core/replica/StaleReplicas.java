package org.quorate.core.replica;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.quorate.core.recency.SettledPairCounts;
import org.quorate.core.recency.SettledPairs;
import org.quorate.core.statistics.StratifiedFisher;
import org.quorate.core.statistics.StratifiedFisher.Stratum;

/**
 * Says which replicas lack writes, by pairs of reads of rows at rest ({@link SettledPairs}) of the
 * last ten to twenty minutes: whole numbers, since the test is exact. A replica is held for one
 * where all of these are so:
 *
 * <ol>
 *   <li>It has answered at least {@value #FEWEST} stale, and one of them since the last look.
 *   <li>So many are less likely than {@value #ALPHA} over the number of replicas, were it as stale
 *       as all others together: {@link StratifiedFisher}, over tables, ages and classes of keys.
 *   <li>Its odds of being stale are at least {@value #LEAST_RATIO} times those of the others, since
 *       with many pairs any difference can be told.
 * </ol>
 *
 * <p>It is held for {@link #HELD_FOR}, and that long anew with each look at which it has answered
 * another stale and is still more stale with a probability below {@value #ALPHA_OF_HELD} over the
 * number of replicas. What was found before counts on when that is over, so that the next stale one
 * may be enough.
 *
 * <p>It does not stand out where half of the replicas lack as much. Pure: times are handed in, in
 * nanoseconds of one clock. Not thread-safe.
 */
public final class StaleReplicas {
  /** For how long a replica is held for one that lacks writes, since it was seen last. */
  public static final Duration HELD_FOR = Duration.ofMinutes(5);

  /** Pairs count for as long at least, and twice that at most. */
  public static final Duration COUNTED_FOR = Duration.ofMinutes(10);

  static final int FEWEST = 3;
  static final double ALPHA = 0.001;
  static final double ALPHA_OF_HELD = 0.05;
  static final double LEAST_RATIO = 2;

  /** Why, and until when. */
  private record Held(String reason, long untilNanos) {}

  private final Map<UUID, Held> held = new HashMap<>();

  /** By table, as counted when pairs began to count that still do. */
  private List<SettledPairCounts> before;

  /** Likewise for those that count for longer. */
  private List<SettledPairCounts> between;

  private List<SettledPairCounts> last;
  private long betweenNanos;
  private boolean begun;

  /**
   * @param tables how many there are
   */
  public StaleReplicas(int tables) {
    before = Collections.nCopies(tables, SettledPairCounts.NONE);
    between = before;
    last = before;
  }

  /**
   * Looks at what was counted.
   *
   * @param soFar of each table, since the start, always in the same order
   */
  public void look(List<SettledPairCounts> soFar, long nowNanos) {
    renew(nowNanos);
    List<SettledPairCounts> counted = since(soFar, before);
    List<SettledPairCounts> added = since(soFar, last);
    last = List.copyOf(soFar);
    Set<UUID> replicas = new HashSet<>();
    counted.forEach(table -> replicas.addAll(table.replicas()));
    replicas.remove(SettledPairs.OTHERS);
    held.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
    for (UUID replica : replicas) {
      if (added.stream().anyMatch(table -> table.stale(replica) > 0)) {
        List<Stratum> strata =
            counted.stream().flatMap(table -> table.against(replica).stream()).toList();
        double alpha = held.containsKey(replica) ? ALPHA_OF_HELD : ALPHA;
        if (isMoreStale(strata, alpha / replicas.size())) {
          held.put(replica, new Held(reason(strata), nowNanos + HELD_FOR.toNanos()));
        }
      }
    }
  }

  /** A replica has been repaired: pairs that were counted until the last look say nothing of it. */
  public void repaired(UUID replica) {
    held.remove(replica);
    before = last;
    between = last;
  }

  /** Pairs that were counted when nobody looked are as old as the last look. */
  private void renew(long now) {
    if (!begun) {
      begun = true;
      betweenNanos = now;
    }
    long passed = now - betweenNanos;
    if (passed >= COUNTED_FOR.toNanos()) {
      before = passed >= 2 * COUNTED_FOR.toNanos() ? last : between;
      between = last;
      betweenNanos = now;
    }
  }

  private static List<SettledPairCounts> since(
      List<SettledPairCounts> these, List<SettledPairCounts> earlier) {
    return IntStream.range(0, these.size())
        .mapToObj(table -> these.get(table).since(earlier.get(table)))
        .toList();
  }

  private static boolean isMoreStale(List<Stratum> strata, double alpha) {
    return strata.stream().mapToInt(Stratum::found).sum() >= FEWEST
        && StratifiedFisher.oddsRatio(strata) >= LEAST_RATIO
        && StratifiedFisher.pValue(strata) < alpha;
  }

  private static String reason(List<Stratum> strata) {
    return String.format(
        Locale.ROOT,
        "It answered %d of %d compared reads stale, the others %d of %d (rows at rest for 10 s).",
        strata.stream().mapToInt(Stratum::found).sum(),
        strata.stream().mapToInt(Stratum::of).sum(),
        strata.stream().mapToInt(Stratum::foundOfOthers).sum(),
        strata.stream().mapToInt(Stratum::others).sum());
  }

  /** Which replicas are held for such that lack writes, and why, one sentence. */
  public Map<UUID, String> held() {
    Map<UUID, String> reasons = new HashMap<>();
    held.forEach((replica, each) -> reasons.put(replica, each.reason));
    return reasons;
  }
}
