package org.quorate.study.plan;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;

/**
 * Whether and when the requests of servers are sent to others so that they can rest. Where they
 * rest one by one, or hosts of a rack do, how many are awake is decided by {@link
 * org.quorate.core.offload.HysteresisOffload}; where a whole data centre does, a gear, by {@link
 * org.quorate.core.rest.GearPolicy}.
 *
 * @param rest what resting servers do; with {@link Rest#NONE} nobody rests, so that runs can be
 *     compared
 * @param gear the data centre that rests and wakes as one; null where servers do one by one
 * @param capacityPerSecond requests that one server can do, above 0; of a gear's others, those that
 *     a server executes as a replica, and of hosts those that one executes as the replicas of its
 *     servers
 * @param low share of that beyond which nobody is sent to rest, above 0
 * @param high share of it beyond which others are woken, above {@code low} and up to 1; 1 of a gear
 * @param shortestStay between a change and the next sending to rest, at least zero
 * @param leastAwake servers, or hosts of each rack, that never rest: a whole number, or below 1 a
 *     share of all, above 0; of no meaning for a gear
 * @param interval between two decisions, above zero
 * @param window over which requests are counted, at least the interval; of a gear the interval
 * @param timeScale seconds of a day that each second of a run stands for, at least 1
 */
public record OffloadSettings(
    Rest rest,
    @Nullable String gear,
    double capacityPerSecond,
    double low,
    double high,
    Duration shortestStay,
    double leastAwake,
    Duration interval,
    Duration window,
    double timeScale) {
  /** Where a study does not say otherwise. */
  public static final double DEFAULT_LOW = 0.4;

  /** Likewise, of a gear. */
  public static final double DEFAULT_LOW_OF_GEAR = 0.8;

  /** Likewise. */
  public static final double DEFAULT_HIGH = 0.7;

  /** Likewise. */
  public static final Duration DEFAULT_SHORTEST_STAY = Duration.ofSeconds(5);

  /** Likewise. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofMillis(500);

  /** Likewise. */
  public static final Duration DEFAULT_WINDOW = Duration.ofSeconds(2);

  /** The same with another rest. */
  public OffloadSettings with(Rest changed) {
    return new OffloadSettings(
        changed,
        gear,
        capacityPerSecond,
        low,
        high,
        shortestStay,
        leastAwake,
        interval,
        window,
        timeScale);
  }

  /** All but the rest for people, name to value, in reading order. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("what a server can do", Rates.format(capacityPerSecond));
    texts.put("marks of a server's use", low + " and " + high);
    texts.put("shortest stay before servers rest", Durations.format(shortestStay));
    String every = "every " + Durations.format(interval);
    if (gear != null) {
      texts.put("data centre that rests as one", gear);
      texts.put("decisions", every);
    } else {
      texts.put(
          "servers that never rest",
          leastAwake < 1 ? "a share of " + leastAwake : String.valueOf((long) leastAwake));
      texts.put("decisions", every + ", on requests of the last " + Durations.format(window));
    }
    if (timeScale > 1) {
      texts.put("seconds of a day for each of a run's", Double.toString(timeScale));
    }
    return texts;
  }

  /**
   * Servers of so many that never rest; of a share the next whole number.
   *
   * @param servers at least 1
   * @return from 1 to {@code servers}
   */
  public int leastAwakeOf(int servers) {
    double least = leastAwake < 1 ? Math.ceil(leastAwake * servers) : leastAwake;
    return (int) Math.max(1, Math.min(servers, least));
  }
}
