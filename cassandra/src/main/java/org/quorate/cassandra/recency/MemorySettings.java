package org.quorate.cassandra.recency;

import java.time.Duration;
import org.quorate.core.recency.RecentWrites;

/**
 * What a session remembers of its own requests to each table. Immutable.
 *
 * @param recentWrites slots of the table of recent writes, of 12 bytes each; {@value
 *     #DEFAULT_RECENT_WRITES} unless told otherwise, which is 768 KB
 * @param lostWrites how long a write of unknown fate counts as written just now
 * @param reread whether a weak read that finds no row where this process has inserted one, and
 *     removed none since, is read again at the safe level
 */
public record MemorySettings(int recentWrites, Duration lostWrites, boolean reread) {
  /** A read of a key not written meets the time of another with a chance of n / 65,536 at most. */
  public static final int DEFAULT_RECENT_WRITES = 65_536;

  /**
   * Replicas that are up drop a write that they have not begun within the server's time-out of
   * seconds, and get it as a hint within about half a minute. A replica that was down gets it when
   * it is back, and its ranges are raised for that.
   */
  public static final Duration DEFAULT_LOST_WRITES = Duration.ofMinutes(1);

  /** The defaults, with no read read again. */
  public static final MemorySettings DEFAULT =
      new MemorySettings(DEFAULT_RECENT_WRITES, DEFAULT_LOST_WRITES, false);

  /**
   * @throws IllegalArgumentException if there are too few or too many slots, or the time is not
   *     above 0
   */
  public MemorySettings {
    if (recentWrites < RecentWrites.FEWEST_SLOTS || recentWrites > RecentWrites.MOST_SLOTS) {
      throw new IllegalArgumentException(
          "There are "
              + RecentWrites.FEWEST_SLOTS
              + " to "
              + RecentWrites.MOST_SLOTS
              + " slots of recent writes, not "
              + recentWrites
              + ".");
    }
    if (lostWrites.isNegative() || lostWrites.isZero()) {
      throw new IllegalArgumentException(
          "A write of unknown fate counts for a time above 0, but for " + lostWrites + ".");
    }
  }

  public MemorySettings withRecentWrites(int changed) {
    return new MemorySettings(changed, lostWrites, reread);
  }

  public MemorySettings withLostWrites(Duration changed) {
    return new MemorySettings(recentWrites, changed, reread);
  }

  public MemorySettings withReread(boolean changed) {
    return new MemorySettings(recentWrites, lostWrites, changed);
  }
}
