package org.quorate.cassandra.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Keys of one table that are written, found among keys that were drawn alike, and drawn again as
 * often as they are written.
 *
 * <p>A key drawn alike is kept where it was written in the last {@value #RECENT_SECONDS} s (T),
 * which one that is written w times a second was with probability 1 - e^(-w T). Of those kept, each
 * is then drawn with a weight of w / (1 - e^(-w T)): together, in proportion to w. What is found of
 * keys so drawn is what reads would find that are spread over the keys as the writes are.
 *
 * <p>w is estimated from the looks at a key. Looking back from each, the time to the newest write,
 * or to the look before where none was written since, is a waiting time of the writes, censored at
 * the look before; so w is about the writes seen over the time looked back over, the first look
 * among them (exponential distribution, censored; its maximum likelihood), with {@value
 * #PRIOR_SECONDS} s more, lest one young write count as a hot key. So hot keys are drawn too seldom
 * at first; and those that were never found, not at all: see {@link #writesPerSecond()}.
 *
 * <p>Holds a bounded number of keys; those that were not written for {@value #IDLE_SECONDS} s, or
 * whose looks tell nothing, are forgotten. Not thread-safe. Times are microseconds of one clock.
 */
final class KeysInUse<K> {
  static final long RECENT_SECONDS = 60;
  static final long IDLE_SECONDS = 300;
  static final double PRIOR_SECONDS = 5;
  private static final double MICROS_PER_SECOND = 1e6;

  /** Between looks at a key: what was propagating at one has arrived at the next. */
  private static final long APART_MICROS = 200_000;

  private static final int MOST_DRAWN_IN_VAIN = 5;

  private static final class Looks {
    private long lastAt;
    private long drawnAt;
    private int writes = 1;
    private double seconds;
    private final double firstSeconds;
    private double weight;
    private int inVain;

    Looks(long at, long age) {
      lastAt = at;
      drawnAt = at;
      seconds = age / MICROS_PER_SECOND;
      firstSeconds = seconds;
      weigh();
    }

    /**
     * Without the first look, which found it because it had been written: what that selects for is
     * not in the looks after it.
     */
    double unselectedRate() {
      double since = seconds - firstSeconds;
      return (writes - 1) / (since + PRIOR_SECONDS);
    }

    double rate() {
      return writes / (seconds + PRIOR_SECONDS);
    }

    void weigh() {
      weight = rate() / -Math.expm1(-rate() * RECENT_SECONDS);
    }
  }

  private final int most;
  private final Map<K, Looks> keys = new LinkedHashMap<>();

  /**
   * @param most keys that are held, at least 1
   */
  KeysInUse(int most) {
    this.most = most;
  }

  int size() {
    return keys.size();
  }

  /**
   * About how often all the keys that are held are written together, by the looks after each one's
   * first; rather too low while there are few.
   */
  double writesPerSecond() {
    return keys.values().stream().mapToDouble(Looks::unselectedRate).sum();
  }

  /**
   * A key was drawn alike.
   *
   * @param age since its newest write; below 0 where the writer's clock is ahead
   * @return whether it counts as in use
   */
  boolean found(K key, long now, long age) {
    boolean recent = age < RECENT_SECONDS * MICROS_PER_SECOND;
    if (recent && keys.size() < most) {
      keys.putIfAbsent(key, new Looks(now, Math.max(0, age)));
    }
    return recent;
  }

  /**
   * A key to look at, by the weights; empty where none is held that was not just looked at.
   *
   * @param wanted those that may be drawn
   */
  Optional<K> draw(RandomGenerator random, long now, Predicate<K> wanted) {
    keys.values().removeIf(looks -> looks.inVain >= MOST_DRAWN_IN_VAIN);
    double sum = 0;
    Map<K, Looks> due = new LinkedHashMap<>();
    for (Map.Entry<K, Looks> each : keys.entrySet()) {
      if (isDue(each.getValue(), now) && wanted.test(each.getKey())) {
        due.put(each.getKey(), each.getValue());
        sum += each.getValue().weight;
      }
    }
    double left = random.nextDouble() * sum;
    for (Map.Entry<K, Looks> each : due.entrySet()) {
      Looks looks = each.getValue();
      left -= looks.weight;
      if (left < 0) {
        looks.drawnAt = now;
        looks.inVain++;
        return Optional.of(each.getKey());
      }
    }
    return Optional.empty();
  }

  /** The key was drawn, but no look at it began. */
  void notLooked(K key) {
    Looks looks = keys.get(key);
    if (looks != null) {
      looks.inVain--;
    }
  }

  private static boolean isDue(Looks looks, long now) {
    return now - looks.drawnAt >= APART_MICROS;
  }

  /**
   * A look at a key that was drawn.
   *
   * @param age since its newest write, at least 0
   */
  void looked(K key, long now, long age) {
    Looks looks = keys.get(key);
    if (looks == null) {
      return;
    }
    looks.inVain = 0;
    if (age > IDLE_SECONDS * MICROS_PER_SECOND) {
      keys.remove(key);
      return;
    }
    long since = Math.max(0, now - looks.lastAt);
    looks.writes += age < since ? 1 : 0;
    looks.seconds += Math.min(age, since) / MICROS_PER_SECOND;
    looks.lastAt = now;
    looks.weigh();
  }
}
