package org.quorate.core.recency;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what pairs of reads have shown of each replica that answered a weak one: of rows <em>at
 * rest</em>, the newest write of which was made {@value #REST_SECONDS} s before or more, by its
 * writer's clock. What is missing then is no write on its way, which a server gives up after two
 * seconds where nothing else is configured: a replica that is only slow looks like the others.
 *
 * <p>Told apart by the row's age (up to a minute, ten minutes, two hours, and older) and by the
 * class of its key, in four groups, so that a replica of keys that are written more often is
 * compared with others of such keys. A partition that was stale is not counted as stale again,
 * while it is among the last {@value #REMEMBERED} and until {@link #forgetStale()}: it would be the
 * same missing write.
 *
 * <p>At most {@value #MOST} replicas are told apart, 200 bytes each; all others are {@link
 * #OTHERS}. Thread-safe. The first pair of a replica takes a lock; what a request asks for, which
 * is {@link #isWatched()}, takes none and allocates nothing.
 */
public final class SettledPairs {
  /** So many replicas are told apart. */
  public static final int MOST = 255;

  /** All replicas that are not told apart. */
  public static final UUID OTHERS = new UUID(0, 0);

  static final int STRATA = 16;

  private static final int REST_SECONDS = 10;
  private static final int REMEMBERED = 64;
  private static final int CLASSES_TOGETHER = 4;
  private static final long[] AGES = {
    TimeUnit.SECONDS.toMicros(REST_SECONDS),
    TimeUnit.MINUTES.toMicros(1),
    TimeUnit.MINUTES.toMicros(10),
    TimeUnit.HOURS.toMicros(2)
  };

  /** Of each replica the pairs of each stratum, and then the stale ones of each. */
  private final Map<UUID, AtomicIntegerArray> counts = new ConcurrentHashMap<>();

  private final AtomicLongArray staleOnes = new AtomicLongArray(REMEMBERED);
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean watched;

  /**
   * Both answers of a pair are there, and were compared.
   *
   * @param replica that answered the weak read
   * @param partition a hash of it
   * @param place of its key
   * @param microsSinceWritten of the newest write that the strong read has; negative where there is
   *     none
   */
  public void add(
      UUID replica, long partition, int place, long microsSinceWritten, boolean isStale) {
    if (microsSinceWritten < AGES[0] || (isStale && wasStale(partition))) {
      return;
    }
    AtomicIntegerArray known = counts.get(replica);
    AtomicIntegerArray of = known == null ? begun(replica) : known;
    int stratum = stratum(microsSinceWritten, place);
    of.getAndIncrement(stratum);
    if (isStale) {
      of.getAndIncrement(STRATA + stratum);
    }
  }

  private boolean wasStale(long partition) {
    for (int i = 0; i < REMEMBERED; i++) {
      // A partition of hash 0 is never counted, which is one of all.
      if (staleOnes.get(i) == partition) {
        return true;
      }
    }
    staleOnes.set(Math.floorMod(next.getAndIncrement(), REMEMBERED), partition);
    return false;
  }

  private static int stratum(long micros, int place) {
    int age = 0;
    while (age + 1 < AGES.length && micros >= AGES[age + 1]) {
      age++;
    }
    return age * (KeyPlace.CLASSES / CLASSES_TOGETHER)
        + KeyPlace.keyClass(place) / CLASSES_TOGETHER;
  }

  private synchronized AtomicIntegerArray begun(UUID replica) {
    return counts.computeIfAbsent(
        counts.size() < MOST || counts.containsKey(replica) ? replica : OTHERS,
        any -> new AtomicIntegerArray(2 * STRATA));
  }

  /** Has partitions counted again that were stale before, as after a time in which much changes. */
  public void forgetStale() {
    for (int i = 0; i < REMEMBERED; i++) {
      staleOnes.set(i, 0);
    }
  }

  /** Whether pairs are to be sent, for this alone, beside reads that are raised for a replica. */
  public boolean isWatched() {
    return watched;
  }

  /** Has such pairs be sent, or not. */
  public void watched(boolean isWatched) {
    watched = isWatched;
  }

  /** The pairs so far; what was stale is read first, so that there is no more of it than pairs. */
  public SettledPairCounts counts() {
    Map<UUID, int[]> so = new HashMap<>();
    counts.forEach(
        (replica, of) -> {
          int[] now = new int[2 * STRATA];
          for (int i = now.length - 1; i >= 0; i--) {
            now[i] = of.get(i);
          }
          so.put(replica, now);
        });
    return new SettledPairCounts(so);
  }
}
