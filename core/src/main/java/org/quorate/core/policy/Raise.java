package org.quorate.core.policy;

import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;

/** Reads that a decision sends at another, stronger level than the table's others. Immutable. */
public sealed interface Raise {
  /** The level of those reads. */
  Level level();

  /** The same reads at another level. */
  Raise at(Level changed);

  /**
   * Whether a read is one of them.
   *
   * @param token of its partition
   * @param nanosSinceOwnWrite since this process's newest write of the row completed, or {@link
   *     Decision#NEVER_WRITTEN}
   */
  boolean holds(long token, long nanosSinceOwnWrite);

  /**
   * Reads of rows that this process has written lately.
   *
   * @param withinNanos since the write's completion, above 0
   */
  record RecentlyWritten(long withinNanos, Level level) implements Raise {
    /**
     * @throws IllegalArgumentException if the time is not above 0
     */
    public RecentlyWritten {
      if (withinNanos <= 0) {
        throw new IllegalArgumentException(
            "A write is recent for a time above 0, but for " + withinNanos + " ns.");
      }
    }

    @Override
    public Raise at(Level changed) {
      return new RecentlyWritten(withinNanos, changed);
    }

    @Override
    public boolean holds(long token, long nanosSinceOwnWrite) {
      return nanosSinceOwnWrite >= 0 && nanosSinceOwnWrite < withinNanos;
    }
  }

  /**
   * Reads of partitions of one range of the ring, as where a replica has come back and lacks
   * writes. A range whose end is not above its start wraps around, as the server's ranges do.
   *
   * @param after token before the first of the range
   * @param last token of the range
   */
  record TokenRange(long after, long last, Level level) implements Raise {
    @Override
    public Raise at(Level changed) {
      return new TokenRange(after, last, changed);
    }

    @Override
    public boolean holds(long token, long nanosSinceOwnWrite) {
      return range().contains(token);
    }

    /** The range. */
    public KeyRange range() {
      return new KeyRange(after, last);
    }

    /** The raise of a range. */
    public static TokenRange of(KeyRange range, Level level) {
      return new TokenRange(range.after(), range.last(), level);
    }
  }
}
